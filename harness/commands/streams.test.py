"""What goes to stdout, to stderr and into files, and what does not."""
import json, os, subprocess, time, unittest

from command_line import ATTEST, CommandLine


class Streams(CommandLine):
    def test_report_on_stdout_is_json_alone(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", "-")
        report = json.loads(done.stdout)
        self.assertEqual((report["format"], report["exit_code"], done.stderr), ("attest-report/1", 0, ""))
        self.assertEqual(report["budget"], {"files": ["steps=3"]})
        self.assertEqual(report["command"], ["attest", "run", "--backend", "plain@exact", "--cases", "steps=3"])
        self.assertEqual(report["backends"][0]["testee"], "attest serve")

    def test_text_ends_with_a_plain_line(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3")
        self.assertEqual(done.stdout.splitlines()[-1], "Nothing wrong: 1 verdict (1 agree).")
        self.assertEqual(done.stderr, "")
        self.assertNotIn("\033", done.stdout)

    def test_an_unwritable_report_is_found_out_first(self):
        testee = self.by_hand("hang")
        started = time.monotonic()
        self.refused("run", "--testee", testee, "--backend", "hang@a", "--report", "no/such/folder/out.json", says="no/such/folder/out.json")
        self.refused("run", "--testee", testee, "--backend", "hang@a", "--report", ".", says="folder")
        self.assertLess(time.monotonic() - started, 20)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_report_on_a_pipe(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", "/dev/stdout")
        self.assertEqual(json.JSONDecoder().raw_decode(done.stdout)[0]["exit_code"], 0)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_report_on_a_named_pipe(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        started = time.monotonic()
        self.refused("run", "--testee", self.by_hand("hang"), "--backend", "*", "--cases", "steps=1", "--report", pipe, says="nobody reads it")
        self.assertLess(time.monotonic() - started, 20)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")))
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", pipe, code=None)
            while done.returncode == 2:  # cat has not opened it yet
                done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", pipe, code=None)
            self.assertEqual((done.returncode, json.load(reader.stdout)["exit_code"]), (0, 0))

    def test_bad_usage_leaves_no_file(self):
        self.refused("run", "--backend", "plain@exat", "--report", "out.json", says="plain@exat")
        self.assertEqual(os.listdir(self.folder), [])

    def shown(self, *words, code):
        """What a terminal would get: both streams, each line of a bearable length, and nothing that it obeys."""
        done = self.attest(*words, code=code)
        text = done.stdout + done.stderr
        self.assertRegex(text, r"\A[^\x00-\x09\x0b-\x1f\x7f-\x9f]*\Z")
        self.assertLess(max(map(len, text.splitlines())), 600)
        return text

    def test_no_terminal_obeys_a_testee(self):
        for mode in "loud-throws", "loud-refuses", "loud-protocol", "loud-dies":
            hand = ["--testee", self.by_hand(mode), "--backend", "*"]
            self.shown("run", *hand, "--cases", "steps=1", "--keep-stderr", code=1)
            self.assertIn("\\x1b[31mred\\x1b[0m", self.shown("repro", "steps=1", *hand, code=1))
        self.attest("run", "--testee", self.by_hand("loud-throws"), "--backend", "*", "--cases", "steps=1", "--report", "out.json", code=1)
        finding = self.report()["findings"][0]
        self.assertNotIn("\x1b", finding["sentence"])
        self.assertIn("\x1b[31mred\x1b[0m\nsecond \x07line " + "x" * 5000 + " é", finding["message"])
        self.assertIn("loud \\x1b[31mred", self.shown("list", "backends", "--testee", self.by_hand("loud-versions"), code=0))
        broken = ["--testee", self.by_hand("loud-start")]
        self.assertIn("\\x1b[31mred", self.shown("run", *broken, "--backend", "*", code=4))
        self.assertIn("\\x1b[31mred", self.shown("list", "backends", *broken, code=2))

    def test_keep_stderr_shows_it_too(self):
        done = self.attest("run", "--testee", self.by_hand("dies"), "--backend", "*", "--cases", "steps=1", "--keep-stderr", code=1)
        self.assertIn("    stderr\n      I am dying\n", done.stdout)

    def test_a_closed_pipe_is_no_error(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([ATTEST, "show", "steps=3"], stdout=writing, stderr=subprocess.PIPE, timeout=60)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()

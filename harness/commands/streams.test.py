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

    def test_bad_usage_leaves_no_file(self):
        self.refused("run", "--backend", "plain@exat", "--report", "out.json", says="plain@exat")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_closed_pipe_is_no_error(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([ATTEST, "show", "steps=3"], stdout=writing, stderr=subprocess.PIPE, timeout=60)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()

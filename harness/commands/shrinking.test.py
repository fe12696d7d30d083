"""The smallest case of each finding: in a run, in repro, and kept in a folder."""
import os, unittest

from command_line import CommandLine


class Shrinking(CommandLine):
    LINE = "batch=2 steps=5,1 cache=static:8"
    SMALLEST = "steps=1 cache=static:2"

    def run_on(self, *words, code=1):
        done = self.attest("run", "--backend", "plain@hf-4.40", "--report", "out.json", *words, code=code)
        return done, self.report()

    def test_a_finding_is_shrunk(self):
        done, report = self.run_on("--cases", self.LINE)
        finding = report["findings"][0]
        self.assertEqual((finding["case"], finding["shrunk"], finding["class"]), (self.LINE, self.SMALLEST, "leak.unfilled"))
        self.assertEqual(finding["repro"], f"attest repro '{self.SMALLEST}' --backend plain@hf-4.40")
        self.assertIn("slot 1", finding["sentence"])
        self.assertEqual(finding["evidence"][0]["expected_row"], "#.")
        self.assertIn("any head count", finding["regardless_of"])
        self.assertIn("also fails with any dtype", done.stdout)

    def test_not_shrunk_on_request(self):
        _, report = self.run_on("--cases", self.LINE, "--no-shrink")
        self.assertEqual(report["findings"][0]["shrunk"], self.LINE)
        self.assertEqual(report["findings"][0]["regardless_of"], [])
        _, report = self.run_on("--cases", self.LINE, "--shrink-budget", "1")
        self.assertNotIn(report["findings"][0]["shrunk"], (self.SMALLEST, self.LINE))
        self.refused("run", "--backend", "plain@exact", "--no-shrink", "--shrink-budget", "5", says="--no-shrink")
        self.refused("run", "--backend", "plain@exact", "--shrink-budget", "0", says="from 1")
        self.refused("repro", "steps=1", "--backend", "plain@exact", "--shrink-budget", "5", says="goes with --shrink")

    def test_one_finding_for_one_fault(self):
        self.write("some.cases", f"{self.LINE}\nsteps=2\nsteps=7,1,1 cache=static:12 dtype=bf16\nsteps=3,1 cache=static:6 seed=4\n")
        _, report = self.run_on("--cases", "some.cases")
        self.assertEqual([(finding["shrunk"], finding["cases"]) for finding in report["findings"]], [(self.SMALLEST, 3)])
        self.assertEqual([verdict["finding"] is None for verdict in report["verdicts"]], [False, True, False, False])

    def test_every_shrunk_line_replays(self):
        _, report = self.run_on("--budget", "150", "--seed", "3")
        self.assertTrue(report["findings"])
        for finding in report["findings"]:
            self.attest("run", "--backend", finding["backend"], "--cases", finding["shrunk"], "--no-shrink", "--report", "again.json", code=1)
            again = self.report("again.json")["findings"][0]
            for key in "verdict", "class", "sentence", "evidence", "rho", "id":
                self.assertEqual(again[key], finding[key], (key, finding["shrunk"]))

    def test_repro_shrinks(self):
        done = self.attest("repro", self.LINE, "--backend", "plain@hf-4.40", "--shrink", code=1)
        self.assertLess(done.stdout.index(f"{self.LINE}\n"), done.stdout.index(f"\n{self.SMALLEST}\n"))
        self.assertIn("also fails with any dtype", done.stdout)
        self.assertNotIn("smaller cases", self.attest("repro", self.LINE, "--backend", "plain@exact", "--shrink").stdout)

    def test_what_failed_is_kept_and_replayed_first(self):
        _, report = self.run_on("--cases", self.LINE, "--save", "kept")
        identifier = report["findings"][0]["id"]
        self.assertEqual(os.listdir(os.path.join(self.folder, "kept")), [identifier + ".cases"])
        with open(os.path.join(self.folder, "kept", identifier + ".cases")) as file:
            lines = file.read().splitlines()
        self.assertEqual((lines[0], lines[-1], len(lines)), ("# leak.unfilled on plain@hf-4.40", self.SMALLEST, 3))
        for words in ("--save", "kept", "--budget", "0"), ("--cases", "kept"), ("--save", "kept", "--cases", "steps=2"):
            _, report = self.run_on(*words)
            self.assertEqual((report["verdicts"][0]["case"], report["verdicts"][0]["finding"]), (self.SMALLEST, identifier))
        self.assertEqual(os.listdir(os.path.join(self.folder, "kept")), [identifier + ".cases"])

    def test_nothing_found_saves_nothing(self):
        self.attest("run", "--backend", "plain@exact", "--budget", "3", "--save", "kept")
        self.assertEqual(os.listdir(os.path.join(self.folder, "kept")), [])

    def test_a_folder_that_cannot_be_written(self):
        self.write("file", "")
        for folder in "file", "file/below", "no/such/parent":
            self.refused("run", "--backend", "plain@exact", "--budget", "3", "--save", folder, says="--save")
        self.refused("run", "--backend", "plain@exact", "--budget", "3", "--save", "a=b", says="marks a line")


if __name__ == "__main__":
    unittest.main()

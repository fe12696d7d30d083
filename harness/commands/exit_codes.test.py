"""Every exit code of CONTRACT section 14 and how it comes about."""
import unittest

from command_line import CommandLine


class ExitCodes(CommandLine):
    def run_hand(self, mode, line, code, *more):
        testee = self.by_hand(mode)
        self.attest("run", "--testee", testee, "--backend", "*", "--cases", line, "--report", "out.json", *more, code=code)
        report = self.report()
        self.assertEqual(report["exit_code"], code)
        return report

    def test_0_nothing_wrong(self):
        self.attest("run", "--backend", "plain@exact", "--cases", "steps=3,1 cache=static:6")
        self.attest("repro", "steps=3,1 cache=static:6", "--backend", "plain@exact")

    def test_0_unspecified(self):
        report = self.run_hand("zeros", "steps=1 keys=0", 0)
        self.assertEqual(report["counts"]["unspecified"], 1)

    def test_1_finding(self):
        report = self.run_hand("zeros", "steps=3", 1)
        finding = report["findings"][0]
        self.assertEqual(finding["verdict"], "disagrees")
        self.assertIn("--testee", finding["repro"])
        self.attest("repro", "steps=3", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), code=1)

    def test_1_broke(self):
        report = self.run_hand("dies", "steps=3", 1, "--keep-stderr")
        finding = report["findings"][0]
        self.assertEqual((finding["verdict"], finding["class"]), ("broke", "crash"))
        self.assertIn("I am dying", finding["stderr"])
        report = self.run_hand("dies", "steps=3", 1)
        self.assertIsNone(report["findings"][0]["stderr"])
        done = self.attest("repro", "steps=3", "--backend", "dies@a", "--testee", self.by_hand("dies"), code=1)
        self.assertIn("I am dying", done.stdout)

    def test_1_timeout(self):
        report = self.run_hand("hang", "steps=3", 1, "--timeout", "0.5")
        self.assertEqual(report["findings"][0]["class"], "timeout")
        self.assertTrue(report["findings"][0]["repro"].endswith(" --timeout 0.5"))
        report = self.run_hand("zeros", "steps=3", 1, "--timeout", "30.0")
        self.assertNotIn("--timeout", report["findings"][0]["repro"])

    def test_3_nothing_tested(self):
        report = self.run_hand("zeros", "steps=3 dtype=f16", 3)
        self.assertEqual(report["counts"]["refused"], 1)
        done = self.attest("run", "--backend", "plain@exact", "--budget", "0", code=3)
        self.assertEqual(done.stdout, "Nothing was tested: there was no case.\n")
        done = self.attest("run", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), "--cases", "steps=3 dtype=f16", code=3)
        self.assertIn("\nrefused for lack of: dtype.f16 1\n", done.stdout)
        self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--shard", "2/2", code=3)
        done = self.attest("repro", "steps=3 dtype=f16", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), code=3)
        self.assertIn("dtype.f16", done.stdout)

    def test_3_an_oracle_never_ran(self):
        # With this scale rounding could explain anything: the probes agree, but no number was held against a bound.
        self.write("ill.cases", "steps=2 scale=100000\n")
        done = self.attest("run", "--backend", "plain@exact", "--cases", "ill.cases", code=3)
        self.assertIn("\nNo number of plain@exact was held against a bound in 1 judged case (every row was ill-conditioned).\n", done.stdout)
        self.write("both.cases", "steps=2 scale=100000\nsteps=2\n")
        self.attest("run", "--backend", "plain@exact", "--cases", "both.cases")

    def test_numbers_only(self):
        done = self.attest("run", "--backend", "plain@exact", "--budget", "20", "--numbers-only", "--longest", "100", "--report", "out.json")
        self.assertTrue(done.stdout.endswith("\nOnly numbers were looked at, as asked: no structural probe.\n"), done.stdout)
        self.assertEqual(list(self.report()["by_backend"]["plain@exact"]["probes"]), ["bound"])
        self.refused("run", "--backend", "plain@exact", "--cases", "steps=1", "--longest", "100", says="--longest")

    def test_4_no_testee(self):
        for command in ("no-such-program", "false", "true"):
            done = self.attest("run", "--testee", command, "--backend", "x", "--budget", "1", "--report", "out.json", code=4)
            self.assertIn(command, done.stderr)
            report = self.report()
            self.assertEqual((report["complete"], report["exit_code"], report["verdicts"]), (False, 4, []))
        self.attest("repro", "steps=3", "--testee", "false", "--backend", "x", code=4)

    def test_2_before_4(self):
        self.refused("run", "--testee", "false", "--backend", "x", "--cases", "steps=0", says="steps")
        self.refused("list", "backends", "--testee", "false", says="false")

    def test_max_findings_ends_a_run(self):
        self.write("some.cases", "steps=1\nsteps=2\nsteps=3\nsteps=4\n")
        report = self.run_hand("zeros", "some.cases", 1, "--no-shrink", "--max-findings", "2")
        self.assertEqual((len(report["findings"]), report["complete"]), (2, True))
        self.assertEqual([verdict["case"] for verdict in report["verdicts"]], ["steps=1", "steps=2"])
        self.assertEqual(report["budget"], {"files": ["some.cases"], "max_findings": 2})


if __name__ == "__main__":
    unittest.main()

"""A run that is told to stop writes the report of what was done."""
import os, signal, subprocess, time, unittest

from command_line import ATTEST, CommandLine


class Interrupts(CommandLine):
    def interrupt(self, words, number, ready, code):
        run = subprocess.Popen([ATTEST, *words, "--report", "out.json"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        for _ in range(600):
            if ready():
                break
            time.sleep(0.05)
        for _ in range(2):  # as `timeout` does: the process, then its group
            run.send_signal(number)
        started = time.monotonic()
        out, errors = run.communicate(timeout=60)
        self.assertLess(time.monotonic() - started, 30)
        self.assertEqual(run.returncode, code, out + errors)
        report = self.report()
        self.assertFalse(report["complete"])
        self.assertEqual(report["exit_code"], code)
        return out, report

    def test_a_long_run(self):
        begun = time.monotonic()
        out, report = self.interrupt(["run", "--backend", "plain@exact", "--budget", "1000000", "--jobs", "2"], signal.SIGINT,
                                     lambda: time.monotonic() - begun > 3, 3)
        self.assertIn("interrupted by SIGINT", report["incomplete_reason"])
        self.assertTrue(out.splitlines()[-1].endswith("not complete: interrupted by SIGINT."), out)
        self.assertEqual(os.listdir(self.folder), ["out.json"])

    def test_a_closed_terminal(self):
        begun = time.monotonic()
        _, report = self.interrupt(["run", "--backend", "plain@exact", "--budget", "1000000"], signal.SIGHUP,
                                   lambda: time.monotonic() - begun > 1, 3)
        self.assertEqual(report["incomplete_reason"], "interrupted by SIGHUP")

    def test_a_testee_that_hangs(self):
        testee = self.by_hand("hang")
        asked = os.path.join(self.folder, "asked")
        _, report = self.interrupt(["run", "--testee", testee, "--backend", "hang@a", "--cases", "steps=2"], signal.SIGTERM,
                                   lambda: os.path.exists(asked), 3)
        self.assertEqual((report["incomplete_reason"], report["verdicts"]), ("interrupted by SIGTERM", []))
        with open(asked) as file:
            self.assertRaises(ProcessLookupError, os.kill, int(file.read()), 0)


if __name__ == "__main__":
    unittest.main()

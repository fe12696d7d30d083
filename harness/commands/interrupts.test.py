"""A run that is told to stop writes the report of what was done."""
import os, signal, subprocess, time, unittest

from command_line import ATTEST, CommandLine


def soon(happens):
    """True once it happens, False after 30 s."""
    for _ in range(600):
        if happens():
            return True
        time.sleep(0.05)
    return False


def has_ended(pid):
    """The process is gone, or waits to be collected by whoever adopted it."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


class Interrupts(CommandLine):
    def interrupt(self, words, number, ready, code):
        run = subprocess.Popen([ATTEST, *words, "--report", "out.json"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        soon(ready)
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

    def test_a_testee_does_not_outlive_a_kill(self):
        run = subprocess.Popen([ATTEST, "run", "--testee", self.by_hand("hang"), "--backend", "*", "--cases", "steps=2"],
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(run.kill)
        asked = os.path.join(self.folder, "asked")
        self.assertTrue(soon(lambda: os.path.exists(asked)))
        with open(asked) as file:
            testee = file.read()
        self.assertFalse(has_ended(testee))
        run.kill()
        run.wait()
        self.assertTrue(soon(lambda: has_ended(testee)))


if __name__ == "__main__":
    unittest.main()

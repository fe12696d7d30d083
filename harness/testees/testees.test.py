"""Whole runs on the testees of this folder: what a fault costs, and that the contract alone is enough to be judged.

ATTEST names the executable; every test runs in a folder of its own that is removed.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ATTEST = os.environ["ATTEST"]
HERE = pathlib.Path(__file__).parent


def command(script, *words):
    return shlex.join([sys.executable, "-B", str(HERE / script), *words])


class Testees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="attest-test-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def attest(self, *words):
        return subprocess.run([ATTEST, *words], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def verdicts(self, mode):
        """Of three cases, the second of which is met by the fault; and the class of the finding, if there is one.

        Only those that never answer wait for the limit; the others have time even on a busy machine.
        """
        timeout = "3" if "sleep" in mode else "120"
        pathlib.Path(self.folder, "three.cases").write_text("steps=1\nsteps=1 seed=13\nsteps=1 seed=2\n")
        done = self.attest("run", "--testee", command("faulty.py", mode), "--backend", "echo", "--cases", "three.cases",
                           "--timeout", timeout, "--report", "-")
        report = json.loads(done.stdout)
        self.assertTrue(report["complete"])
        self.assertEqual(done.returncode, 1 if report["findings"] else 0)
        return [entry["verdict"] for entry in report["verdicts"]], [finding["class"] for finding in report["findings"]]

    def test_a_fault_costs_its_own_case(self):
        for mode, kind in [("kill", "crash"), ("segv", "crash"), ("exit-0", "crash"), ("half-then-exit", "crash"),
                           ("sleep", "timeout"), ("half-then-sleep", "timeout"), ("garbage", "protocol"),
                           ("wrong-id", "protocol"), ("missing-output", "protocol"), ("throw", "throw"),
                           ("refuse", "refusal")]:
            with self.subTest(mode):
                self.assertEqual(self.verdicts(mode), (["agrees", "broke", "agrees"], [kind]))

    def test_a_flood_on_stderr_costs_nothing(self):
        self.assertEqual(self.verdicts("flood"), (["agrees", "agrees", "agrees"], []))

    def test_a_testee_written_from_the_contract_alone_runs(self):
        done = self.attest("run", "--testee", command("contract.py"), "--backend", "*", "--budget", "150", "--report", "-")
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["findings"]), (0, []))
        self.assertGreater(report["counts"]["agrees"], 30)

    def test_a_testee_written_from_the_contract_alone_is_reproduced(self):
        done = self.attest("repro", "steps=3,1 cache=static:6", "--testee", command("contract.py"), "--backend", "numpy@contract")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("numpy@contract: agrees", done.stdout)


if __name__ == "__main__":
    unittest.main()

"""Seeded faults that only a process can have: the case that meets one gets its class, the next case is not harmed."""
import shlex, unittest

from command_line import ATTEST, CommandLine


class Processes(CommandLine):
    def check(self, backend, line, kind, *, spared):
        seeded = shlex.join([ATTEST, "serve", "--seeded"])
        options = ["--backend", backend, "--testee", seeded, "--timeout", "2"]
        self.assertIn(f"broke, class {kind}", self.attest("repro", line, *options, code=1).stdout)
        self.assertIn("agrees", self.attest("repro", spared, *options).stdout)

    def test_crash(self):
        self.check("aborts-on-second-step@exact", "steps=2,1 cache=dynamic", "crash", spared="steps=2 cache=dynamic")
        self.check("leaves-on-third-row@exact", "batch=3 steps=2", "crash", spared="batch=2 steps=2")

    def test_timeout(self):
        self.check("hangs-on-reorder@exact", "batch=2 steps=2,reorder:1/0,1 cache=dynamic", "timeout", spared="batch=2 steps=2,1 cache=dynamic")

    def test_protocol(self):
        self.check("last-step-missing@exact", "steps=2,1 cache=dynamic", "protocol", spared="steps=2 cache=dynamic")
        self.check("unasked-tensor@exact", "steps=2,1 cache=dynamic", "protocol", spared="steps=2 cache=dynamic")


if __name__ == "__main__":
    unittest.main()

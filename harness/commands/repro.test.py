"""One case, judged and drawn."""
import json, os, unittest

from command_line import CommandLine


class Repro(CommandLine):
    LINE = "steps=3,1 cache=static:6"

    def test_no_alarm_where_the_reference_itself_is_not_finite(self):
        # An alibi slope that is infinite in f16 times a distance of 0: the contract's own formula gives NaN.
        for backend in ("plain@exact", "flash@exact"):
            done = self.attest("repro", "steps=4 dtype=f16 alibi=999999", "--backend", backend, code=None)
            self.assertNotIn("disagrees", done.stdout)
            self.assertNotIn("-nan", done.stdout)

    def test_the_case_of_the_contract(self):
        done = self.attest("repro", self.LINE, "--backend", "plain@hf-4.40", code=1)
        self.assertIn("leak.unfilled", done.stdout)
        self.assertIn("slots 4 and 5", done.stdout)
        self.assertIn("####..     ####!!", done.stdout)
        self.assertIn("0123--", done.stdout)
        self.assertIn("a slot that holds no token", done.stdout)
        self.assertNotIn("a slot that holds no token", self.attest("repro", "steps=3", "--backend", "plain@exact").stdout)
        self.assertEqual(done.stdout.splitlines()[-1], f"replay: attest repro '{self.LINE}' --backend plain@hf-4.40")
        self.attest("repro", self.LINE, "--backend", "plain@exact")

    def test_files_and_names(self):
        self.write("two.cases", f"{self.LINE}\nsteps=2\n")
        os.mkdir(os.path.join(self.folder, "corpus"))
        self.write("corpus/one.json", json.dumps([{"steps": [{"op": "feed", "tokens": 2}]}]))
        done = self.attest("repro", "two.cases", "--backend", "plain@exact")
        self.assertEqual(done.stdout.count("plain@exact: agrees"), 2)
        self.assertIn("steps=2\n", self.attest("repro", "one", "--backend", "plain@exact").stdout)

    def test_several_backends(self):
        done = self.attest("repro", self.LINE, "--backend", "plain@exact", "--backend", "plain@hf-4.40", code=1)
        self.assertLess(done.stdout.index("plain@exact: agrees"), done.stdout.index("plain@hf-4.40: disagrees"))


if __name__ == "__main__":
    unittest.main()

"""The judge on trial, as its users see it: streams, JSON, exit codes, and the same result whatever the workers."""
import json, os, signal, subprocess, time, unittest

from command_line import ATTEST, SOURCE, CommandLine

# Two mutants of the window, quick to find, and what they must be called.
FEW = ["--only", "plain@window-one-*", "--cases", "200"]


class Selftest(CommandLine):
    def trial(self, *words, code=0):
        return json.loads(self.attest("selftest", "--json", *words, code=code).stdout)

    def test_a_line_for_each_mutant_and_a_total(self):
        done = self.attest("selftest", *FEW)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0].split()[:5], ["outcome", "mutant", "cases", "oracle", "class"])
        killed = [line.split() for line in lines if line.startswith("killed")]
        self.assertIn("plain@window-one-wide", [words[1] for words in killed])
        self.assertRegex(lines[-1], r"^(\d+) of \1 mutants killed, \1 with the right class \(100\.0 %\), median \d+ cases? to detect$")
        self.assertEqual(done.stderr, "")

    def test_json_as_its_schema(self):
        trial = self.trial(*FEW)
        self.assertEqual(list(trial), ["format", "mutants", "variants", "totals"])
        self.assertEqual(trial["totals"]["mutants"], len(trial["mutants"]))
        try:
            import jsonschema
        except ImportError:
            self.skipTest("the Python module jsonschema is not installed")
        with open(os.path.join(SOURCE, "reports", "selftest.schema.json")) as file:
            schema = json.load(file)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        validator.validate(trial)
        for key in list(trial["mutants"][0]):
            broken = json.loads(json.dumps(trial))
            del broken["mutants"][0][key]
            self.assertFalse(validator.is_valid(broken), key)

    def test_the_case_that_gave_a_mutant_away_does_so_again(self):
        for mutant in self.trial(*FEW)["mutants"]:
            done = self.attest("repro", mutant["shrunk"], "--backend", mutant["name"], "--testee", "attest serve --seeded", code=1)
            self.assertIn(f"class {mutant['class']}", done.stdout)

    def test_the_same_result_whatever_the_workers(self):
        results = {self.attest("selftest", *FEW, "--seed", "3", "--jobs", jobs).stdout for jobs in ("1", "3")}
        self.assertEqual(len(results), 1)

    def test_bad_usage(self):
        self.refused("selftest", "--only", "nothing@such", says="no mutant and no variant matches 'nothing@such'")
        self.refused("selftest", "--cases", "many", says="--cases must be a whole number")
        self.refused("selftest", "--jobs", "0", says="--jobs must be a whole number from 1")
        self.refused("selftest", "mutants", says="mutants")

    def test_an_interruption_prints_what_was_done(self):
        run = subprocess.Popen([ATTEST, "selftest", "--cases", "1000000"], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        time.sleep(3)
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate(timeout=60)
        self.assertEqual((run.returncode, errors), (3, ""))
        self.assertEqual(out.splitlines()[-1], "not complete: interrupted by SIGINT")


if __name__ == "__main__":
    unittest.main()

"""What a case means, as text and as JSON."""
import json, os, time, unittest

from command_line import SOURCE, CommandLine


class Show(CommandLine):
    def test_the_vectors(self):
        with open(os.path.join(SOURCE, "cases", "vectors", "visible.json")) as file:
            vectors = json.load(file)["cases"]
        lines = [vector["line"] for vector in vectors]
        self.write("all.cases", "\n".join(lines) + "\n")
        shown = json.loads(self.attest("show", "--cases", "all.cases", "--json").stdout)
        self.assertEqual(len(shown), len(vectors))
        for got, vector in zip(shown, vectors):
            self.assertEqual(got["line"], vector["line"])
            self.assertEqual(got["steps"], vector["steps"], vector["line"])
            self.assertEqual(list(got), ["line", "case", "steps"])

    def test_two_thousand_lines_are_quick(self):
        lines = self.attest("list", "cases", "--budget", "2000").stdout
        self.write("many.cases", lines)
        self.assertEqual(len(lines.splitlines()), 2000)
        started = time.monotonic()
        shown = json.loads(self.attest("show", "--cases", "many.cases", "--json").stdout)
        self.assertLess(time.monotonic() - started, 30)  # 5 s are promised on a machine that does nothing else
        self.assertEqual([case["line"] for case in shown], lines.splitlines())

    def test_values(self):
        line = "dim=1 steps=1,1 cache=static:3 data=integers seed=6"
        steps = json.loads(self.attest("show", line, "--json", "--values").stdout)[0]["steps"]
        self.assertEqual([step["q"] for step in steps], [[[[[-1.0]]]], [[[[-2.0]]]]])
        self.assertEqual([step["k"] for step in steps], [[[[[1.0]]]], [[[[2.0]]]]])
        self.assertEqual([step["v"] for step in steps], [[[[[-2.0]]]], [[[[1.0]]]]])
        self.assertEqual(steps[0]["expected"], [[[[-2.0]]]])
        self.assertAlmostEqual(steps[1]["expected"][0][0][0][0], -1.6423912, 6)
        bounds = [self.bound(line), self.bound(line, "--profile", "flash")]
        self.assertLess(0, bounds[0])
        self.assertLess(bounds[0], bounds[1])

    def bound(self, line, *more):
        return json.loads(self.attest("show", line, "--json", "--values", *more).stdout)[0]["steps"][1]["bound"][0][0][0][0]

    def test_what_is_not_fed_and_what_is_not_finite(self):
        steps = json.loads(self.attest("show", "dim=1 steps=1,1 cache=cross keys=1 pad=left:1", "--json", "--values").stdout)[0]["steps"]
        self.assertIsNone(steps[1]["k"])
        self.assertIsNone(steps[1]["v"])
        self.assertEqual(steps[1]["expected"], [[[["nan"]]]])
        self.assertEqual(steps[1]["bound"], [[[["inf"]]]])

    def test_text(self):
        text = self.attest("show", "steps=5,1 cache=static:8").stdout
        self.assertIn("query 0, token 5  ######..", text)
        self.assertIn("012345--", text)


if __name__ == "__main__":
    unittest.main()

"""The JSON report of a run: its bytes, counts, shards and schema."""
import json, os, subprocess, time, unittest

from command_line import ATTEST, SOURCE, CommandLine


class Reports(CommandLine):
    RUN = ["run", "--backend", "plain@exact", "--backend", "plain@hf-4.40", "--budget", "40", "--seed", "7"]

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()

    def test_the_same_bytes_whatever_the_workers(self):
        for jobs in "1", "2", "5":
            self.attest(*self.RUN, "--jobs", jobs, "--report", jobs, code=1)
        self.assertEqual(self.read("1"), self.read("2"))
        self.assertEqual(self.read("1"), self.read("5"))

    def test_the_counts_add_up(self):
        self.attest(*self.RUN, "--report", "out.json", code=1)
        report = self.report()
        counts = report["counts"]
        self.assertEqual(counts["cases"], 80)
        self.assertEqual(sum(counts[key] for key in counts if key != "cases"), 80)
        self.assertEqual(len(report["verdicts"]), 80)
        for name in "plain@exact", "plain@hf-4.40":
            self.assertEqual(report["by_backend"][name]["cases"], 40)
        self.assertEqual(report["by_backend"]["plain@exact"]["disagrees"], 0)
        for name, entry in report["by_backend"].items():
            rhos = sorted(verdict["rho"] for verdict in report["verdicts"] if verdict["backend"] == name and verdict["rho"] is not None)
            self.assertEqual((entry["rho"]["cases"], entry["rho"]["max"], entry["max_rho"]), (len(rhos), rhos[-1], rhos[-1]))
            self.assertEqual(entry["rho"]["p50"], rhos[(len(rhos) + 1) // 2 - 1])
            self.assertGreater(entry["probes"]["mask"]["ran"], 0)
        for factor in report["coverage"]:
            total = sum(report["coverage"][factor].values())
            self.assertTrue(total == 40 or (factor == "mask" and total > 40), (factor, total))
        self.assertEqual([finding["id"] for finding in report["findings"]], sorted(finding["id"] for finding in report["findings"]))
        ids = {finding["id"] for finding in report["findings"]}
        self.assertEqual(ids, {verdict["finding"] for verdict in report["verdicts"]} - {None})

    def test_shards_are_a_partition(self):
        whole, parts = [], {}
        self.attest(*self.RUN, "--report", "all", code=1)
        whole = self.report("all")["verdicts"]
        for shard in "1/3", "2/3", "3/3":
            done = subprocess.run([ATTEST, *self.RUN, "--shard", shard, "--report", "part"], cwd=self.folder, stdout=subprocess.DEVNULL)
            self.assertIn(done.returncode, (0, 1))
            report = self.report("part")
            self.assertEqual(report["shard"], [int(n) for n in shard.split("/")])
            parts[report["shard"][0]] = report["verdicts"]
        merged = [parts[case % 3 + 1][2 * (case // 3) + backend] for case in range(40) for backend in range(2)]
        for judged in merged + whole:  # a shard shrinks the first case that it has, which may lead to another smallest one
            judged["finding"] = judged["finding"] is not None
        self.assertEqual(merged, whole)

    def test_a_time_budget_ends(self):
        started = time.monotonic()
        self.attest("run", "--backend", "plain@exact", "--budget", "0.5s", "--report", "out.json")
        self.assertLess(time.monotonic() - started, 60)
        report = self.report()
        self.assertEqual((report["budget"], report["complete"]), ({"seconds": 0.5}, True))

    def test_a_pinned_cache(self):
        self.attest("run", "--backend", "plain@exact", "--cache", "static", "--budget", "5", "--report", "out.json")
        self.assertEqual(self.report()["coverage"]["cache"], {"static": 5})

    def test_the_schema_takes_reports(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("the Python module jsonschema is not installed")
        with open(os.path.join(SOURCE, "reports", "report.schema.json")) as file:
            schema = json.load(file)
        validator = jsonschema.Draft202012Validator(schema)
        jsonschema.Draft202012Validator.check_schema(schema)
        self.attest(*self.RUN, "--keep-stderr", "--report", "out.json", code=1)
        validator.validate(self.report())
        for mode, line, code in ("dies", "steps=3", 1), ("zeros", "steps=3", 1), ("zeros", "steps=1 keys=0", 0):
            self.attest("run", "--testee", self.by_hand(mode), "--backend", "*", "--cases", line, "--report", "out.json", code=code)
            validator.validate(self.report())
        self.attest("run", "--testee", "false", "--backend", "*", "--max-findings", "3", "--report", "out.json", code=4)
        validator.validate(self.report())
        broken = self.report()
        broken["surprise"] = 1
        self.assertFalse(validator.is_valid(broken))
        for key in list(self.report()):
            broken = self.report()
            del broken[key]
            self.assertFalse(validator.is_valid(broken), key)


if __name__ == "__main__":
    unittest.main()

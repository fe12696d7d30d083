"""What there is, as text and as JSON."""
import json, os, shutil, subprocess, unittest

from command_line import ATTEST, CommandLine


class Lists(CommandLine):
    def test_backends(self):
        text = self.attest("list", "backends").stdout
        self.assertIn("plain@exact", text)
        entries = json.loads(self.attest("list", "backends", "--json", "--testee", self.by_hand("zeros")).stdout)
        self.assertEqual([(entry["name"], entry["declaration"]["name"]) for entry in entries], [("by-hand", "zeros@a")])

    def test_attest_beside_itself(self):
        done = self.attest("list", "backends", "--testee", "attest serve", env={**os.environ, "PATH": self.folder})
        self.assertIn("attest serve (", done.stdout)

    def test_of_the_testees_beside_attest_only_those_that_are_needed_are_started(self):
        shutil.copy(ATTEST, os.path.join(self.folder, "attest"))
        path = self.write("attest-torch", "#!/bin/sh\n: > started\n")
        os.chmod(path, 0o755)
        for words, started in (["repro", "steps=1", "--backend", "plain@exact"], False), (["list", "backends"], True):
            done = subprocess.run(["./attest", *words], cwd=self.folder, capture_output=True, timeout=60)
            self.assertEqual((done.returncode, os.path.exists(os.path.join(self.folder, "started"))), (0, started))

    def test_seeded_faults_are_served_on_demand_only(self):
        fault = "plain@window-one-wide"
        self.assertIn(fault, self.attest("list", "backends", "--testee", "attest serve --seeded").stdout)
        self.assertNotIn(fault, self.attest("list", "backends", "--testee", "attest serve").stdout)

    def test_words(self):
        for subject, word in ("caches", "static-sliding"), ("masks", "documents"), ("classes", "leak.unfilled"):
            self.assertIn(word, self.attest("list", subject).stdout)
            self.assertIn(word, [entry["name"] for entry in json.loads(self.attest("list", subject, "--json").stdout)])

    def test_cases(self):
        lines = self.attest("list", "cases", "--budget", "5", "--cache", "ring", "--seed", "3").stdout.splitlines()
        self.assertEqual(len(lines), 5)
        self.assertTrue(all("cache=ring:" in line for line in lines))
        self.assertEqual(json.loads(self.attest("list", "cases", "--budget", "5", "--cache", "ring", "--seed", "3", "--json").stdout), lines)
        self.assertEqual(self.attest("list", "cases", "--cases", "cache=dynamic steps=1,1,1").stdout, "steps=3x1 cache=dynamic\n")


if __name__ == "__main__":
    unittest.main()

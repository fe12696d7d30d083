"""What attest says about bad words, values, lines and files: exit 2 and one sentence."""
import os, unittest

from command_line import SOURCE, CommandLine


class Usage(CommandLine):
    def test_version_and_help(self):
        self.assertEqual(self.attest("--version").stdout, "attest 0.1.0\n")
        for words in (["--help"], ["run", "--help"], ["repro", "--help"], ["show", "-h"], ["list", "--help"], ["serve", "--help"]):
            self.assertIn("Examples:", self.attest(*words).stdout)

    def test_the_version_is_the_projects(self):
        with open(os.path.join(SOURCE, "CMakeLists.txt")) as file:
            self.assertIn("VERSION 0.1.0", file.read())

    def test_bad_words(self):
        self.refused(says="no command")
        self.refused("rnu", says="did you mean 'run'")
        self.refused("explode", says="the commands are run, repro, show, list, selftest or serve")
        self.refused("--explode", says="unknown flag '--explode'")
        self.refused("run", "--backends", "x", says="did you mean '--backend'")
        self.refused("run", "--backend", says="--backend needs a value")
        self.refused("run", "--backend", "x", "--report", "--jobs", says="'--jobs' looks like a flag")
        self.refused("run", "stray", "--backend", "x", says="'stray'")
        self.refused("run", says="--backend is needed")
        self.refused("run", "--backend", "x", "--seed", "1", "--seed", "2", says="--seed is given twice")
        self.refused("repro", "--backend", "x", says="a line, a file or a name is needed")
        self.refused("repro", "steps=3", "cache=static:6", "--backend", "x", says="in quotes")
        self.refused("list", says="backends, caches, masks, classes or cases")
        self.refused("list", "mask", says="did you mean 'masks'")
        self.refused("show", says="a line or --cases is needed")
        self.refused("show", "steps=2", "--values", says="--values needs --json")
        self.refused("show", "steps=2", "--json", "--values", "--profile", "flush", says="flash")

    def test_bad_values(self):
        for flag, value in (("--seed", "-1"), ("--seed", "9007199254740992"), ("--seed", "x"), ("--jobs", "0"), ("--jobs", "1.5"),
                            ("--budget", "x"), ("--budget", "30m"), ("--budget", "-3"), ("--shard", "0/2"), ("--shard", "3/2"),
                            ("--shard", "1"), ("--timeout", "0"), ("--timeout", "-1"), ("--max-findings", "0"), ("--cache", "statik")):
            self.refused("run", "--backend", "plain@exact", flag, value, says=flag)

    def test_a_number_out_of_range_is_told_its_range(self):
        huge = "99999999999999999999"
        run = ["run", "--backend", "plain@exact"]
        for value in huge, "1000000001", huge + "s", "1000000s", "-1":
            self.refused(*run, "--budget", value, says="0 to 1000000000 cases (400) or 0 to 999999 seconds (30s)")
        for value in huge, "1000000", "0":
            self.refused(*run, "--timeout", value, says="above 0 and up to 999999")
        self.refused(*run, "--seed", huge, says="from 0 to 9007199254740991")
        self.refused(*run, "--jobs", huge, says="from 1 to 256")
        self.refused(*run, "--max-findings", huge, says="from 1 to 1000000")
        self.refused(*run, "--shard", "1/" + huge, says="from 1 to 1000000")
        self.refused(*run, "--shard", huge, says="1 <= I <= N <= 1000000")
        self.refused("list", "cases", "--budget", huge, says="0 to 1000000000 cases")
        for line in f"steps={huge}", f"steps=1 batch={huge}", f"steps=1 mask=window:{huge}", f"steps=1 seed={huge}", f"steps={huge}x1":
            self.refused("show", line, says=" to ")
        self.attest(*run, "--timeout", "999999", "--cases", "steps=1")

    def test_a_flag_without_effect_is_refused(self):
        run = ["run", "--backend", "plain@exact", "--cases", "steps=1"]
        for words in run, ["list", "cases", "--cases", "steps=1"]:
            for flag, value in ("--budget", "3"), ("--seed", "3"), ("--cache", "static"):
                self.refused(*words, flag, value, says=f"{flag} is for random cases")
        self.refused(*run, "--longest", "40", says="--longest is for random cases")
        for flag, value in ("--cases", "steps=1"), ("--budget", "3"), ("--seed", "3"), ("--cache", "static"):
            for subject in "backends", "caches", "masks", "classes":
                self.refused("list", subject, flag, value, says=f"{flag} is not for `list {subject}`")
        for subject in "caches", "masks", "classes", "cases":
            self.refused("list", subject, "--testee", "attest serve", says=f"--testee is not for `list {subject}`")
        self.refused("show", "steps=2", "--profile", "flash", says="--profile is for --values")

    def test_bad_lines_and_files(self):
        self.refused("run", "--backend", "plain@exact", "--cases", "steps=0", says="steps")
        self.refused("run", "--backend", "plain@exact", "--cases", "steps=2 cahce=none", says="did you mean 'cache'")
        self.refused("run", "--backend", "plain@exact", "--cases", "steps=5,1 cache=sliding:4", says="no longer holds")
        self.refused("run", "--backend", "plain@exact", "--cases", "no-such-file", says="no-such-file")
        self.refused("run", "--backend", "plain@exact", "--cases", "/proc/self/mem", says="/proc/self/mem")
        self.write("bad.cases", "# fine\nsteps=2\nsteps=x\n")
        self.refused("run", "--backend", "plain@exact", "--cases", "bad.cases", says="bad.cases:3")
        self.refused("show", "--cases", "bad.cases", says="bad.cases:3")
        self.write("evicted.cases", "steps=2\nsteps=5,1 cache=sliding:4\n")
        self.refused("run", "--backend", "plain@exact", "--cases", "evicted.cases", says="evicted.cases:2")
        self.refused("show", "steps=2", "steps=5,1 cache=sliding:4", says="no longer holds")
        self.refused("repro", "no-such-name", "--backend", "plain@exact", says="no-such-name")

    def test_unknown_backend(self):
        self.refused("run", "--backend", "plain@exat", "--budget", "1", says="did you mean 'plain@exact'")
        self.refused("run", "--backend", "nothing*", "--budget", "1", says="'nothing*'; see `attest list backends`")
        self.refused("run", "--backend", "plain@exat", "--budget", "1", says="See `attest list backends`")
        self.refused("run", "--testee", self.by_hand("zeros"), "--backend", "nothing", says="known are zeros@a")
        self.refused("repro", "steps=2", "--backend", "plain@exat", says="did you mean 'plain@exact'")

    def test_a_backend_that_two_testees_have(self):
        testees = [self.by_hand("zeros"), self.by_hand("zeros", "again")]
        both = ["--testee", testees[0], "--testee", testees[1]]
        says = f"backend 'zeros@a' is in two testees, '{testees[0]}' and '{testees[1]}'"
        for pattern in "zeros@a", "*":
            self.refused("run", *both, "--backend", pattern, "--cases", "steps=1", "--report", "out.json", says=says)
            self.refused("repro", "steps=1", *both, "--backend", pattern, says=says)
        self.assertEqual(os.listdir(self.folder), [])
        self.assertEqual(self.attest("list", "backends", *both).stdout.count("zeros@a"), 2)
        other = ["--testee", self.by_hand("dies")]
        self.attest("run", *both, *other, "--backend", "dies@a", "--cases", "steps=1", code=1)  # nobody asked for the other
        self.attest("run", *other, *both[:2], "--backend", "zeros@a", "--backend", "z*", "--cases", "steps=1 keys=0")


if __name__ == "__main__":
    unittest.main()

"""What people and scripts see of attest: exit codes, streams, files (CONTRACT sections 13 and 14).

ATTEST names the executable and ATTEST_SOURCE_DIR the project; every test runs in a folder of its own that is removed.
"""
import json, os, shlex, shutil, signal, subprocess, sys, tempfile, time, unittest

ATTEST = os.environ.get("ATTEST", "attest")
SOURCE = os.environ.get("ATTEST_SOURCE_DIR", ".")

# A testee by hand, of the standard library alone: answers every run with zeros (or worse), however wrong that is.
TESTEE = '''
import json, os, sys, time
def read():
    head = sys.stdin.buffer.read(8)
    if len(head) < 8: return None
    blob = sys.stdin.buffer.read(int.from_bytes(head, "little"))
    end = 8 + int.from_bytes(blob[:8], "little")
    return json.loads(json.loads(blob[8:end])["__metadata__"]["attest"])
def write(message, shapes={}):
    header, at = {"__metadata__": {"attest": json.dumps(message)}}, 0
    for name, shape in shapes.items():
        size = 4
        for n in shape: size *= n
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    blob = len(text).to_bytes(8, "little") + text + bytes(at)
    sys.stdout.buffer.write(len(blob).to_bytes(8, "little") + blob)
    sys.stdout.buffer.flush()
def declaration(name):
    features = ["dtype.f32", "cache.none", "mask.causal", "form.none", "mask_shape.b1qk", "layout.bhsd", "memory.plain",
                "unfilled.zeros", "offset"]
    return {"name": name, "features": features, "empty_row": "unspecified", "profile": "math", "deterministic": True}
mode = sys.argv[1]
if mode == "mute": time.sleep(60)
names = ["zeros@a"] if mode == "zeros" else [mode + "@a"]
message = read()
while message and message["type"] != "stop":
    if message["type"] == "hello":
        write({"type": "hello", "protocol": 1, "name": "by-hand", "versions": {}, "backends": [declaration(n) for n in names]})
    elif mode == "hang":
        with open("asking", "w") as file: file.write(str(os.getpid()))
        os.rename("asking", "asked")
        time.sleep(60)
    elif mode == "dies":
        sys.stderr.write("I am dying\\n")
        sys.exit(3)
    else:
        value = message["case"]
        write({"type": "result", "id": message["id"], "status": "ok"},
              {"out.%d" % p["step"]: [value["batch"], value["heads"][0], p["new"], value["dim"][1]] for p in message["plan"]})
    message = read()
'''


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="attest-test-")
        self.addCleanup(shutil.rmtree, self.folder)

    def attest(self, *words, code=0, **options):
        done = subprocess.run([ATTEST, *words], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=240, **options)
        if code is not None:
            self.assertEqual(done.returncode, code, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
        return done

    def refused(self, *words, says, code=2):
        """Exit 2, one sentence on stderr, nothing on stdout."""
        done = self.attest(*words, code=code)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertTrue(done.stderr.startswith("attest: "), done.stderr)
        self.assertIn(says, done.stderr)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def by_hand(self, mode):
        self.write("testee.py", TESTEE)
        return f"{shlex.quote(sys.executable)} testee.py {mode}"

    def report(self, name="out.json"):
        with open(os.path.join(self.folder, name)) as file:
            return json.load(file)


class Usage(Case):
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
        self.refused("explode", says="the commands are run, repro, show, list or serve")
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
        self.refused("run", "--backend", "x", "--cases", "steps=1", "--budget", "3", says="--budget")

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


class Streams(Case):
    def test_report_on_stdout_is_json_alone(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", "-")
        report = json.loads(done.stdout)
        self.assertEqual((report["format"], report["exit_code"], done.stderr), ("attest-report/1", 0, ""))
        self.assertEqual(report["budget"], {"files": ["steps=3"]})
        self.assertEqual(report["command"], ["attest", "run", "--backend", "plain@exact", "--cases", "steps=3"])
        self.assertEqual(report["backends"][0]["testee"], "attest serve")

    def test_text_ends_with_a_plain_line(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3")
        self.assertEqual(done.stdout.splitlines()[-1], "Nothing wrong: 1 verdict (1 agree).")
        self.assertEqual(done.stderr, "")
        self.assertNotIn("\033", done.stdout)

    def test_an_unwritable_report_is_found_out_first(self):
        testee = self.by_hand("hang")
        started = time.monotonic()
        self.refused("run", "--testee", testee, "--backend", "hang@a", "--report", "no/such/folder/out.json", says="no/such/folder/out.json")
        self.refused("run", "--testee", testee, "--backend", "hang@a", "--report", ".", says="folder")
        self.assertLess(time.monotonic() - started, 20)
        self.assertFalse(os.path.exists(os.path.join(self.folder, "asked")))
        self.assertEqual(os.listdir(self.folder), ["testee.py"])

    def test_a_report_on_a_pipe(self):
        done = self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--report", "/dev/stdout")
        self.assertEqual(json.JSONDecoder().raw_decode(done.stdout)[0]["exit_code"], 0)
        self.assertEqual(os.listdir(self.folder), [])

    def test_bad_usage_leaves_no_file(self):
        self.refused("run", "--backend", "plain@exat", "--report", "out.json", says="plain@exat")
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_closed_pipe_is_no_error(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([ATTEST, "show", "steps=3"], stdout=writing, stderr=subprocess.PIPE, timeout=60)
        os.close(writing)
        self.assertEqual((done.returncode, done.stderr), (0, b""))


class ExitCodes(Case):
    def run_hand(self, mode, line, code, *more):
        testee = self.by_hand(mode)
        self.attest("run", "--testee", testee, "--backend", "*", "--cases", line, "--report", "out.json", *more, code=code)
        report = self.report()
        self.assertEqual(report["exit_code"], code)
        return report

    def test_0_nothing_wrong(self):
        self.attest("run", "--backend", "plain@exact", "--cases", "steps=3,1 cache=static:6")
        self.attest("repro", "steps=3,1 cache=static:6", "--backend", "plain@exact")

    def test_0_unspecified(self):
        report = self.run_hand("zeros", "steps=1 keys=0", 0)
        self.assertEqual(report["counts"]["unspecified"], 1)

    def test_1_finding(self):
        report = self.run_hand("zeros", "steps=3", 1)
        finding = report["findings"][0]
        self.assertEqual(finding["verdict"], "disagrees")
        self.assertIn("--testee", finding["repro"])
        self.attest("repro", "steps=3", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), code=1)

    def test_1_broke(self):
        report = self.run_hand("dies", "steps=3", 1, "--keep-stderr")
        finding = report["findings"][0]
        self.assertEqual((finding["verdict"], finding["class"]), ("broke", "crash"))
        self.assertIn("I am dying", finding["stderr"])
        report = self.run_hand("dies", "steps=3", 1)
        self.assertIsNone(report["findings"][0]["stderr"])
        done = self.attest("repro", "steps=3", "--backend", "dies@a", "--testee", self.by_hand("dies"), code=1)
        self.assertIn("I am dying", done.stdout)

    def test_1_timeout(self):
        report = self.run_hand("hang", "steps=3", 1, "--timeout", "0.5")
        self.assertEqual(report["findings"][0]["class"], "timeout")
        self.assertTrue(report["findings"][0]["repro"].endswith(" --timeout 0.5"))
        report = self.run_hand("zeros", "steps=3", 1, "--timeout", "30.0")
        self.assertNotIn("--timeout", report["findings"][0]["repro"])

    def test_3_nothing_tested(self):
        report = self.run_hand("zeros", "steps=3 dtype=f16", 3)
        self.assertEqual(report["counts"]["refused"], 1)
        done = self.attest("run", "--backend", "plain@exact", "--budget", "0", code=3)
        self.assertEqual(done.stdout, "Nothing was tested: there was no case.\n")
        done = self.attest("run", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), "--cases", "steps=3 dtype=f16", code=3)
        self.assertIn("\nrefused for lack of: dtype.f16 1\n", done.stdout)
        self.attest("run", "--backend", "plain@exact", "--cases", "steps=3", "--shard", "2/2", code=3)
        done = self.attest("repro", "steps=3 dtype=f16", "--backend", "zeros@a", "--testee", self.by_hand("zeros"), code=3)
        self.assertIn("dtype.f16", done.stdout)

    def test_4_no_testee(self):
        for command in ("no-such-program", "false", "true"):
            done = self.attest("run", "--testee", command, "--backend", "x", "--budget", "1", "--report", "out.json", code=4)
            self.assertIn(command, done.stderr)
            report = self.report()
            self.assertEqual((report["complete"], report["exit_code"], report["verdicts"]), (False, 4, []))
        self.attest("repro", "steps=3", "--testee", "false", "--backend", "x", code=4)

    def test_2_before_4(self):
        self.refused("run", "--testee", "false", "--backend", "x", "--cases", "steps=0", says="steps")
        self.refused("list", "backends", "--testee", "false", says="false")

    def test_max_findings_ends_a_run(self):
        self.write("some.cases", "steps=1\nsteps=2\nsteps=3\nsteps=4\n")
        report = self.run_hand("zeros", "some.cases", 1, "--max-findings", "2")
        self.assertEqual((len(report["findings"]), report["complete"]), (2, True))
        self.assertEqual([verdict["case"] for verdict in report["verdicts"]], ["steps=1", "steps=2"])
        self.assertEqual(report["budget"], {"files": ["some.cases"], "max_findings": 2})

    def test_only_the_testees_that_are_needed_are_started(self):
        hanging = self.by_hand("mute")
        done = self.attest("run", "--testee", self.by_hand("zeros"), "--testee", hanging, "--backend", "zeros@a", "--cases", "steps=1 keys=0")
        self.assertIn("zeros@a", done.stdout)


class Repro(Case):
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


class Reports(Case):
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


class Interrupts(Case):
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


class Show(Case):
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


class Lists(Case):
    def test_backends(self):
        text = self.attest("list", "backends").stdout
        self.assertIn("plain@exact", text)
        entries = json.loads(self.attest("list", "backends", "--json", "--testee", self.by_hand("zeros")).stdout)
        self.assertEqual([(entry["name"], entry["declaration"]["name"]) for entry in entries], [("by-hand", "zeros@a")])

    def test_attest_beside_itself(self):
        done = self.attest("list", "backends", "--testee", "attest serve", env={**os.environ, "PATH": self.folder})
        self.assertIn("attest serve (", done.stdout)

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

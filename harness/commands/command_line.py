"""What the tests of the command line share: a folder of their own, and attest run in it.

ATTEST names the executable and ATTEST_SOURCE_DIR the project.
"""
import json, os, shlex, shutil, subprocess, sys, tempfile, unittest

ATTEST = os.environ.get("ATTEST", "attest")
SOURCE = os.path.abspath(os.environ.get("ATTEST_SOURCE_DIR", "."))


class CommandLine(unittest.TestCase):
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

    def by_hand(self, *mode):
        """The command of the testee testees/by_hand.py, which runs in the folder of the test too."""
        return shlex.join([sys.executable, "-B", os.path.join(SOURCE, "harness", "testees", "by_hand.py"), *mode])

    def report(self, name="out.json"):
        with open(os.path.join(self.folder, name)) as file:
            return json.load(file)

"""The table of ci/blind fits the sources, and one that does not is an error."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import blind

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Blind(unittest.TestCase):
    ENTRY = {"name": "a", "floor": "harness", "file": "x.cpp", "find": "two", "replace": "2"}

    def table(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(text)
            file.flush()
            return blind.removals(pathlib.Path(file.name))

    def test_every_removal_fits_the_sources(self):
        for entry in blind.removals(ROOT / "ci" / "blind.toml"):
            text = (ROOT / entry["file"]).read_text()
            self.assertNotEqual(blind.patched(entry, text), text, entry["name"])

    def test_what_is_looked_for_must_stand_there_once(self):
        self.assertEqual(blind.patched(self.ENTRY, "one two"), "one 2")
        for text in "one", "two two":
            with self.assertRaisesRegex(blind.Stale, "a: its text stands"):
                blind.patched(self.ENTRY, text)

    def test_names_that_catch_takes(self):
        for name, plain in (("a law", "a law"), ("one, two", "one*"), ("a law/its section", "a law*"), ('the word "a"', "the word *")):
            self.assertEqual(blind.pattern(name), plain)

    def test_a_wrong_table(self):
        entry = "[[removal]]\nname = 'a'\nfloor = 'cases'\nfile = 'f'\nfind = 'x'\n"
        with self.assertRaisesRegex(blind.Stale, "a: its keys"):
            self.table(entry)
        with self.assertRaisesRegex(blind.Stale, "a: named twice"):
            self.table(2 * (entry + "replace = ''\n"))


if __name__ == "__main__":
    unittest.main()

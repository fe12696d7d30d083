"""What ci/blind does; see there."""

import argparse
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as xml

QUICK = 0.3  # seconds
KEYS = {"name", "floor", "file", "find", "replace"}


class Stale(Exception):
    """A removal that does not fit the sources."""


def removals(path):
    """The table, checked; in the order of the file."""
    table = tomllib.loads(path.read_text())["removal"]
    for entry in table:
        if set(entry) != KEYS:
            raise Stale(f"{entry.get('name', 'a removal without name')}: its keys are not {', '.join(sorted(KEYS))}")
    names = [entry["name"] for entry in table]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Stale(f"{', '.join(sorted(twice))}: named twice")
    return table


def patched(entry, text):
    """The text without what the removal takes away. What it looks for must stand there once."""
    found = text.count(entry["find"])
    if found != 1:
        raise Stale(f"{entry['name']}: its text stands {found} times in {entry['file']}, not once")
    return text.replace(entry["find"], entry["replace"])


def synchronise(root, copy):
    """Copies what git tracks or would, where it differs, so that little is built again."""
    listing = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True,
                             capture_output=True, text=True).stdout
    wanted = {name for name in listing.split("\0") if name and (root / name).is_file()}
    for name in wanted:
        target = copy / name
        if not target.is_file() or target.read_bytes() != (root / name).read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, target)
    for path in [path for path in copy.rglob("*") if path.is_file()]:
        name = path.relative_to(copy)
        if name.parts[0] != "build" and str(name) not in wanted:
            path.unlink()


def run(command, copy, **options):
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, errors="replace", check=False, **options)


def build(copy, floor, jobs):
    """Configures where needed and builds the tests of a floor; returns what the compiler said if it failed."""
    folder = copy / "build" / "no-torch"
    if not (folder / "build.ninja").exists():
        done = run(["cmake", "--preset", "no-torch", "-DATTEST_WERROR=OFF"], copy)
        if done.returncode:
            return done.stdout + done.stderr
    done = run(["ninja", "-C", str(folder), "-j", str(jobs), f"attest_{floor}_tests"], copy)
    return done.stdout + done.stderr if done.returncode else ""


def run_tests(copy, floor, *arguments):
    """Runs the tests of a floor; gives the name of one that fails, or nothing, and seconds by test."""
    folder = copy / "build" / "no-torch"
    environment = dict(os.environ, ATTEST_SOURCE_DIR=str(copy), ATTEST_BINARY_DIR=str(folder), ATTEST_PYTHON=sys.executable,
                       RC_PARAMS="seed=1 max_success=200")
    report = folder / "blind.xml"
    report.unlink(missing_ok=True)
    done = run([str(folder / "tests" / f"attest_{floor}_tests"), "--abort", "--reporter", "junit", "--out", str(report), *arguments],
               copy, env=environment)
    try:
        cases = list(xml.parse(report).iter("testcase"))
    except (OSError, xml.ParseError):
        cases = []
    wrong = [case.get("name") for case in cases if case.find("failure") is not None or case.find("error") is not None]
    ending = f"(the tests of {floor} ended with {done.returncode})" if done.returncode else ""
    return (wrong or [ending])[0], {case.get("name"): float(case.get("time")) for case in cases}


def pattern(test):
    """Names this test for Catch, which splits lists at commas; a section's name stands behind its test's."""
    plain = re.split(r"[,/\[\]\"\\\\*]", test)[0]
    return plain if plain == test else plain + "*"


class Tests:
    """The tests of a floor, the quick ones first: most removals show at once."""

    def __init__(self, copy, floor):
        self.copy, self.floor = copy, floor
        self.wrong, seconds = run_tests(copy, floor)
        self.lists = []
        for name, wanted in ("quick", lambda time: time < QUICK), ("slow", lambda time: time >= QUICK):
            path = copy / "build" / f"{floor}.{name}"
            path.write_text("\n".join(sorted({pattern(test) for test, time in seconds.items() if wanted(time)})))
            self.lists += [path] if path.stat().st_size else []

    def failing(self):
        """The name of the first test that fails, or nothing."""
        return next(filter(None, (run_tests(self.copy, self.floor, "--input-file", str(path))[0] for path in self.lists)), "")


def noticed(copy, entry, tests, jobs):
    """Which test notices the removal, or nothing; the copy is as before afterwards."""
    path = copy / entry["file"]
    whole = path.read_text()
    path.write_text(patched(entry, whole))
    try:
        errors = build(copy, entry["floor"], jobs)
        if errors:
            raise Stale(f"{entry['name']}: it does not compile any more:\n{errors[-3000:]}")
        return tests.failing()
    finally:
        path.write_text(whole)


def chosen(table, patterns):
    names = [entry["name"] for entry in table]
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            sys.exit(f"blind: no removal matches '{pattern}'; see --list")
    return [entry for entry in table if not patterns or any(fnmatch.fnmatch(entry["name"], p) for p in patterns)]


def blind(options, table):
    copy = options.root / ".attest" / "blind"
    synchronise(options.root, copy)
    for entry in table:  # a stale one is known before anything is built
        patched(entry, (copy / entry["file"]).read_text())
    tests = {}
    for floor in sorted({entry["floor"] for entry in table}):
        wrong = build(copy, floor, options.jobs)
        if not wrong:
            tests[floor] = Tests(copy, floor)
            wrong = tests[floor].wrong
        if wrong:
            raise Stale(f"the tests of {floor} fail with nothing removed: {wrong[-3000:]}")
    unnoticed = []
    for entry in table:
        test = noticed(copy, entry, tests[entry["floor"]], options.jobs)
        unnoticed += [] if test else [entry["name"]]
        print(f"{entry['name']:<28} {'noticed by: ' + test if test else 'UNNOTICED'}", flush=True)
    print(f"{len(table)} removals, {len(unnoticed)} unnoticed" + (f": {', '.join(unnoticed)}" if unnoticed else ""))
    return 1 if unnoticed else 0


def main():
    parser = argparse.ArgumentParser(prog="ci/blind")
    parser.add_argument("--root", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    try:
        table = chosen(removals(options.root / "ci" / "blind.toml"), options.names)
        if options.list:
            print("\n".join(entry["name"] for entry in table))
            return 0
        return blind(options, table)
    except (Stale, OSError, tomllib.TOMLDecodeError) as error:
        print(f"blind: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

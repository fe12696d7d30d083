"""Holds the floors of the house: which folder may include which. Fails with the place of each violation.

    python ci/check_includes.py [ROOT]
"""

import pathlib
import re
import sys

# A folder may include itself and these. reference, backends and reports are blind to each other: the accused never see
# what judges them. `harness` is the only one that knows them all.
ALLOWED = {
    "cases": set(),
    "reference": {"cases"},
    "backends": {"cases"},
    "reports": {"cases"},
    "harness": {"cases", "reference", "backends", "reports"},
}
TORCH = re.compile(r"^(torch|ATen|c10)/")
JSON_OR_FMT = re.compile(r"^(nlohmann|fmt)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def complaint(file, included, quoted):
    """Why this file may not include that, or None. `file` is relative to the root."""
    folder = file.parts[0]
    target = included.split("/")[0]
    if quoted and "/" not in included:
        return "includes by a bare name; write the path from the root"
    if target in ALLOWED and target != folder and target not in ALLOWED[folder]:
        return f"{folder}/ may not include {target}/"
    if TORCH.match(included) and file.parts[:2] != ("backends", "torch"):
        return "Torch is included in backends/torch/ only"
    if TORCH.match(included) and file.name.endswith(".test.cpp"):
        return "no test includes Torch (its CHECK and Catch's clash)"
    if folder == "reference" and JSON_OR_FMT.match(included) and not file.name.endswith(".test.cpp"):
        return "reference/ is std only"
    return None


def violations(root):
    for folder in ALLOWED:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".cpp", ".hpp", ".h", ".cu"}:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = INCLUDE.match(line)
                if not found:
                    continue
                reason = complaint(path.relative_to(root), found[2], found[1] == '"')
                if reason:
                    yield f"{path.relative_to(root)}:{number}: {reason} ({found[2]})"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    broken = list(violations(root))
    print("\n".join(broken) if broken else "include rules hold")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

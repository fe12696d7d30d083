"""The include-rule check can fail: each rule, broken in a small tree of its own, is reported with its place."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).with_name("check_includes.py")


def checked(files):
    """Exit status and output of the check over a tree with these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class IncludeRules(unittest.TestCase):
    def broken(self, file, line, reason):
        status, output = checked({file: f"// a comment\n{line}\n"})
        self.assertEqual(status, 1)
        self.assertIn(f"{file}:2: {reason}", output)

    def test_floors(self):
        self.broken("cases/a.hpp", '#include "reference/b.hpp"', "cases/ may not include reference/")
        self.broken("reference/a.cpp", '#include "backends/b.hpp"', "reference/ may not include backends/")
        self.broken("backends/kernels/a.cpp", '#include "reference/b.hpp"', "backends/ may not include reference/")
        self.broken("reports/a.cpp", '#include "harness/b.hpp"', "reports/ may not include harness/")

    def test_libraries(self):
        self.broken("harness/a.cpp", "#include <ATen/Context.h>", "Torch is included in backends/torch/ only")
        self.broken("backends/torch/a.test.cpp", "#include <torch/torch.h>", "no test includes Torch")
        self.broken("reference/a.cpp", "#include <nlohmann/json.hpp>", "reference/ is std only")

    def test_bare_name(self):
        self.broken("cases/a.cpp", '#include "case.hpp"', "includes by a bare name")

    def test_what_is_allowed(self):
        status, _ = checked({"harness/a.cpp": '#include "reference/b.hpp"\n#include <vector>\n',
                             "backends/torch/a.cpp": "#include <ATen/Context.h>\n"})
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()

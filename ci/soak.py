"""What ci/soak does; see there."""

import argparse
import json
import subprocess
import sys

VERDICTS = ("agrees", "unspecified", "vacuous", "disagrees", "broke")
MANY = 100  # wrong cases of one backend and cache after which it is not worth going on
DTYPES = ("f32", "bf16", "f16", "f64")


def declared(attest, patterns):
    """Declarations of the backends whose names match, by name."""
    listing = subprocess.run([attest, "list", "backends", "--json"], check=True, capture_output=True, text=True).stdout
    declarations = [entry["declaration"] for entry in json.loads(listing)]
    wanted = patterns or [d["name"] for d in declarations if d["name"].endswith("@exact")]
    unknown = set(wanted) - {d["name"] for d in declarations}
    if unknown:
        sys.exit(f"soak: unknown backend {', '.join(sorted(unknown))}")
    return [d for d in declarations if d["name"] in wanted]


def caches(declaration):
    return [f.removeprefix("cache.") for f in declaration["features"] if f.startswith("cache.")]


def judged(options, backend, cache, seed, budget):
    """The report of one round of random cases."""
    command = [options.attest, "run", "--backend", backend, "--cache", cache, "--budget", str(budget),
               "--seed", str(seed), "--jobs", str(options.jobs), "--report", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"soak: {' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def dtype_of(line):
    return next((word.removeprefix("dtype=") for word in line.split() if word.startswith("dtype=")), "f32")


def soak(options, backend, cache):
    """Counts over rounds until enough cases agreed; a round is as long as what lacks, and a little for those refused."""
    total = {"counts": dict.fromkeys(VERDICTS, 0), "dtypes": dict.fromkeys(DTYPES, 0), "rho": 0.0, "wrong": []}
    seed = options.seed
    while (lacking := options.cases - total["counts"]["agrees"]) > 0 and len(total["wrong"]) < MANY:
        report = judged(options, backend, cache, seed, lacking + lacking // 4 + 50)
        for verdict in VERDICTS:
            total["counts"][verdict] += report["counts"][verdict]
        for entry in report["verdicts"]:
            total["dtypes"][dtype_of(entry["case"])] += entry["verdict"] != "refused"
        total["rho"] = max(total["rho"], report["by_backend"][backend]["max_rho"] or 0.0)
        total["wrong"] += [finding["repro"] for finding in report["findings"]]
        seed += 1
    return total


def main():
    parser = argparse.ArgumentParser(prog="ci/soak")
    parser.add_argument("--attest", required=True)
    parser.add_argument("--cases", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("backends", nargs="*")
    options = parser.parse_args()
    print(f"{'backend':<18} {'cache':<15}" + "".join(f"{v:>12}" for v in VERDICTS) +
          "".join(f"{d:>7}" for d in DTYPES) + f"{'max rho':>9}")
    wrong, count = [], 0
    for declaration in declared(options.attest, options.backends):
        for cache in caches(declaration):
            total = soak(options, declaration["name"], cache)
            wrong += total["wrong"]
            count += sum(total["counts"].values())
            print(f"{declaration['name']:<18} {cache:<15}" + "".join(f"{total['counts'][v]:>12}" for v in VERDICTS) +
                  "".join(f"{total['dtypes'][d]:>7}" for d in DTYPES) + f"{total['rho']:>9.3f}", flush=True)
    print(f"{count} cases judged, {len(wrong)} wrong" + "".join(f"\n  {line}" for line in wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

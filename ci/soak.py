"""What ci/soak does; see there."""

import argparse
import json
import math
import subprocess
import sys
import time

VERDICTS = ("agrees", "unspecified", "vacuous", "disagrees", "broke")
MANY = 100  # wrong cases of one backend and cache after which it is not worth going on
DTYPES = ("f32", "bf16", "f16", "f64")
NUMERIC = [f"{kernel}@exact" for kernel in ("eager", "sdpa-math", "sdpa-flash", "plain", "flash")]
ROUND = 2000  # cases of one report of the bound's soak


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


def report_of(options, words):
    """The report of one round of random cases."""
    command = [options.attest, "run", *words, "--jobs", str(options.jobs), "--report", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"soak: {' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def judged(options, backend, cache, seed, budget):
    return report_of(options, ["--backend", backend, "--cache", cache, "--budget", str(budget), "--seed", str(seed)])


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


def soak_caches(options):
    """A table row per backend and cache kind; the repro lines of what was wrong."""
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
    print(f"{count} cases judged, {len(wrong)} wrong")
    return wrong


def number(rho):
    """A rho of a report: an answer of nan has an infinite one, which JSON holds as a string."""
    return math.inf if isinstance(rho, str) else rho


def measure(options, backend):
    """rho of every measured case by dtype, until there are enough of them."""
    found = {"rho": {dtype: [] for dtype in DTYPES}, "suspicious": 0, "wrong": []}
    seed = options.seed
    while sum(map(len, found["rho"].values())) < options.cases and len(found["wrong"]) < MANY:
        report = report_of(options, ["--backend", backend, "--numbers-only", "--longest", str(options.longest),
                                     "--budget", str(min(ROUND, 2 * options.cases)), "--seed", str(seed)])
        for entry in report["verdicts"]:
            if entry["rho"] is not None:
                found["rho"][dtype_of(entry["case"])].append(number(entry["rho"]))
        found["suspicious"] += report["by_backend"][backend]["suspicious"]
        found["wrong"] += [finding["repro"] for finding in report["findings"]]
        seed += 1
    return found


def soak_bound(options):
    """A table row per backend with its profile; the repro lines of what was wrong, and the profiles that do not fit."""
    print(f"{'backend':<18} {'profile':<9}{'measured':>9}{'p50':>8}{'p99':>8}{'max rho':>9}{'suspicious':>12}" +
          "".join(f"{d + ' max':>10}" for d in DTYPES) + f"{'cases/s':>9}")
    wrong, largest = [], {}
    for declaration in declared(options.attest, options.backends or NUMERIC):
        started = time.monotonic()
        found = measure(options, declaration["name"])
        rho = sorted(value for values in found["rho"].values() for value in values)
        profile = declaration["profile"] if isinstance(declaration["profile"], str) else "its own"
        largest[profile] = max(largest.get(profile, 0.0), rho[-1])
        wrong += found["wrong"]
        print(f"{declaration['name']:<18} {profile:<9}{len(rho):>9}{rho[len(rho) // 2]:>8.3f}{rho[len(rho) * 99 // 100]:>8.3f}"
              f"{rho[-1]:>9.3f}{found['suspicious']:>12}" + "".join(f"{max(found['rho'][d], default=0.0):>10.3f}" for d in DTYPES) +
              f"{len(rho) / (time.monotonic() - started):>9.1f}", flush=True)
    unfit = [profile for profile, rho in largest.items() if not 0.05 <= rho <= 1]
    print("max rho per profile: " + ", ".join(f"{profile} {rho:.3f}" for profile, rho in largest.items()) + f"; {len(wrong)} wrong")
    return wrong + [f"profile {profile}: its largest rho is not between 0.05 and 1" for profile in unfit]


def main():
    parser = argparse.ArgumentParser(prog="ci/soak")
    parser.add_argument("--attest", required=True)
    parser.add_argument("--bound", action="store_true")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--longest", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("backends", nargs="*")
    options = parser.parse_args()
    options.cases = options.cases or (40000 if options.bound else 5000)
    wrong = soak_bound(options) if options.bound else soak_caches(options)
    print("".join(f"  {line}\n" for line in wrong[:20]), end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

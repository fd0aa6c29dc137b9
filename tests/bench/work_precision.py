#!/usr/bin/env python3
"""Work-precision diagrams: CPU time against the error of forces, for both methods and, beside them, an older program.

usage: work_precision.py NEW [OLD] [--repeat N] [--out DIR] [--case NAME]...

NEW, OLD: the commands (build/release/gudgeon; OLD of a version before `analysis: {method: radau}`, whose generalized-alpha was of index 3).
By hand, not by ctest: it takes some ten minutes, and wants an idle machine. Error: largest over all samples of every force and moment, relative
to its peak, against a tight run of Radau's method; the worst column counts. CPU: user time of the process less that of a run to 1e-9 of the
end (start, input, output files), the least of
several runs in turn with those of the other programs. Written: work_precision.csv, a png per case, and
the table of docs/performance.md (CPU seconds for errors of 1e-2, 1e-3, 1e-4, 1e-6, by interpolation of logarithms)."""
import argparse
import math
import os
import re
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "studies"))
from common import OUT, model, read_csv, study  # noqa: E402

LEVELS = (1e-2, 1e-3, 1e-4, 1e-6)
LONGEST = 5.0  # a sweep of tolerances ends behind a run of so many seconds
ENOUGH = 0.3  # short runs are repeated up to 4 N times, until they have taken N times so many seconds
# name, text, parameters, parameter of the end (name, value), tolerance of the reference
CASES = (
    ("slider_crank", "free slider-crank, 5 s", lambda: model("orders.yaml"), {"sample": "5e-3 s"}, ("end", 5.0, "s"), "1e-12"),
    ("andrews", "Andrews' squeezer", lambda: study("benchmarks/andrews.yaml"), {"sample": "1e-4 s"}, ("end", 0.03, "s"), "1e-12"),
    ("driven_film", "driven crank on a film", lambda: study("benchmarks/driven_film.yaml"), {}, ("revolutions", 2, ""), "1e-11"),
    ("double_pendulum", "double pendulum, E = 6.9e8 Pa, 2 x 8 beams, 0.5 s", lambda: study("tian2010/double_pendulum.yaml"),
     {"E": "6.9e8 Pa", "elements": "8", "sample": "2e-3 s", "vtk": "0"}, ("end", 0.5, "s"), "1e-12"),
    ("connecting_rod", "connecting rod, lubricated, 1 revolution", lambda: study("connecting_rod.yaml"), {}, ("revolutions", 1, ""), "1e-12"),
    ("four_bar_lubricated", "spatial four-bar, lubricated, 0.5 s", lambda: study("flores2009/spatial_four_bar.yaml"),
     {"joint": "lubricated", "sample": "1e-3 s"}, ("end", 0.5, "s"), "1e-13"),
    ("four_bar_dry", "spatial four-bar, dry, 0.05 s (7 impacts)", lambda: study("flores2009/spatial_four_bar.yaml"),
     {"joint": "dry", "sample": "5e-5 s"}, ("end", 0.05, "s"), "1e-14"),
)
SWEEP = {"radau": ["1e-%d" % k for k in range(4, 13)], "generalized_alpha": ["1e-%d" % k for k in range(5, 14)],
         "old": ["1e-%d" % k for k in range(5, 15)]}
TITLES = {"radau": "Radau IIA", "generalized_alpha": "generalized-alpha, stabilised", "old": "version 0.1.0"}


def prepare(text, method, tolerance):
    """`analysis:` with the method and the tolerance, and no frames."""
    for key in ("method", "stabilisation", "tolerance"):
        text = re.sub(r"(?m)^(analysis: \{.*?)(, )?\b%s: [^,}]*" % key, r"\1", text)
    head, _, tail = text.partition("\nanalysis:")
    lines = [x for x in tail.split("\n") if not re.match(r"  (method|stabilisation|tolerance): ", x)]
    new = "tolerance: %s" % tolerance + ("" if method == "old" else ", method: %s" % method)
    if "{" in lines[0]:
        lines[0] = lines[0].replace("{", "{%s, " % new, 1)
    else:
        lines[0] += "\n  " + new.replace(", ", "\n  ")
    return head + "\nanalysis:" + re.sub(r"vtk: [^\n,}]*", "vtk: 0", "\n".join(lines))


def run(program, text, name, sets):
    """(user time, columns, log) of one run"""
    os.makedirs(OUT, exist_ok=True)
    path, folder = os.path.join(OUT, name + ".yaml"), os.path.join(OUT, name)
    with open(path, "w") as f:
        f.write(text)
    command = [program, "run", path, "--out", folder] + [w for k, v in sets.items() for w in ("--set", "%s=%s" % (k, v))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    p = subprocess.run(command, capture_output=True, text=True, errors="replace")
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if p.returncode != 0:
        return cpu, None, p.stdout + p.stderr
    with open(os.path.join(folder, "run.log"), errors="replace") as f:
        return cpu, read_csv(os.path.join(folder, "probes.csv")), f.read()


def forces(log):
    return [n for n, u in re.findall(r"(?m)^probe (\S+), unit (.*)$", log) if u in ("N", "N m")]


def error(columns, ref, names):
    worst = 0.0
    for n in names:
        if len(columns[n]) != len(ref[n]):
            return math.inf
        e = [abs(a - b) for a, b in zip(columns[n], ref[n])]
        if any(math.isnan(x) for x in e):
            return math.inf
        worst = max(worst, max(e) / max(map(abs, ref[n])))
    return worst


def measure(case, programs, repeat):
    """[(method, tolerance, error, CPU, steps)]"""
    name, _, text, sets, end, tight = case
    text = text()
    full = dict(sets, **{end[0]: "%.17g %s" % (end[1], end[2])})
    short = dict(sets, **{end[0]: "%.17g %s" % (1e-9 * end[1], end[2])})
    _, ref, log = run(programs["radau"], prepare(text, "radau", tight), name + "_reference", full)
    if ref is None:
        raise SystemExit("%s: no reference\n%s" % (name, log[-1500:]))
    names = forces(log)
    points, alive = [], dict.fromkeys(programs, True)
    start = {m: min(run(p, prepare(text, m, "1e-6"), name, short)[0] for _ in range(5 * repeat)) for m, p in programs.items()}
    for k in range(max(map(len, SWEEP.values()))):
        todo = [m for m in programs if alive[m] and k < len(SWEEP[m]) and not (m == "radau" and float(SWEEP[m][k]) < 9 * float(tight))]
        best = dict.fromkeys(todo, math.inf)
        result = {}
        for turn in range(4 * repeat):
            for m in todo:
                if best[m] < math.inf and turn * best[m] > repeat * ENOUGH:
                    continue
                cpu, columns, log = run(programs[m], prepare(text, m, SWEEP[m][k]), name, full)
                best[m], result[m] = min(best[m], cpu), (columns, log)
        for m in todo:
            columns, log = result[m]
            if columns is None:
                print("  %s %s failed: %s" % (m, SWEEP[m][k], log.strip().splitlines()[-1] if log.strip() else ""))
                continue
            steps = int(log.split(" steps,")[0].split()[-1])
            points.append((m, SWEEP[m][k], error(columns, ref, names), max(best[m] - start[m], 1e-3), steps))
            print("  %-18s %s  error %.1e  CPU %.3f s  steps %d" % (points[-1][0], *points[-1][1:]), flush=True)
            alive[m] = best[m] < LONGEST
    return points


def at_level(points, level):
    """CPU for an error, by interpolation of logarithms on what is not beaten by a cheaper run; text"""
    front, least = [], math.inf
    for e, c in sorted(((e, c) for _, _, e, c, _ in points if e > 0), key=lambda x: x[1]):
        if e < least:
            front.append((e, c))
            least = e
    if not front or front[-1][0] > level:
        return "-" if not front else "> %.2g" % front[-1][1]
    if front[0][0] <= level:
        return "%.2g" % front[0][1]
    for (e0, c0), (e1, c1) in zip(front, front[1:]):
        if e1 <= level <= e0:
            x = math.log(e0 / level) / math.log(e0 / e1)
            return "%.2g" % math.exp(math.log(c0) + x * math.log(c1 / c0))


def plot(name, title, points, out):
    """gnuplot; the data go in with the commands"""
    data, curves = "", []
    for m in TITLES:
        rows = [(c, e) for q, _, e, c, _ in points if q == m and 0 < e < math.inf]  # in the order of tolerances
        if rows:
            data += "$%s << END\n%s\nEND\n" % (m, "\n".join("%.6g %.6g" % r for r in rows))
            curves.append("$%s using 2:1 with linespoints lw 2 pt 7 ps 1.2 title '%s'" % (m, TITLES[m]))
    png = os.path.join(out, "work_precision_%s.png" % name)
    script = data + ("set terminal pngcairo size 1150,600 font 'sans,14'\nset output '%s'\nset logscale xy\nset format xy '10^{%%T}'\nset grid\n"
                     "set xlabel 'error of forces / peak'\nset ylabel 'CPU (s)'\nset title \"%s\"\nset xrange [*:*] reverse\nset key outside right top Left reverse\nplot %s\n"
                     % (png, title, ", ".join(curves)))
    subprocess.run(["gnuplot"], input=script, text=True, check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("new")
    parser.add_argument("old", nargs="?")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--out", default=OUT)
    parser.add_argument("--case", action="append")
    args = parser.parse_args()
    programs = {"radau": args.new, "generalized_alpha": args.new, **({"old": args.old} if args.old else {})}
    os.makedirs(args.out, exist_ok=True)
    table, rows = [], []
    for case in CASES:
        if args.case and case[0] not in args.case:
            continue
        print(case[1], flush=True)
        points = measure(case, programs, args.repeat)
        plot(case[0], case[1], points, args.out)
        rows += [(case[0], *p) for p in points]
        table += ["| %s | %s | %s |" % (case[1], TITLES[m], " | ".join(at_level([p for p in points if p[0] == m], x) for x in LEVELS))
                  for m in programs]
    with open(os.path.join(args.out, "work_precision.csv"), "w") as f:
        f.write("case,method,tolerance,force_error,cpu,steps\n")
        f.writelines("%s,%s,%s,%.3e,%.4g,%d\n" % r for r in rows)
    print("| case | method | %s |\n|---|---|%s" % (" | ".join("%.0e" % x for x in LEVELS), "---:|" * len(LEVELS)))
    print("\n".join(table))


if __name__ == "__main__":
    main()

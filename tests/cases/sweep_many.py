#!/usr/bin/python3
# label: study
"""gudgeon sweep over several parameters: grids and samples in one table, resumed after kill -9 byte by byte, statistics, main
effects and Sobol indices against closed forms; what is refused."""
import math
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, OUT, below, call, check, finish, folder, model, read_rows, study, text_of

# the model's result is a formula of its parameters: y = a + 2 b + a b
FORMULA = model("formula", """
space: 2d
parameters: {a: 0, b: 0, word: {default: one, choices: [one, two, three]}, long: 1 mm}
bodies: {block: {type: rigid_body2d, at: [0, 0], mass: 1 kg, inertia: 1 kg m^2}}
joints: {hold: {type: fixed, a: ground, b: block}}
probes:
  y: {type: expression, value: "a + 2*b + a*b"}
  z: {type: expression, value: "(long)^2"}
analysis: {type: static}
output: {vtk: 0}
""")


def rows(out, name):
    return read_rows(os.path.join(out, name))


def sweep(out, path, *words):
    return call(["sweep", path, "--out", out, *words])


# ---- grid: every combination, the last parameter fastest; exact indices ----

out = folder("grid")
done = sweep(out, FORMULA, "--over", "a=0,1", "--over", "b=0:2:3", "--result", "y.last, y.max")
check(done.returncode == 0 and not done.stderr, f"a grid of 2 x 3 {done.stderr[-300:]}")
table = rows(out, "sweep.csv")
check([(float(r["a"]), float(r["b"])) for r in table] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)], "all combinations")
values = [a + 2 * b + a * b for a in (0, 1) for b in (0, 1, 2)]
check([float(r["y.last"]) for r in rows(out, "results.csv")] == values, "results.csv has the results")
stat = rows(out, "statistics.csv")[0]
check(int(stat["points"]) == 6 and float(stat["min"]) == 0 and float(stat["max"]) == 7 and float(stat["q50"]) == statistics.median(values),
      "statistics: points, extremes, median")
below(abs(float(stat["mean"]) - statistics.mean(values)) + abs(float(stat["sd"]) - statistics.stdev(values)), 1e-13, "mean and sd")
effect = {(r["parameter"], float(r["value"])): float(r["mean"]) for r in rows(out, "effects.csv") if r["result"].startswith("y.last")}
want = {("a", 0): 2, ("a", 1): 4, ("b", 0): 0.5, ("b", 1): 3, ("b", 2): 5.5}
check(effect == want, f"main effects are means over lines of the grid: {effect}")
V = statistics.pvariance(values)
index = {r["parameter"]: r for r in rows(out, "indices.csv") if r["result"].startswith("y.last")}
for name, part in (("a", statistics.pvariance([2, 4])), ("b", statistics.pvariance([0.5, 3, 5.5]))):
    rest = {"a": statistics.pvariance([0.5, 3, 5.5]), "b": statistics.pvariance([2, 4])}[name]
    below(abs(float(index[name]["first"]) - part / V) + abs(float(index[name]["total"]) - 1 + rest / V), 1e-8, f"{name}: indices of the grid")
check("y.max" in done.stdout and "first order index" in done.stdout, "printed, too")
check(os.path.getsize(os.path.join(out, "plots", "effects_y.last.png")) > 5000, "and drawn")
done = sweep(out, FORMULA, "--over", "a=0,1", "--over", "b=0:2:3", "--result", "y.mean")
check(done.returncode == 0 and "6 of 6 values are done already" in done.stderr and "y.mean" in text_of(out, "statistics.csv"),
      "other results of the same points: nothing is computed again")

# ---- Ishigami's function in a model of expressions: closed form ----

PI = "3.14159265358979"
OVER = [word for k in (1, 2, 3) for word in ("--over", f"x{k}=-{PI}:{PI}")]
a, b, p4 = 7, 0.1, math.pi ** 4
V1, V2, V13 = 0.5 * (1 + b * p4 / 5) ** 2, a * a / 8, 8 * b * b * p4 * p4 / 225
V = V1 + V2 + V13
EXACT = {"x1": (V1 / V, (V1 + V13) / V), "x2": (V2 / V, V2 / V), "x3": (0, V13 / V)}
out = folder("ishigami")
done = sweep(out, study("benchmarks/ishigami.yaml"), *OVER, "--sample", "sobol:128", "--result", "y.last")
check(done.returncode == 0, f"Ishigami, 128 points {done.stderr[-300:]}")
for r in rows(out, "indices.csv"):
    first, total = EXACT[r["parameter"]]
    below(max(abs(float(r["first"]) - first), abs(float(r["total"]) - total)), 1e-5,
          f"Ishigami, {r['parameter']}: {float(r['first']):.7f}, {float(r['total']):.7f}; exact {first:.7f}, {total:.7f}; error")
    below(abs(float(r["total"]) - total), 1.5 * (float(r["total_high"]) - float(r["total_low"])), "within three half widths of the confidence")
stat = rows(out, "statistics.csv")[0]
below(abs(float(stat["mean"]) - 3.5), 3 * float(stat["error"]), "mean 7/2 within three standard errors")

# ---- distributions ----

out = folder("distributions")
done = sweep(out, FORMULA, "--over", "a=normal(3, 0.5)", "--over", "long=lognormal(20 um, 0.3)", "--over", "word=one,two,three", "--sample",
             "lhs:60", "--seed", "5", "--set", "b=0", "--result", "y.last,z.last")
check(done.returncode == 0, f"normal, lognormal and words {done.stderr[-300:]}")
table = rows(out, "sweep.csv")
x = sorted((float(r["a"]) - 3) / 0.5 for r in table)
normal = statistics.NormalDist()
# a Latin hypercube has one point in each of 60 parts of equal probability
check(all(int(normal.cdf(v) * 60 + 1e-9) == i for i, v in enumerate(x)), "normal: one point in each part of probability 1/60")
x = sorted(math.log(float(r["long"]) / 20e-6) / 0.3 for r in table)
check(all(int(normal.cdf(v) * 60 + 1e-6) == i for i, v in enumerate(x)), "lognormal: its logarithm alike")
check(all(sum(r["word"] == w for r in table) == 20 for w in ("one", "two", "three")), "each word equally often")
index = {(r["result"], r["parameter"]): r for r in rows(out, "indices.csv")}
check(float(index["y.last [-]", "a"]["first"]) > 0.999 and float(index["y.last [-]", "word"]["total"]) < 1e-3, "all of y comes from a")
again = folder("distributions_2")
sweep(again, FORMULA, "--over", "a=normal(3, 0.5)", "--over", "long=lognormal(20 um, 0.3)", "--over", "word=one,two,three", "--sample",
      "lhs:3", "--seed", "6", "--set", "b=0")
check(rows(again, "sweep.csv")[0]["a"] != table[0]["a"], "another seed, another sample")
out = folder("blocks")
done = sweep(out, FORMULA, "--over", "a=0:1", "--over", "b=uniform(0, 1)", "--sample", "saltelli:16", "--result", "y.last")
check(done.returncode == 0 and len(rows(out, "sweep.csv")) == 64 and rows(out, "indices.csv")[0]["method"] == "blocks" and
      int(rows(out, "statistics.csv")[0]["points"]) == 32, "saltelli:16 of two parameters: 64 points, of which 32 count in means")

# ---- Latin hypercube of three clearances on the four-bar, killed and resumed ----

BAR = ["--set", "others=dry", "--set", "revolutions=0.25", "--set", "tolerance=1e-7", "--set", "sample=2e-4 s", "--over",
       "clearance=normal(200 um, 20 um)", "--over", "crank_clearance=normal(200 um, 20 um)", "--over", "pivot_clearance=0.1 mm:0.3 mm",
       "--sample", "lhs:24", "--result", "crank_moment.max,follower_acceleration.rms,joint_force.at(0.005 s)", "--jobs", "2"]
PATH = study("flores2007/four_bar.yaml")


def points_done(out):
    points = os.path.join(out, "points")
    names = sorted(os.listdir(points)) if os.path.isdir(points) else []
    files = {name: os.path.join(points, name, "summary.csv") for name in names}
    return {name: os.stat(path).st_mtime_ns for name, path in files.items() if os.path.exists(path)}


def wait_for(condition, seconds=300):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


whole = folder("whole")
done = sweep(whole, PATH, *BAR)
check(done.returncode == 0, f"four-bar, 24 points of three clearances {done.stderr[-300:]}")
out = folder("killed")
process = subprocess.Popen([GUDGEON, "sweep", PATH, "--out", out, *BAR], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=OUT,
                           env=ENVIRONMENT)
check(wait_for(lambda: len(points_done(out)) >= 8), "eight points done")
process.kill()
process.communicate()
first = points_done(out)
check(8 <= len(first) < 24 and not os.path.exists(os.path.join(out, "sweep.csv")), f"killed with {len(first)} of 24 points done")
done = sweep(out, PATH, *BAR)
last = points_done(out)
check(done.returncode == 0 and all(last[k] == first[k] for k in first), "resumed: no point is computed twice")
for name in ("sweep.csv", "bifurcation.csv", "results.csv", "statistics.csv", "effects.csv", "indices.csv"):
    if name != "bifurcation.csv" or os.path.exists(os.path.join(whole, name)):
        check(text_of(out, name) == text_of(whole, name), f"{name} is byte by byte that of a sweep in one go")
other = sweep(out, PATH, *BAR, "--seed", "2")
check(other.returncode == 2 and "another sweep" in other.stderr, "another seed in this folder is refused")

# ---- refused ----

for text, words in (("needs --sample", ["--over", "a=0:1"]), ("needs --sample", ["--over", "a=normal(0, 1)"]),
                    ("written as lhs:N", ["--over", "a=0:1", "--sample", "lhs"]),
                    ("written as lhs:N", ["--over", "a=0:1", "--sample", "latin:5"]),
                    ("written as lhs:N", ["--over", "a=0:1", "--sample", "lhs:1"]),
                    ("too many points", ["--over", "a=0:1", "--sample", "lhs:1000000"]),
                    ("too many points", ["--over", "a=0:1:1000", "--over", "b=0:1:1000"]),
                    ("is given in two", ["--over", "a=0,1", "--over", "a=0,1"]),
                    ("a distribution is", ["--over", "a=gauss(0, 1)", "--sample", "lhs:5"]),
                    ("two numbers in brackets", ["--over", "a=normal(0)", "--sample", "lhs:5"]),
                    ("two numbers in brackets", ["--over", "a=normal(0, x)", "--sample", "lhs:5"]),
                    ("different units", ["--over", "long=normal(1 mm, 1)", "--sample", "lhs:5"]),
                    ("has no unit", ["--over", "long=lognormal(1 mm, 1 mm)", "--sample", "lhs:5"]),
                    ("deviation must be above 0", ["--over", "a=normal(1, 0)", "--sample", "lhs:5"]),
                    ("median must be above 0", ["--over", "a=lognormal(0, 1)", "--sample", "lhs:5"]),
                    ("--seed needs --sample", ["--over", "a=0,1", "--seed", "3"]),
                    ("whole number", ["--over", "a=0:1", "--sample", "lhs:5", "--seed", "1.5"]),
                    ("no probe 'w'", ["--over", "a=0,1", "--result", "w.max"]),
                    ("max, min, mean, rms, last", ["--over", "a=0,1", "--result", "y.maximum"]),
                    ("say which of its values", ["--over", "a=0,1", "--result", "y"]),
                    ("with an instant", ["--over", "a=0,1", "--result", "y.at(x)"]),
                    ("comma is missing", ["--over", "a=0,1", "--result", "y.max y.min"]),
                    ("written as PROBE.max", ["--over", "a=0,1", "--result", "y.max,"])):
    done = sweep(folder("refused"), FORMULA, *words)
    check(done.returncode == 2 and text in done.stderr, f"refused: {' '.join(words)}: {done.stderr.strip()[:150]}")
    check(not os.path.exists(os.path.join(OUT, "refused")), "and nothing is written")

finish()

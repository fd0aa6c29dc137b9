#!/usr/bin/env python3
# label: study
"""Runs that begin on their periodic motion: `analysis: {type: periodic}` and `until: periodic` with `accelerate: yes`.

type: periodic: Duffing's orbits (tests/reference, DOP853 and collocation) at the section, by period, by a sweep (stable and largest multiplier in its
table), by an unknown period from a section by a probe (oil whirl against collocation). accelerate: the connecting
rod of Tian et al. (E = 5e9 Pa, lubricated) settles with at most a quarter of the steps that simulation takes, and not farther from a reference
of its own at tighter tolerances.

It fails for a period that is not taken from the model, a search whose counts leak into the run, an extrapolation that is not better than simulation."""
import csv
import math
import os
import shutil
import subprocess

from common import GUDGEON, OUT, SOURCE, Report

rep = Report("runs on periodic motions")
BENCH = os.path.join(SOURCE, "studies", "benchmarks")


def model(name, text):
    path = os.path.join(OUT, name + ".yaml")
    os.makedirs(OUT, exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def call(*words, code=0):
    p = subprocess.run([GUDGEON, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    rep.true(" ".join(words[:1]) + " " + os.path.basename(words[1]), p.returncode == code, "exit code %d" % code, "%d %s" % (p.returncode, p.stdout[-500:]))
    return p.stdout


def folder(name):
    out = os.path.join(OUT, name)
    shutil.rmtree(out, ignore_errors=True)
    return out


def table(*path):
    with open(os.path.join(OUT, *path), encoding="utf-8") as f:
        return [{k.split(" [")[0]: v for k, v in r.items()} for r in csv.DictReader(f)]


def reference(name):
    with open(os.path.join(SOURCE, "tests", "reference", name + ".csv"), encoding="utf-8") as f:
        return list(csv.DictReader(line for line in f if not line.startswith("#")))


def sets(**values):
    return [w for k, v in values.items() for w in ("--set", "%s=%s" % (k.replace("__", "."), v))]


# ---- type: periodic, the period from `poincare:` ----

with open(os.path.join(BENCH, "duffing.yaml"), encoding="utf-8") as f:
    duffing = f.read()
start = duffing.index("analysis:")
end = duffing.index("\n", start)
on_orbit = model("duffing_orbit", duffing[:start] + "analysis: {type: periodic, tolerance: tolerance}" + duffing[end:])
r = next(r for r in reference("duffing") if r["branch"] == "upper" and float(r["w"]) == 1.12)
near = sets(w=1.12, x0=float(r["x0"]) + 0.02, v0=float(r["v0"]) - 0.02)
text = call("run", on_orbit, "--out", folder("duffing_orbit"), *near)
got = table("duffing_orbit", "periodic.csv")[0]
rep.below("Duffing, type: periodic: orbit", "DOP853, collocation", max(abs(float(got["x"]) - float(r["x0"])), abs(float(got["v"]) - float(r["v0"]))), 1e-8)
rep.below("its period", "2 pi/w", abs(float(got["period"]) * 1.12 / (2 * math.pi) - 1), 1e-14)
m = table("duffing_orbit", "multipliers.csv")
rep.below("its multipliers", "DOP853", abs(complex(float(m[0]["real"]), float(m[0]["imag"])) - complex(float(r["m1re"]), abs(float(r["m1im"])))), 1e-7)
rows = table("duffing_orbit", "probes.csv")
rep.below("the run is one period long and closes", "0", abs(float(rows[-1]["x"]) - float(rows[0]["x"])) + abs(float(rows[-1]["t"]) - float(got["period"])), 1e-9)
one = table("duffing_orbit", "summary.csv")[0]
rep.true("steps of the search are not those of the run", len(rows) > 100 and float(one["steps"]) < 2500, "below 2500", one["steps"])
rep.true("the summary says it", "periodic motion: stable" in text, "stable", text[-900:])

text = call("run", "--resume", os.path.join(OUT, "duffing_orbit"))
rep.true("a run that is done stays so", table("duffing_orbit", "summary.csv")[0]["steps"] == one["steps"], one["steps"],
         table("duffing_orbit", "summary.csv")[0]["steps"])

# ---- a sweep over it: the middle branch is unstable at 1.125; both are in the table ----

middle = next(r for r in reference("duffing") if r["branch"] == "middle")
call("sweep", on_orbit, "--over", "w=1.12,%s" % middle["w"], "--result", "orbit.multiplier_max,orbit.period", "--out", folder("orbit_sweep"), *sets(x0=middle["x0"], v0=middle["v0"]))
last = table("orbit_sweep", "sweep.csv")[1]
rep.true("sweep: the motion between the folds is unstable", last["orbit.stable"] == "0", "0", last["orbit.stable"])
rep.below("sweep: its largest multiplier", "DOP853", abs(float(last["orbit.multiplier_max"]) - max(float(middle["m1re"]), float(middle["m2re"]))), 1e-7)

# ---- the period is unknown: from a section by a probe ----

G, C, R, L, MASS = 9.81, 50e-6, 25e-3, 20e-3, 10.0
U = math.sqrt(G / C)
r = reference("rotor_limit_cycle")[0]
with open(os.path.join(BENCH, "rotor.yaml"), encoding="utf-8") as f:
    rotor = f.read()
start = rotor.index("analysis:")
whirl = model("whirl_orbit", rotor[:start] + "poincare: {zero: ecc_y, offset: %.17g}\nanalysis: {type: periodic, end: %.17g s, tolerance: 1e-10}\noutput: {vtk: 0}\n"
              % (-0.25 * C, 30 / U))
call("run", whirl, "--out", folder("whirl_orbit"),
     *sets(drive="prescribed", clearance="%.17g m" % C, radius="%.17g m" % R, length="%.17g m" % L,
           viscosity=float(r["S0"]) * C**2 * MASS * G / (R * L**3 * U), speed="%.17g rad/s" % (float(r["w"]) * U), step=0,
           x="%.17g m" % ((float(r["X0"]) + 0.01) * C), y="%.17g m" % ((float(r["Y0"]) - 0.01) * C), vx="%.17g m/s" % (float(r["U0"]) * C * U)))
got = table("whirl_orbit", "periodic.csv")[0]
rep.below("oil whirl, period from a section", "collocation", abs(float(got["period"]) * U / float(r["T"]) - 1), 1e-8)

# ---- what a model may not say ----

for words, said in (("{type: periodic, end: 1 s}", "which period?"), ("{type: periodic, period: 1 s, guess: 1 s}", "not both"),
                    ("{type: periodic, period: 1 s, method: generalized_alpha}", "leave it out"), ("{accelerate: yes}", "is for until: periodic")):
    start = duffing.index("poincare:")
    text = call("run", model("wrong", duffing[:start] + "analysis: " + words + "\n"), "--out", folder("wrong"), code=2)
    rep.true("wrong: " + words, said in text and "wrong.yaml:" in text, said, text[-300:])

# ---- accelerate: a lubricated, flexible connecting rod ----

ROD = """include: %s
parameters: {accelerate: {default: no, choices: [no, yes]}, repeat: 1e-6}
poincare: {period: 2*pi/speed}
analysis: {until: periodic, accelerate: $accelerate, period_tolerance: repeat}
""" % os.path.join(SOURCE, "studies", "tian2010", "slider_crank.yaml")
rod = model("rod", ROD)


def settled(name, **values):
    """Steps of the search and of the run, the eccentricity and slider_v of the last section, periods of the run, of the search."""
    text = call("run", rod, "--out", folder(name), *sets(joint="lubricated", elements=4, end="4 s", sample="1 s", **values))
    found = [line for line in text.splitlines() if line.startswith("accelerated:")]
    steps = int(found[0].split(" steps")[0].split()[-1]) if found else 0
    searched = int(found[0].split(" periods")[0].split()[-1]) if found else 0
    last = table(name, "poincare.csv")[-1]
    one = table(name, "summary.csv")[0]
    rep.true(name + ": the motion repeats", one["period"] not in ("0", ""), "a period", one["period"])
    return steps + int(one["steps"]), [float(last[k]) for k in ("ecc_x", "ecc_z", "slider_v")], int(one["crossings"]), searched


exact = settled("rod_exact", accelerate="yes", tolerance=1e-10, repeat=1e-8)
slow = settled("rod_simulated", accelerate="no")
fast = settled("rod_accelerated", accelerate="yes")
rep.true("accelerate: steps", fast[0] <= 0.25 * slow[0], "at most a quarter of %d" % slow[0], "%d" % fast[0])
rep.true("accelerate: periods", fast[2] + fast[3] <= 0.25 * slow[2], "at most a quarter of %d" % slow[2], "%d + %d" % (fast[2], fast[3]))
rep.true("accelerate: few periods are recorded", fast[2] <= 6, "at most 6", "%d" % fast[2])
scale = [2e-4, 2e-4, 26.0]
apart = lambda a: max(abs(x - y) / s for x, y, s in zip(a[1], exact[1], scale))
rep.true("accelerate: not farther from the periodic motion than simulation", apart(fast) <= apart(slow), "%.3g" % apart(slow), "%.3g" % apart(fast))

rep.done()

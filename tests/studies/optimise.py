#!/usr/bin/python3
# label: study
"""gudgeon optimise: a tuned mass damper and the damping for a given overshoot against their closed forms; resumed after kill -9;
runs that fail; what is refused."""
import math
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, OUT, below, call, check, finish, folder, model, read_rows, study, text_of

if "without NLopt" in call(["optimise", study("benchmarks/tuned_damper.yaml"), "--vary", "f=2:1", "--minimise", "x.rms", "--out",
                            folder("built")]).stderr:
    print("built without NLopt: skipped")
    sys.exit(77)

# ---- Warburton 1982: the rms after a blow is least ----

MU = 0.1
F = math.sqrt(1 + MU / 2) / (1 + MU)
ZETA = math.sqrt(MU * (1 + 3 * MU / 4) / (4 * (1 + MU) * (1 + MU / 2)))
WORDS = ["--vary", "f=0.7:1.2", "--vary", "zeta=0.02:0.5", "--minimise", "x.rms", "--jobs", "2"]
DAMPER = study("benchmarks/tuned_damper.yaml")
whole = folder("damper")
done = call(["optimise", DAMPER, "--out", whole, *WORDS])
check(done.returncode == 0 and "BOBYQA" in done.stdout, f"tuned damper {done.stderr[-300:] if done.returncode else ''}")
history = read_rows(os.path.join(whole, "history.csv"))
best = history[int(history[-1]["best_run"]) - 1]
# tolerance 1e-4 of the ranges 0.5 and 0.48
below(abs(float(best["f"]) - F), 5e-5, f"f = {best['f']}, closed form {F:.9f}: error")
below(abs(float(best["zeta"]) - ZETA), 5e-5, f"zeta = {best['zeta']}, closed form {ZETA:.9f}: error")
check(len(history) < 40, f"{len(history)} runs")
check(float(best["objective"]) == min(float(r["objective"]) for r in history) == float(history[-1]["best"]), "the best of the table")
check(os.path.getsize(os.path.join(whole, "plots", "history.png")) > 5000, "drawn")
check(f'--set f="{float(best["f"]):.15g}"' in done.stdout, "printed as words for gudgeon run")


def points_done(out):
    points = os.path.join(out, "points")
    names = sorted(os.listdir(points)) if os.path.isdir(points) else []
    files = {name: os.path.join(points, name, "summary.csv") for name in names}
    return {name: os.stat(path).st_mtime_ns for name, path in files.items() if os.path.exists(path)}


out = folder("killed")
process = subprocess.Popen([GUDGEON, "optimise", DAMPER, "--out", out, *WORDS], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           cwd=OUT, env=ENVIRONMENT)
end = time.monotonic() + 300
while len(points_done(out)) < 8 and time.monotonic() < end:
    time.sleep(0.005)
process.kill()
process.communicate()
first = points_done(out)
check(8 <= len(first) < len(history), f"killed after {len(first)} of {len(history)} runs")
done = call(["optimise", DAMPER, "--out", out, *WORDS])
last = points_done(out)
check(done.returncode == 0 and all(last[k] == first[k] for k in first), "resumed: no run is made twice")
check(text_of(out, "history.csv") == text_of(whole, "history.csv"), "history.csv is byte by byte that of a search in one go")
done = call(["optimise", DAMPER, "--out", out, *WORDS, "--subject-to", "zeta <= 0.3"])
check(done.returncode == 2 and "another search" in done.stderr, "other words in this folder are refused")

# ---- the least damping for an overshoot of 5 %: -x.min/x.max = exp(-pi z/sqrt(1 - z^2)) ----

PLAIN = model("plain", """
space: 2d
parameters: {zeta: 0.2, w: 2*pi*1 Hz, k: 1 N/m}
bodies: {block: {type: point_mass, at: [0, 0], velocity: [1, 0], mass: 1 kg}}
forces:
  spring: {type: bushing, a: ground, b: block, stiffness: [w^2*1 kg, w^2*1 kg, 0], damping: [2*zeta*w*1 kg, 2*zeta*w*1 kg, 0]}
probes: {x: {type: position, of: block, component: x}}
analysis: {end: 2 s, step: 1 ms, rho: 1, stabilisation: projection}
output: {vtk: 0, sample: 20 ms}
""")
LOG = -math.log(0.05)
EXACT = LOG / math.hypot(math.pi, LOG)
out = folder("overshoot")
done = call(["optimise", PLAIN, "--vary", "zeta=0.05:0.95", "--minimise", "zeta", "--subject-to", "-x.min/x.max <= 0.05", "--tolerance",
             "1e-5", "--out", out])
check(done.returncode == 0 and "COBYLA" in done.stdout and "active" in done.stdout, f"overshoot {done.stderr[-300:] if done.returncode else ''}")
history = read_rows(os.path.join(out, "history.csv"))
best = history[int(history[-1]["best_run"]) - 1]
# extremes are those of steps: (w h)^2/8 = 5e-6 of each peak
below(abs(float(best["zeta"]) - EXACT), 5e-5, f"zeta = {best['zeta']}, closed form {EXACT:.9f}: error")
check(float(best["constraint_1"]) <= 1e-6, "the constraint is met")
same = call(["optimise", PLAIN, "--vary", "zeta=0.05:0.95", "--minimise", "zeta", "--subject-to", "0.05 >= -x.min/x.max", "--tolerance", "1e-5",
             "--out", folder("turned")])
check(same.returncode == 0 and text_of(os.path.join(OUT, "turned"), "history.csv") == text_of(out, "history.csv"), ">= is <= turned round")

# ---- runs that fail are worse than all others; limits ----

out = folder("failing")
done = call(["optimise", PLAIN, "--vary", "end=-1 s:3 s", "--vary", "zeta=0.1:0.9", "--minimise", "x.rms", "--out", out])
check(done.returncode == 2, "a parameter that the model has not")
bad = model("bad", text_of(OUT, "plain.yaml").replace("k: 1 N/m", "k: 0.6").replace("end: 2 s", "end: (k - 0.55)*1 s"))
done = call(["optimise", bad, "--vary", "k=0:1", "--vary", "zeta=0.1:0.9", "--minimise", "(k - 0.58)^2 + (zeta - 0.5)^2 + 0*x.rms/(1 m)", "--out",
             folder("bad")])
history = read_rows(os.path.join(OUT, "bad", "history.csv"))
check(done.returncode == 0 and any(r["code"] == "2" for r in history), f"a model that fails below k = 0.55: {len(history)} runs {done.stderr[-200:]}")
best = history[int(history[-1]["best_run"]) - 1]
below(math.hypot(float(best["k"]) - 0.58, float(best["zeta"]) - 0.5), 0.02, "and its least value beside that bound is approached")
done = call(["optimise", PLAIN, "--vary", "zeta=0.1:0.9", "--minimise", "zeta", "--subject-to", "zeta >= 2", "--out", folder("empty")])
check(done.returncode == 3 and "no run meets all constraints" in done.stderr, "constraints that nothing meets")
done = call(["optimise", DAMPER, *WORDS, "--max-runs", "6", "--out", folder("few")])
check(done.returncode == 3 and "not converged after 6 runs" in done.stderr, "too few runs are said")
done = call(["optimise", DAMPER, *WORDS, "--out", os.path.join(OUT, "few")])
check(done.returncode == 0 and text_of(os.path.join(OUT, "few"), "history.csv") == text_of(whole, "history.csv"), "with more it goes on")

for text, words in (("--vary is missing", ["--minimise", "x.rms"]), ("--minimise is missing", ["--vary", "zeta=0:1"]),
                    ("from below to", ["--vary", "zeta=1:0", "--minimise", "x.rms"]),
                    ("from below to", ["--vary", "zeta=1,2", "--minimise", "x.rms"]),
                    ("--log needs positive", ["--vary", "zeta=0:1", "--minimise", "x.rms", "--log"]),
                    ("is given in two", ["--vary", "zeta=0.1:1", "--vary", "zeta=0.1:1", "--minimise", "x.rms"]),
                    ("no probe 'y'", ["--vary", "zeta=0.1:1", "--minimise", "y.rms"]),
                    ("a probe has max", ["--vary", "zeta=0.1:1", "--minimise", "x.mode"]),
                    ("unknown name", ["--vary", "zeta=0.1:1", "--minimise", "x.rms + mass*1 m"]),
                    ("--minimise", ["--vary", "zeta=0.1:1", "--minimise", "x.rms + 1 N"]),
                    ("different units", ["--vary", "zeta=0.1:1", "--minimise", "x.rms", "--subject-to", "x.max <= 3 N"]),
                    ("EXPRESSION <= EXPRESSION", ["--vary", "zeta=0.1:1", "--minimise", "x.rms", "--subject-to", "x.max"]),
                    ("expression is missing", ["--vary", "zeta=0.1:1", "--minimise", "x.rms", "--subject-to", "x.max <="]),
                    ("between 0 and 0.1", ["--vary", "zeta=0.1:1", "--minimise", "x.rms", "--tolerance", "1"]),
                    ("t has no meaning", ["--vary", "zeta=0.1:1", "--minimise", "x.rms*t"])):
    done = call(["optimise", PLAIN, *words, "--out", folder("refused")])
    check(done.returncode == 2 and text in done.stderr, f"refused: {' '.join(words)}: {done.stderr.strip()[:160]}")
    check(not os.path.exists(os.path.join(OUT, "refused")), "and nothing is written")

finish()

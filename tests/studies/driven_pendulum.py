#!/usr/bin/env python3
# label: study
"""Period doubling and chaos of the driven pendulum, at the parameters of Baker and Gollub (baker_gollub1996, chapter 3):
periods and classes against the book, Lyapunov exponents and Poincare points against an independent integration with its
variational equation; a quasi-periodic motion; runs that end when they are periodic."""
import csv
import math
import os
import shutil
import subprocess
import sys

from common import GUDGEON, OUT, SOURCE, Report, log_number, read_csv, simulate, study
import driven_pendulum as oracle

sys.path.insert(0, os.path.join(SOURCE, "tests", "support"))
from oscillator import oscillator

rep = Report("driven pendulum")
MODEL = os.path.join(SOURCE, "studies", "benchmarks", "driven_pendulum.yaml")
T = 2 * math.pi / (2 / 3)
BOOK = {"0.9": ("periodic", 1), "1.07": ("periodic", 2), "1.15": ("chaotic", 0), "1.35": ("periodic", 1),
        "1.45": ("periodic", 2), "1.47": ("periodic", 4), "1.5": ("chaotic", 0)}


def call(*words):
    p = subprocess.run([GUDGEON, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    rep.true(" ".join(words[:2]), p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-500:]))
    return p.stdout


# ---- all of them in one sweep with classification ----

out = os.path.join(OUT, "book")
shutil.rmtree(out, ignore_errors=True)
call("sweep", MODEL, "--over", "drive=" + ",".join(BOOK), "--classify", "--set", "steps=200", "--set", "periods=200",
     "--out", out)
with open(os.path.join(out, "sweep.csv"), newline="") as f:
    rows = [{k.split(" [")[0]: v for k, v in r.items()} for r in csv.DictReader(f)]
for (drive, (kind, period)), r in zip(BOOK.items(), rows):
    got = "%s, period %s" % (r["class"], r["period_found"])
    rep.row("drive " + drive, "%s, period %d (book)" % (kind, period), got, "equal")
    rep.true("drive " + drive, (r["class"], int(r["period_found"])) == (kind, period),
             "%s, period %d" % (kind, period), got)
exponent = {r["drive"]: float(r["exponent"]) for r in rows}
error = {r["drive"]: float(r["exponent_error"]) for r in rows}
# a periodic motion whose multipliers are complex contracts with half the damping, whatever the motion: -T/(2 q)
for drive in ("0.9", "1.35"):
    rep.below("drive %s: exponent per period" % drive, "-T/(2 q)", abs(exponent[drive] / (-T / 4) - 1), 0.01)
# near a doubling of the period the multiplier depends strongly on the step: errors of order h^2 are removed
finer = {}
for steps in ("400", "800"):
    out = os.path.join(OUT, "finer_" + steps)
    shutil.rmtree(out, ignore_errors=True)
    call("sweep", MODEL, "--over", "drive=1.07,1.45,1.47", "--classify", "--set", "steps=" + steps, "--set",
         "periods=100", "--out", out)
    with open(os.path.join(out, "sweep.csv"), newline="") as f:
        finer[steps] = {r["drive [-]"]: float(r["exponent"]) for r in csv.DictReader(f)}
for drive in finer["800"]:
    want = oracle.mean_growth(float(drive), periods=100)
    rep.below("drive %s: exponent per period, 400 and 800 steps extrapolated" % drive,
              "variational equation, %.3f" % want,
              abs((4 * finer["800"][drive] - finer["400"][drive]) / 3 / want - 1), 0.05)
for drive in ("1.15", "1.5"):
    want = oracle.mean_growth(float(drive), periods=400)
    rep.below("drive %s: exponent per period, in standard errors" % drive, "variational equation, %.3f" % want,
              abs(exponent[drive] - want) / error[drive], 4)
with open(os.path.join(OUT, "book", "points", "0003", "classification.txt")) as f:
    text = f.read()
rep.true("criterion", "class: chaotic" in text and "criterion:" in text, "class and criterion", text)

# adaptive steps differ from period to period, and Newton leaves more: neither may look like growth or hide the period
text = study("benchmarks/driven_pendulum.yaml")
if text.count("step: 2*pi/frequency/steps, ") != 1:
    raise SystemExit("FAILED: the study has changed")
path = os.path.join(OUT, "adaptive.yaml")
with open(path, "w") as f:
    f.write(text.replace("step: 2*pi/frequency/steps, ", "tolerance: 1e-6, "))
for drive, period, want, bound in (("0.9", 1, -T / 4, 0.05), ("1.07", 2, oracle.mean_growth(1.07, periods=60), 0.1)):
    said = call("classify", path, "--set", "drive=" + drive, "--set", "transient=30", "--set", "periods=60", "--out",
                os.path.join(OUT, "adaptive"))
    rep.true("adaptive, drive " + drive, "class: periodic" in said and "period: %d " % period in said,
             "periodic, %d" % period, said)
    rep.below("adaptive, drive %s: exponent per period" % drive, "%.3f" % want,
              abs(float(said.split("exponent:")[1].split()[0]) / want - 1), bound)

# ---- Poincare points of period 2 and 4: second order in the step ----

for drive, period in (("1.07", 2), ("1.47", 4)):
    want = sorted(v for _, v in oracle.growth(float(drive), transient=150, periods=period, steps=800)[0])
    errors = []
    for steps in (400, 800):
        run = simulate(study("benchmarks/driven_pendulum.yaml"), "points_" + drive,
                       {"drive": drive, "steps": str(steps), "transient": "150", "periods": str(period)})
        got = sorted(read_csv(os.path.join(run.folder, "poincare.csv"))["speed"][-period:])
        errors.append(max(abs(a - b) for a, b in zip(got, want)))
    rep.below("drive %s: speeds at the section, 800 steps" % drive, "Runge-Kutta", errors[1], 3e-3)
    rep.within("drive %s: order of the points" % drive, "2", math.log2(errors[0] / errors[1]), 1.8, 2.2)

# ---- runs that end when they are periodic ----

for drive, period in (("0.9", 1), ("1.07", 2), ("1.47", 4)):
    run = simulate(study("benchmarks/driven_pendulum.yaml"), "until_" + drive,
                   {"drive": drive, "steps": "200", "transient": "0", "periods": "400", "until": "periodic"})
    found = "repeats after %d pass" % period
    rep.true("until periodic, drive " + drive, found in run.text, found, run.text[-1500:])
    used = log_number(run, "simulated ", " s") / T
    rep.within("until periodic, drive %s: periods" % drive, "fewer than 400", used, 2 * period, 200)
run = simulate(study("benchmarks/driven_pendulum.yaml"), "until_1.15",
               {"drive": "1.15", "steps": "200", "transient": "0", "periods": "40", "until": "periodic"})
rep.true("until periodic, drive 1.15", "not periodic up to period 8" in run.text
         and abs(log_number(run, "simulated ", " s") - 40 * T) < 1e-3, "not periodic, to the end", run.text[-1500:])

# ---- two frequencies without a common period: quasi-periodic, exponent zero ----

path = os.path.join(OUT, "torus.yaml")
with open(path, "w") as f:
    f.write(oscillator("poincare: {period: 2*pi/W, record: [x, vx]}", speed="0"))
text = call("classify", path, "--set", "force=2", "--set", "end=200", "--set", "step=0.02", "--out",
            os.path.join(OUT, "torus"))
rep.true("undamped, forced", "class: quasi-periodic" in text, "quasi-periodic", text)
rep.below("undamped, forced: exponent", "0", abs(float(text.split("exponent:")[1].split()[0])), 0.01)
rep.done()

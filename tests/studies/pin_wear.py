#!/usr/bin/env python3
# label: study
# timeout: 600
"""studies/pin_wear.yaml: wear of a slider-crank's pin, and what its bush bears over the angle (output.polar).

1. gudgeon wear: both surfaces wear by the ratio of their coefficients; the volume of a cycle is k int F R |w| dt of the probes, times what a contact arc adds
   (its pressures add up to more than their resultant: 1 for a line, 4/pi for a half circle), less what the centre of the pin moves along with its
   surface (c speed/(R |w|), 2 %).
2. polar_pin.csv: the loads of all sectors add up to the mean force of the pin; severity times k is the wear that gudgeon wear computes by
   itself; the wear is deepest where severity is largest.
3. A run that is interrupted and resumed has the same file."""
import csv
import math
import os
import shutil
import signal
import subprocess
import sys
import time

from common import GUDGEON, OUT, SOURCE, Report, read_csv

MODEL = os.path.join(SOURCE, "studies", "pin_wear.yaml")
TURN, R, LENGTH, K, NX, PERIOD = 2 * math.pi, 0.01, 0.02, 4e-16, 240, 60 / 1500
rep = Report("wear of a gudgeon pin")


def call(words, code=0):
    run = subprocess.run([GUDGEON] + words, capture_output=True, text=True, check=False)
    if run.returncode != code:
        rep.fail(" ".join(words), "exit code %d" % code, "%d %s" % (run.returncode, run.stderr))
        rep.done()


def fresh(name):
    shutil.rmtree(os.path.join(OUT, name), ignore_errors=True)
    return os.path.join(OUT, name)


whole, worn = fresh("pin"), fresh("pin_wear")
call(["run", MODEL, "--quiet", "--out", whole, "--set", "nx=%d" % NX, "--set", "samples=3600"])
call(["wear", MODEL, "--quiet", "--out", worn, "--set", "nx=%d" % NX, "--euler", "--cycles", "1000", "--jump", "1000"])

probes, polar, wear = read_csv(whole + "/probes.csv"), read_csv(whole + "/polar_pin.csv"), read_csv(worn + "/wear.csv")
volume = wear["pin_volume_a"][-1] / 1000
rep.below("volume of pin and bush", "k_pin/k_bush", abs(wear["pin_volume_b"][-1] / wear["pin_volume_a"][-1] * 4 - 1), 1e-9)
t, F = probes["t"], probes["pin_force"]
spin = [50 / 120 * 50 * math.pi * abs(math.cos(a)) / math.sqrt(1 - (50 / 120 * math.sin(a)) ** 2) for a in probes["crank_angle"]]
rubbed = sum(0.5 * (F[k] * spin[k] + F[k + 1] * spin[k + 1]) * (t[k + 1] - t[k]) for k in range(len(t) - 1)) * R
rep.within("volume of a cycle", "k int F R |w| dt of the probes", volume / (K * rubbed), 0.97, 4 / math.pi)

mean = sum(0.5 * (F[k] + F[k + 1]) * (t[k + 1] - t[k]) for k in range(len(t) - 1)) / (t[-1] - t[0])
rep.below("polar: sum of the loads of all sectors", "mean force of the pin", abs(sum(polar["load_mean"]) / mean - 1), 2e-3)
rep.within("polar: share of the time with load", "1, less flights", sum(polar["load_share"]), 0.9, 1 + 1e-9)
total = sum(polar["severity_mean"]) * TURN / 120 * R * LENGTH * PERIOD * K
rep.below("polar: severity by k over the bush", "volume of gudgeon wear", abs(total / volume - 1), 1e-2)  # 120 angles for 240 places
with open(worn + "/surface_pin.csv") as f:
    rows = [[float(x) for x in row] for row in list(csv.reader(f))[1:]]
deepest = max(rows, key=lambda r: r[2])[0]
severe = polar["angle"][max(range(120), key=lambda k: polar["severity_mean"][k])]
rep.below("polar: where severity is largest (rad)", "where the wear is deepest", abs(math.remainder(deepest - severe, TURN)), 2 * TURN / 120)
if polar["pressure_mean"] != polar["contact_pressure_mean"]:
    rep.fail("a dry bearing", "all pressure is that of solids", "it is not")

parts = fresh("pin_parts")
words = ["run", MODEL, "--quiet", "--out", parts, "--set", "nx=%d" % NX, "--set", "samples=3600"]
run = subprocess.Popen([GUDGEON] + words, stderr=subprocess.DEVNULL)
while run.poll() is None and not (os.path.exists(parts + "/probes.csv") and os.path.getsize(parts + "/probes.csv") > 20000):
    time.sleep(0.01)
if run.poll() is None:
    run.send_signal(signal.SIGINT)
if run.wait() == 130:
    call(["run", "--resume", parts, "--quiet"])
with open(whole + "/polar_pin.csv") as a, open(parts + "/polar_pin.csv") as b:
    if a.read() != b.read():
        rep.fail("interrupted and resumed", "the same polar_pin.csv", "another one")
rep.done()

#!/usr/bin/env python3
# label: study
"""Classes of motion of the dry slider-crank of Flores et al. 2007: period 1, period 2, chaotic, by `gudgeon classify`, and
the peaks of the crank moment of the periodic ones against an independent integration (docs/data/planar_revolute.md).

A journal that follows the wall for good is damped by the rate at which its last contact began. For c = 0.01 mm and for
cf = 0.10 that rate comes out of the start. For c = 0.1 mm it would take a tolerance of 1e-14 (flores_statistics.py), so it is given
here: the slider starts at the wall with 0.0156 m/s, inside the band of period 2 (0.0164 m/s: period 4; the start at rest in the middle
leads to 0.01624 m/s, whose period 2 is reached in hundreds of cycles only). Peaks at 0.0156 m/s: tests/oracle/dry_slider_crank.py.
Bounds: what is left at these tolerances (c = 0.01 mm: 144.001, 144.111, 144.143 N m with 1e-10, 1e-11, 1e-12; cf = 0.10, after
16 impacts: 247.73 with 1e-9, 247.13 and 247.20 with 1e-10 and different first steps)."""
import os
import shutil
import subprocess

from common import GUDGEON, OUT, SOURCE, Report, read_csv

rep = Report("slider-crank, dry: classes")
MODEL = os.path.join(SOURCE, "studies", "flores2007", "slider_crank.yaml")
T = 0.012
WALL = {"clearance": "0.1 mm", "slider.ahead": "0.1000001 mm", "slider.speed": "0.0156"}


def call(command, name, sets):
    """Runs the study; the folder."""
    folder = os.path.join(OUT, name)
    shutil.rmtree(folder, ignore_errors=True)
    words = [GUDGEON, command, MODEL, "--quiet", "--out", folder, "-output_vtk", "0"]
    for key, value in sets.items():
        words += ["--set", "%s=%s" % (key, value)]
    p = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    rep.true(name, p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-500:]))
    return folder


def peaks(folder):
    """Largest |crank moment| of every whole cycle."""
    rows = read_csv(os.path.join(folder, "probes.csv"))
    top = {}
    for t, m in zip(rows["t"], rows["crank_moment"]):
        k = int(t / T + 1e-9)
        top[k] = max(top.get(k, 0), abs(m))
    last = max(top)
    return [top[k] for k in sorted(top) if k < last or abs(rows["t"][-1] - (last + 1) * T) < 1e-9]


# ---- classes ----

for name, kind, period, low, high, sets in (
        ("c = 0.01 mm", "periodic", 1, -2.5, -0.5, {"clearance": "0.01 mm", "settle": 8, "tolerance": "1e-9"}),
        ("cf = 0.10", "periodic", 1, -3.5, -1, {"friction": "0.10", "settle": 10, "tolerance": "1e-9"}),
        ("c = 0.1 mm, started at the wall", "periodic", 2, -3, -0.02, dict(WALL, settle=24, tolerance="1e-9")),
        ("c = 0.5 mm", "chaotic", 0, 3.5, 9, {"settle": 3, "tolerance": "1e-8"})):
    folder = call("classify", "class_" + "".join(c for c in name if c.isalnum()), dict(sets, revolutions=51, sample="1e-4 s"))
    with open(os.path.join(folder, "classification.csv")) as f:
        found = dict(zip(*(line.strip().split(",") for line in f)))
    got = "%s, period %s" % (found["class"], found["period_found"])
    rep.row(name, "%s, period %d" % (kind, period), got, "equal")
    rep.true(name, (found["class"], int(found["period_found"])) == (kind, period), "%s, period %d" % (kind, period), got)
    rep.within(name + ": exponent per cycle", "sign and size", float(found["exponent"]), low, high)

# the exponent must not depend on how far away the shadow runs: impacts of the two are met with the same steps
exponent = []
for d in ("1e-6", "1e-8"):
    folder = os.path.join(OUT, "shadow_" + d)
    shutil.rmtree(folder, ignore_errors=True)
    p = subprocess.run([GUDGEON, "classify", MODEL, "--quiet", "--out", folder, "--set", "settle=3", "--set", "revolutions=51",
                        "--set", "tolerance=1e-8", "--set", "sample=1e-4 s", "-output_vtk", "0", "-shadow_distance", d],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    rep.true("shadow " + d, p.returncode == 0, "exit code 0", p.stdout[-500:])
    with open(os.path.join(folder, "classification.csv")) as f:
        exponent.append(float(f.readlines()[1].split(",")[1]))
rep.below("c = 0.5 mm: exponent with shadows 1e-6 and 1e-8 away, relative difference", "0",
          abs(exponent[0] / exponent[1] - 1), 0.05, exponent)

# ---- peaks of the crank moment ----

for name, want, bound, sets in (
        ("c = 0.01 mm", [144.153822], 5e-4, {"clearance": "0.01 mm", "settle": 6, "revolutions": 1, "tolerance": "1e-11"}),
        ("cf = 0.10", [247.1056], 1e-3, {"friction": "0.10", "settle": 9, "revolutions": 1, "tolerance": "1e-10"}),
        ("c = 0.1 mm, started at the wall", [160.8548, 176.0796], 2e-3, dict(WALL, settle=24, revolutions=2, tolerance="1e-10"))):
    got = sorted(peaks(call("run", "peak_" + "".join(c for c in name if c.isalnum()), dict(sets, sample="2e-6 s"))))
    rep.true(name, len(got) == len(want), "%d cycles" % len(want), got)
    for g, w in zip(got, want):
        rep.below("%s: peak of the crank moment" % name, "%g N m" % w, abs(g / w - 1), bound, g)
rep.done()

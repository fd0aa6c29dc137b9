#!/usr/bin/env python3
# label: study
"""`gudgeon periodic` on the slider-crank with a dry joint (Flores et al. 2007): period 1 with c = 0.01 mm and with friction 0.10; with c = 0.1 mm
the motion of period 1 is unstable by period doubling and that of period 2 is stable, close to its own doubling.

References: tests/oracle and docs/flores2007.md (peaks of the crank moment of an independent integration over 300 revolutions: 175.90 and
160.64 N m; the period doubles again between v0 = 0.016236 and 0.0164). v0 of the law, the speed of the last impact, is set by the start at the wall. It
fails for a tangent of the contact or the friction law that is off, and for a memory that is reset by the section."""
import csv
import os
import shutil
import subprocess

from common import GUDGEON, OUT, SOURCE, Report

rep = Report("periodic motions of mechanisms")
T = 0.012


def periodic(name, *words, **sets):
    """periodic.csv, moduli of the multipliers with their signs, crank moment over the period, text."""
    out = os.path.join(OUT, name)
    shutil.rmtree(out, ignore_errors=True)
    flags = [w for k, v in sets.items() for w in ("--set", f"{k.replace('__', '.')}={v}")]
    p = subprocess.run([GUDGEON, "periodic", os.path.join(SOURCE, "studies", "flores2007", "slider_crank.yaml"), "--out", out, *words, *flags],
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, check=False)
    rep.true(name, p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-600:]))
    with open(os.path.join(out, "multipliers.csv"), encoding="utf-8") as f:
        m = [float(r["real"]) for r in csv.DictReader(f)]
    with open(os.path.join(out, "probes.csv"), encoding="utf-8") as f:
        rows = [{k.split(" [")[0]: float(v) for k, v in r.items()} for r in csv.DictReader(f)]
    return m, [(r["t"], r["crank_moment"]) for r in rows], p.stdout


wall = {"clearance": "0.1 mm", "slider__ahead": "0.1000001 mm", "slider__speed": "0.016236 m/s", "tolerance": "1e-10"}
m, moment, text = periodic("period_1", "--period", "12 ms", "--cycles", "5", clearance="0.01 mm", tolerance="1e-10")
rep.true("c = 0.01 mm: period 1", "motion: stable" in text, "stable", text[:120])
rep.within("c = 0.01 mm: peak of the crank moment, N m", "144.154 (v0 of tolerance 1e-12: 144.143; 1e-10: 144.001)", max(x for _, x in moment),
           143.9, 144.25)
m, moment, text = periodic("friction", "--period", "12 ms", "--cycles", "8", friction="0.1", tolerance="1e-10")
rep.true("friction 0.10: period 1", "motion: stable" in text, "stable", text[:120])
rep.within("friction 0.10: peak of the crank moment, N m", "247.106", max(x for _, x in moment), 246.9, 247.3)
m, moment, text = periodic("doubled_1", "--period", "12 ms", "--cycles", "4", **wall)
rep.true("c = 0.1 mm: the motion of period 1", "beyond a flip" in text, "unstable by a flip", text[:120])
m, moment, text = periodic("doubled_2", "--period", "24 ms", "--cycles", "15", **wall)
rep.true("c = 0.1 mm: the motion of period 2", "motion: stable" in text, "stable", text[:120])
rep.within("c = 0.1 mm, period 2: largest multiplier", "just inside -1: reached in hundreds of revolutions", m[0], -0.99, -0.92)
peaks = sorted(max(x for t, x in moment if a <= t < a + T) for a in (0, T))
for got, want in zip(peaks, (160.64, 175.90)):
    rep.below("c = 0.1 mm, period 2: peak of the crank moment %.2f N m" % want, "own integration, 300 revolutions", abs(got - want), 0.3)

rep.done()

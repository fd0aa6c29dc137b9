#!/usr/bin/env python3
# label: long
# timeout: 2400
"""Classes of motion of the dry slider-crank and four-bar of Flores et al. 2007 as docs/flores2007.md lists them: one run of
`gudgeon classify` per case. It prints the rows of that table; judged are the classes of which an independent code is sure, and the
means of the chaotic ones by 5 spreads only (one run each; flores_statistics.py takes four)."""
import os
import shutil
import subprocess
import sys

from common import GUDGEON, OUT, SOURCE, Report, read_csv

rep = Report("classes of motion")
T = 0.012
CRANK = {  # sets, revolutions before and recorded, the paper's word, class of the reference, its means and their spreads
    "c = 0.5 mm": ({"tolerance": "1e-8"}, 20, 80, "chaotic", "chaotic", ((771, 29), (108.4, 1.1), (0.779, 0.018), (12.3, 0.9))),
    "c = 0.2 mm": ({"clearance": "0.2 mm", "tolerance": "1e-8"}, 20, 80, "quasi-periodic", "chaotic", ((394, 18), (90.1, 0.5), (0.959, 0.006), (4.2, 0.5))),
    "c = 0.1 mm": ({"clearance": "0.1 mm", "tolerance": "1e-9"}, 40, 56, "regular", None, None),
    "c = 0.01 mm": ({"clearance": "0.01 mm", "tolerance": "1e-9"}, 10, 52, "periodic", "periodic", None),
    "c = 0.5 mm, cf = 0.01": ({"friction": "0.01", "tolerance": "1e-8"}, 20, 60, "chaotic", "chaotic", ((667, 52), (102.3, 2.0), (0.841, 0.024), (9.3, 1.3))),
    "cf = 0.03": ({"friction": "0.03", "tolerance": "1e-8"}, 20, 60, "from chaotic to quasi-periodic and regular", None, None),
    "cf = 0.05": ({"friction": "0.05", "tolerance": "1e-8"}, 20, 60, "from chaotic to quasi-periodic and regular", None, None),
    "cf = 0.10": ({"friction": "0.10", "tolerance": "1e-9"}, 40, 52, "regular", "periodic", None)}


def classify(study, name, sets):
    """Classification as a dictionary, rows of the probes"""
    folder = os.path.join(OUT, "".join(c for c in study + name if c.isalnum()))
    shutil.rmtree(folder, ignore_errors=True)
    words = [GUDGEON, "classify", os.path.join(SOURCE, "studies", "flores2007", study + ".yaml"), "--quiet", "--out", folder, "-output_vtk", "0"]
    for key, value in sets.items():
        words += ["--set", "%s=%s" % (key, value)]
    p = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    rep.true(name, p.returncode == 0, "exit code 0", "%d %s" % (p.returncode, p.stdout[-500:]))
    with open(os.path.join(folder, "classification.csv")) as f:
        return dict(zip(*(line.strip().split(",") for line in f))), read_csv(os.path.join(folder, "probes.csv"))


def means(rows):
    """Mean peak of |M|, rms, fraction in contact, impacts per revolution"""
    t0, n = rows["t"][0], round((rows["t"][-1] - rows["t"][0]) / T)
    top = [0.0] * n
    for t, m in zip(rows["t"], rows["crank_moment"]):
        k = min(n - 1, int((t - t0) / T))
        top[k] = max(top[k], abs(m))
    return (sum(top) / n, (sum(m * m for m in rows["crank_moment"]) / len(rows["t"])) ** 0.5,
            sum(1 for m in rows["contact_mode"] if m > 0) / len(rows["t"]), (rows["impacts"][-1] - rows["impacts"][0]) / n)


def word(c):
    return "period " + c["period_found"] if c["class"] == "periodic" else c["class"]


print("| case | paper | here | exponent | mean peak M, N m; rms M; fraction in contact; impacts per revolution | tolerance, revolutions before and recorded |")
for name, (sets, before, recorded, paper, sure, want) in CRANK.items():
    c, rows = classify("slider_crank", name, dict(sets, settle=before, revolutions=recorded, sample="1e-5 s"))
    got = means(rows)
    print("| %s | %s | %s | %.2f +- %.2g | %.1f; %.2f; %.3f; %.2f | %s, %d, %d |"
          % (name, paper, word(c), float(c["exponent"]), float(c["exponent_error"]), *got, sets["tolerance"], before, recorded))
    sys.stdout.flush()
    if sure:
        rep.true(name + ": class", c["class"] == sure, sure, c["class"])
    for what, g, (w, spread) in zip(("mean peak", "rms", "in contact", "impacts"), got, want or ()):
        rep.below("%s: %s, in spreads" % (name, what), "%g +- %g" % (w, spread), abs(g - w) / spread, 5, g)

print("| c of the four-bar | here | exponent | impacts in all |")
for c in ("0.5", "0.2", "0.1", "0.01"):
    found, rows = classify("four_bar", c, {"clearance": c + " mm", "tolerance": "1e-8", "settle": 8, "revolutions": 52, "sample": "1e-4 s"})
    print("| %s mm | %s | %.2f +- %.2g | %d |" % (c, word(found), float(found["exponent"]), float(found["exponent_error"]), rows["impacts"][-1]))
    rep.true("four-bar, c = %s mm: class" % c, found["class"] == "periodic" and found["period_found"] == "1", "period 1", word(found))
rep.done()

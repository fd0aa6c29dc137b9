#!/usr/bin/env python3
# label: long
# timeout: 3000
"""Slider-crank of Flores et al. 2007, dry, long after the start: statistics of the chaotic cases, peaks of the periodic ones.

Reference: an independent code, 4-8 members of 80-120 cycles after 40 discarded; the second number is the spread of the
means of its members, and one run of 80 cycles here is one more member: accepted within 3 spreads. Peaks are of |crank
moment| per cycle, from rows 2e-6 s apart. The periodic cases follow the wall for good; their damping keeps the speed of
the last impact of the start-up, a few cm/s that a finer tolerance is needed for (c = 0.1 mm: 0.035, 0.021, 0.0170, 0.0164 m/s
with 1e-10 ... 1e-13), so peaks are comparable to 1 %."""
import math

from common import Report, simulate, study

rep = Report("slider-crank, dry, after 40 cycles")
T = 0.012
TEXT = study("flores2007/slider_crank.yaml").replace("vtk: period/60", "vtk: 0")
CHAOTIC = {  # mean peak, rms, fraction in contact, impacts per cycle, and their spreads; what the paper says
    "c = 0.5 mm": ({}, (771, 29), (108.4, 1.1), (0.779, 0.018), (12.3, 0.9), "chaotic"),
    "c = 0.2 mm": ({"clearance": "0.2 mm"}, (394, 18), (90.1, 0.5), (0.959, 0.006), (4.2, 0.5), "quasi-periodic"),
    "c = 0.5 mm, cf = 0.01": ({"friction": 0.01}, (667, 52), (102.3, 2.0), (0.841, 0.024), (9.3, 1.3), "chaotic")}
PERIODIC = {  # peaks of successive cycles, rms; what the paper says
    "c = 0.1 mm": ({"clearance": "0.1 mm"}, (160.65, 175.91), 82.281, "regular"),
    "c = 0.01 mm": ({"clearance": "0.01 mm"}, (144.153822,), 80.134, "periodic"),
    "c = 0.5 mm, cf = 0.10": ({"friction": 0.10}, (247.1056,), 86.208, "regular")}


def measure(name, sets):
    """Peaks per cycle, rms, fraction of rows in contact, impacts per cycle"""
    run = simulate(TEXT, name.replace(" ", "").replace("=", "").replace(",", "_"), dict({"settle": 40, "sample": "2e-6 s"}, **sets))
    M = run["crank_moment"]
    cycles = round((run.t[-1] - run.t[0]) / T)
    peaks = [0.0] * cycles
    for t, m in zip(run.t, M):
        k = min(cycles - 1, int((t - run.t[0]) / T))
        peaks[k] = max(peaks[k], abs(m))
    rms = math.sqrt(sum(m * m for m in M) / len(M))
    contact = sum(1 for x in run["contact_mode"] if x > 0) / len(M)
    return peaks, rms, contact, (run["impacts"][-1] - run["impacts"][0]) / cycles


print("| case | mean peak M | largest | rms M | in contact | impacts per cycle | the paper says |")
for name, (sets, peak, rms, contact, impacts, says) in CHAOTIC.items():
    got = measure(name, dict(sets, revolutions=80))
    mean = sum(got[0]) / len(got[0])
    print("| %s | %.0f (%g +- %g) | %.0f | %.1f (%g +- %g) | %.3f (%g +- %g) | %.1f (%g +- %g) | %s |"
          % ((name, mean) + peak + (max(got[0]), got[1]) + rms + (got[2],) + contact + (got[3],) + impacts + (says,)))
    for what, value, (want, spread) in (("mean peak", mean, peak), ("rms", got[1], rms), ("in contact", got[2], contact),
                                        ("impacts per cycle", got[3], impacts)):
        rep.below("%s: %s, in spreads" % (name, what), "%g +- %g" % (want, spread), abs(value - want) / spread, 3, value)
for name, (sets, peaks, rms, says) in PERIODIC.items():
    got = measure(name, dict(sets, revolutions=4, tolerance="1e-12"))
    found = sorted(got[0])
    found = [sum(found[:2]) / 2, sum(found[2:]) / 2] if len(peaks) == 2 else [sum(found) / 4]
    print("| %s | %s (%s) | | %.2f (%g) | %.3f | %.1f | %s |"
          % (name, " / ".join("%.2f" % x for x in found), " / ".join("%g" % x for x in peaks), got[1], rms, got[2], got[3],
             says))
    rep.below("%s: peaks" % name, "independent code", max(abs(a / b - 1) for a, b in zip(found, peaks)), 1e-2, found)
    rep.below("%s: rms" % name, "%g" % rms, abs(got[1] / rms - 1), 2e-3, got[1])
    rep.true("%s: always in contact" % name, got[2] == 1 and got[3] == 0, (1, 0), got[2:])
    period = max(abs(a - b) / b for a, b in zip(got[0][2:], got[0]))
    rep.below("%s: cycle repeats after %d" % (name, len(peaks)), "itself", period, 5e-3)
rep.done()

#!/usr/bin/env python3
# label: study
"""Rigid slider-crank with clearance at the corners of the slider (Flores, Leine, Glocker): free motion up to the first
impact, its instant and corner. Reference: an independent integration to 1e-12."""
from common import Report, simulate, study

rep = Report("translational clearance")
text = study("benchmarks/translational_clearance.yaml")
r = simulate(text, "translational_clearance", {"end": "2.693 ms", "sample": "1e-6 s", "tolerance": "1e-14"})
rep.below("crank speed at 2 ms", "independent integration", abs(r.at("crank_speed", 2e-3) / 120.46388171 - 1), 2e-8)
rep.below("crank and rod speed, rod angle at 2.69 ms", "the same",
          max(abs(r.at(k, 2.69e-3) / x - 1) for k, x in
              (("crank_speed", 109.59288122), ("rod_speed", -49.35426849), ("rod_angle", -0.171386048829))), 2e-8)
rep.below("instant of the first impact, upper left corner (s)", "2.690903648e-3 s",
          abs(r["impact_time_1"][-1] - 2.690903648e-3), 1e-11)
rep.true("no other corner has touched", all(r["impacts_%d" % k][-1] == 0 for k in (2, 3, 4)), "0 impacts",
         [r["impacts_%d" % k][-1] for k in (2, 3, 4)])
# both upper corners at once when the slider does not turn at the start
b = simulate(text, "translational_clearance_both", {"end": "2.7 ms", "tolerance": "1e-12", "speed3": "0 rad/s"})
rep.below("slider at rest at the start: both upper corners hit together (s)", "each other",
          abs(b["impact_time_1"][-1] - b["impact_time_2"][-1]), 1e-12)
rep.below("and it has stayed upright until then (rad)", "0",
          max(abs(x) for t, x in zip(b.t, b["slider_angle"]) if t < 2.69e-3), 1e-12)
# a whole revolution with impacts: the energy only falls
w = simulate(text, "translational_clearance_long", {"end": "50 ms"})
total = [k + p + s for k, p, s in zip(w.energy["kinetic"], w.energy["potential"], w.energy["strain"])]
rise = max(b - a for a, b in zip(total, total[1:]))
rep.below("energy gained between samples, 50 ms, of the start", "0", max(0, rise) / total[0], 1e-6)
rep.below("energy balance", "0", max(map(abs, w.energy["numerical"])) / total[0], 1e-4)
rep.true("impacts happen", sum(w["impacts_%d" % k][-1] for k in (1, 2, 3, 4)) > 5, "more than 5",
         [w["impacts_%d" % k][-1] for k in (1, 2, 3, 4)])
rep.done()

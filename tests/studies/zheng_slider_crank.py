#!/usr/bin/env python3
# label: study
"""Slider-crank with an elastic slider between guides (Zheng & Wang), 200 s: periodic stick-slip, gaps of the penalty hinge,
the rigid slider beside it, the ideal hinge beside the penalty one. References as in zheng_oscillator.py."""
from common import Report, events_error, log_number, macro_events, simulate, study

rep = Report("slider-crank of Zheng")
text = study("zheng2018/slider_crank.yaml")
EVENTS = "3.4414S 4.4981- 7.5686S 7.6270+ 8.5965S 8.7574- 9.7554S 10.1624+"


def run(name, **sets):
    return simulate(text, "zheng_slider_crank_" + name, dict({"sample": "0.002 s"}, **sets))


def window(r, column, begin=180, end=192):
    return [y for t, y in zip(r.t, r[column]) if begin <= t <= end]


def peak(r, column, which):
    """Extreme over every step, from the summary of the run."""
    line = [x for x in r.log.splitlines() if x.split() and x.split()[0] == column][-1].split()
    return float(line[{"min": -4, "max": -2}[which]])


def share(values):
    return sum(values) / len(values)


r = run("2x2")
rep.below("stick and slip instants 180-192 s", "independent programs (s)",
          events_error(macro_events(r.t, r["vcm"], 180, 192), EVENTS), 3e-3)
rep.below("fraction of time at rest", "the same", abs(share([abs(v) < 0.01 for v in window(r, "vcm")]) - 0.14025), 1e-3)
rep.below("fraction with a sticking node", "the same", abs(share([n > 0.5 for n in window(r, "num_stick")]) - 0.08784), 1e-3)
for column, high, low, bound in (("crank_angle", -1.34617, -1.81848, 2e-4), ("crank_speed", 0.15836, -0.29010, 2e-4),
                                 ("vcm", 0.25089, -0.48526, 5e-4)):
    x = window(r, column)
    rep.below("extremes of " + column, "the same", max(abs(max(x) - high), abs(min(x) - low)), bound)
rep.below("friction before it lets go, main stick phase", "0.50740 N at 184.3206 s",
          abs(max(window(r, "friction_total", 183.5, 184.34)) - 0.50740), 2e-3)
rep.below("largest force of the lower guide", "16.6665 N", abs(max(window(r, "normal_lower")) - 16.6665), 5e-3)
rep.below("force of the upper guide", "0", max(window(r, "normal_upper")), 0)
rep.below("crank angle at 1.5, 3, 5, 10 s", "independent programs (rad)",
          max(abs(r.at("crank_angle", t) - x) for t, x in ((1.5, -2.74228), (3, -.04512), (5, -2.69478), (10, -.72928))), 1e-3)
rep.below("crank angle at 20 s", "the same (rad)", abs(r.at("crank_angle", 20) + 1.43898), 2e-3)
rep.below("crank angle and speed at 200 s", "the same",
          max(abs(r.at("crank_angle", 200) + 1.79666), abs(r.at("crank_speed", 200) - .08457)), 3e-4)
rep.below("largest gap of the hinge in x, every step", "4.27e-4 m", abs(peak(r, "gap_x", "max") - 4.27e-4), 5e-6)
rep.below("the same in y", "6.52e-4 m", abs(peak(r, "gap_y", "max") - 6.52e-4), 5e-6)
NODE = {7: (3.4858, 3.5934), 8: (3.4866, 4.3208), 9: (3.4874, 4.3400)}


def node_error(r, skip=()):
    """Largest error of the instants at which the nodes stick and let go in the main phase"""
    worst = 0
    for i, (begin, end) in NODE.items():
        on = [t - 180 for t, s in zip(r.t, r["stick_%d" % i]) if s > 0.5 and 183.4 <= t <= 184.4]
        worst = max(worst, abs(on[0] - begin), 0 if i in skip else abs(on[-1] - end)) if on else float("inf")
    return worst


# the friction of node 7 comes within 0.1 % of its bound at 3.507 s: with this tolerance its error is larger, and it lets go there
rep.below("instants at which nodes 7, 8, 9 stick and 8, 9 let go", "independent programs (s)", node_error(r, skip=(7,)), 4e-3)
t = run("tight", tolerance="1e-10", settle="183.4 s", end="184.5 s", sample="0.0002 s")
rep.below("the same, tolerance 1e-10, node 7 included", "independent programs, good to 4e-4 s (s)", node_error(t), 8e-4)
graze = max((f / (0.04 * n), x - 180) for x, f, n, s in zip(t.t, t["friction_7"], t["normal_7"], t["stick_7"])
            if s > 0.5 and 183.49 < x < 183.54)
rep.within("the same: how near node 7 comes to its bound at %.4f s" % graze[1], "below 1", graze[0], 0.998, 0.9999)

plain = simulate(text, "zheng_slider_crank_time", {})
print("| slider-crank of Zheng: wall time of 200 s, 2x2 | paper 155 s | %s s |  |" % log_number(plain, "steps, "))

fine = run("4x2", nx="4")
rep.below("4x2 elements, stick and slip instants", "2x2 (s), the references say within 0.02",
          events_error(macro_events(fine.t, fine["vcm"], 180, 192), EVENTS), 0.02)
print("| slider-crank of Zheng: wall time of 200 s, 4x2 | paper 415 s | %s s |  |" % log_number(fine, "steps, "))

# ---- the paper's explicit algorithm (all of it: zheng_trial_and_error, label long) ----
x = run("explicit", algorithm="trial_and_error", end="5 s")
rep.below("explicit, crank angle at 1.5, 3, 5 s", "independent programs (rad)",
          max(abs(x.at("crank_angle", t) - y) for t, y in ((1.5, -2.74228), (3, -.04512), (5, -2.69478))), 2e-4)

# ---- the ideal hinge; the rigid slider ----
m = run("multiplier", joint="multiplier")
rep.below("hinge by multipliers instead of penalty: instants", "the same references (s)",
          events_error(macro_events(m.t, m["vcm"], 180, 192), EVENTS), 0.01)
rep.below("its gaps (m)", "0", max(max(map(abs, m["gap_x"])), max(map(abs, m["gap_y"]))), 1e-9)
s = run("rigid", slider="rigid", joint="multiplier") # the reference has no spring in the hinge: with 1e5 N/m 13 ms are left
stick = [t - 180 for t, n in zip(s.t, s["num_stick"]) if n > 0.5 and 183 <= t <= 185]
rep.below("rigid slider: sticks and lets go in the main phase", "3.47373543 s, 4.40795260 s, event-driven",
          max(abs(stick[0] - 3.47373543), abs(stick[-1] - 4.40795260)), 5e-3)
rep.below("rigid slider: static peak", "0.63480560 N",
          abs(max(window(s, "friction_total", 183.5, 184.42)) - 0.63480560), 3e-3)
rep.below("rigid slider: extremes of the crank angle", "-1.34120192, -1.81830367",
          max(abs(max(window(s, "crank_angle")) + 1.34120192), abs(min(window(s, "crank_angle")) + 1.81830367)), 1e-3)
rep.done()

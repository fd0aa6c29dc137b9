#!/usr/bin/env python3
# label: long
# timeout: 7200
"""The explicit algorithm of Zheng & Wang (trial and error below eps) against exact Coulomb friction in the implicit method,
same model: all instants of stick and slip of the oscillator up to 10 s and of the slider-crank up to 200 s. Bounds of the
first eps: 0.015 s (load B, crank), 0.04 s (load A); then the difference must fall with eps. Below 1e-6 m/s the step has to
fall, too: a node whose velocity changes by more than eps in a step jumps over the window in which it is tried.
The implicit runs are converged: instants of the oscillator to 1e-5 s (tolerance 1e-9), of the crank to 4e-4 s (1e-10)."""
from common import Report, events_error, macro_events, simulate, study

rep = Report("trial and error")
# steady window of the slider-crank, t - 180 s: two independent programs, docs/data/flexible_slider.md
STEADY = "3.4414S 4.4981- 7.5686S 7.6270+ 8.5965S 8.7574- 9.7554S 10.1624+"


def instants(run):
    return macro_events(run.t, run["vcm"], 0, run.t[-1])


def difference(got, want):
    """Largest difference of instants, and where; infinite if their kinds or numbers differ."""
    if [k for _, k in got] != [k for _, k in want]:
        return float("inf"), float("nan")
    return max((abs(a - b), b) for (a, _), (b, _) in zip(got, want))


def stick_speed(run):
    """Largest |v_t| of a node over the rows in which it sticks, and how many these are."""
    v = [abs(v) for name in run.columns if name.startswith("stick_")
         for v, s in zip(run["v_" + name[6:]], run[name]) if s == 1]
    return max(v), len(v)


def compare(name, text, sets, tolerance, bounds, steps):
    plain = simulate(text, "zheng_trial_%s_plain" % name, sets)
    v, rows = stick_speed(plain)
    rep.below("%s: |v_t| of sticking nodes, implicit, %d rows (m/s)" % (name, rows), "0", v, 1e-10)
    implicit = simulate(text, "zheng_trial_%s_implicit" % name, dict(sets, tolerance=tolerance))
    want = instants(implicit)
    rep.true(name + ": there are instants", len(want) >= 5, "5 or more", len(want))
    errors, runs = [], []
    for eps, bound, step in zip(("1e-5", "1e-6", "1e-7"), bounds, steps):
        run = simulate(text, "zheng_trial_%s_%s" % (name, eps),
                       dict(sets, algorithm="trial_and_error", eps=eps + " m/s", explicit_step=step + " s"))
        error, where = difference(instants(run), want)
        rep.below("%s, eps = %s m/s, h = %s s, %d instants up to %g s (s)" % (name, eps, step, len(want), run.t[-1]),
                  "implicit, exact Coulomb", error, bound, "at t = %.4f s" % where)
        print("| trial and error: its worst instant is at | | %.4f s | CPU %.0f s |" % (where, run.cpu))
        errors.append(error)
        runs.append(run)
    rep.true(name + ": the difference falls with eps", errors[0] > errors[1] > errors[2], "falling", errors)
    return runs + [implicit]


text = study("zheng2018/oscillator.yaml")
for load, bound in (("B", 0.015), ("A", 0.04)):
    compare("oscillator_" + load, text, {"end": "10 s", "sample": "0.0005 s", "load": load}, "1e-9", (bound, 1e-3, 5e-4),
            ("1e-6", "1e-6", "1e-6"))

text = study("zheng2018/slider_crank.yaml")
runs = compare("slider_crank", text, {"sample": "0.002 s"}, "1e-10", (0.015, 1e-3, 5e-4), ("1e-5", "1e-5", "5e-6"))
for eps, run, bound in zip(("1e-5", "1e-6", "1e-7"), runs, (0.01, 1e-3, 1e-3)):
    rep.below("slider-crank, eps = %s m/s, instants 180-192 s" % eps, "independent programs (s)",
              events_error(macro_events(run.t, run["vcm"], 180, 192), STEADY), bound)
    drift = float(run.log.split("rows hold within ")[1].split(",")[0])
    rep.below("slider-crank: drift of the constraints over 200 s (m)", "0", drift, 1e-14)
for name, run in zip(("eps = 1e-7 m/s", "implicit"), runs[2:]):
    on = [t - 180 for t, x in zip(run.t, run["stick_7"]) if x > 0.5 and 183.4 <= t <= 184.4]
    rep.below("slider-crank, %s: node 7 sticks and lets go" % name, "3.4858 s, 3.5934 s",
              max(abs(on[0] - 3.4858), abs(on[-1] - 3.5934)) if on else float("inf"), 4e-3)

sets = {"sample": "0.002 s", "end": "20 s", "joint": "multiplier"}
want = instants(simulate(text, "zheng_trial_hinge_implicit", dict(sets, tolerance="1e-9")))
run = simulate(text, "zheng_trial_hinge", dict(sets, algorithm="trial_and_error", eps="1e-6 m/s"))
rep.below("slider-crank, hinge by multipliers, eps = 1e-6 m/s, %d instants up to 20 s (s)" % len(want), "implicit",
          difference(instants(run), want)[0], 1e-3)
rep.below("its gap in the hinge (m)", "0", max(max(map(abs, run["gap_x"])), max(map(abs, run["gap_y"]))), 1e-14)
rep.done()

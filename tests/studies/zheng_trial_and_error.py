#!/usr/bin/env python3
# label: long
# timeout: 7200
"""The explicit algorithm of Zheng & Wang (trial and error below eps) against exact Coulomb friction in the implicit method,
same model: all instants of stick and slip of the oscillator up to 10 s and of the slider-crank up to 200 s, and how their
difference falls with eps. The implicit runs are converged (tolerance 1e-8: instants of the oscillator good to 4e-5 s,
those of the crank in its last period to 1e-4 s)."""
from common import Report, events_error, log_number, macro_events, simulate, study

rep = Report("trial and error")
OSCILLATOR, CRANK = study("zheng2018/oscillator.yaml"), study("zheng2018/slider_crank.yaml")
# steady window of the slider-crank, t - 180 s: two independent programs, docs/data/flexible_slider.md
STEADY = "3.4414S 4.4981- 7.5686S 7.6270+ 8.5965S 8.7574- 9.7554S 10.1624+"


def instants(run):
    return macro_events(run.t, run["vcm"], 0, run.t[-1])


def difference(got, want):
    """Largest difference of instants, and where; infinite if their kinds or numbers differ."""
    if [k for _, k in got] != [k for _, k in want]:
        return float("inf"), float("nan")
    return max((abs(a - b), b) for (a, _), (b, _) in zip(got, want))


def slowest_stick(run):
    """Largest |v_t| of a node in the rows in which it sticks, and how many such rows there are."""
    v = [abs(v) for name in run.columns if name.startswith("stick_")
         for v, s in zip(run["v_" + name[6:]], run[name]) if s == 1]
    return max(v), len(v)


def compare(name, text, sets, bound, all_eps=("1e-5", "1e-6", "1e-7")):
    """The explicit runs against the implicit one; the first eps must be within the bound, the next ones nearer."""
    plain = simulate(text, "zheng_trial_%s_plain" % name, sets)
    v, rows = slowest_stick(plain)
    rep.below("%s: |v_t| of sticking nodes, implicit, %d rows (m/s)" % (name, rows), "0", v, 1e-10)
    want = instants(simulate(text, "zheng_trial_%s_implicit" % name, dict(sets, tolerance="1e-8")))
    rep.true(name + ": there are instants", len(want) >= 5, "5 or more", len(want))
    errors, runs = [], []
    for eps in all_eps:
        run = simulate(text, "zheng_trial_%s_%s" % (name, eps), dict(sets, algorithm="trial_and_error", eps=eps + " m/s"))
        error, where = difference(instants(run), want)
        rep.below("%s, eps = %s m/s, %d instants up to %g s (s)" % (name, eps, len(want), run.t[-1]),
                  "implicit, exact Coulomb", error, bound, "at t = %.4f s" % where)
        print("| trial and error: %s, eps = %s m/s | worst at t = %.4f s | %s us per step |  |"
              % (name, eps, where, run.log.split("wall, ")[1].split(" us")[0]))
        errors.append(error)
        runs.append(run)
    return errors, runs


for load, bound in (("B", 0.015), ("A", 0.04)):
    e, _ = compare("oscillator " + load, OSCILLATOR, {"end": "10 s", "sample": "0.0005 s", "load": load}, bound)
    rep.true("oscillator %s: the difference falls with eps" % load, e[0] > e[1] > e[2], "falling", e)
e, runs = compare("slider-crank", CRANK, {"sample": "0.002 s"}, 0.015)
rep.done()

#!/usr/bin/env python3
# label: long
# timeout: 3000
"""The explicit algorithm of Zheng & Wang (trial and error below eps) against exact Coulomb friction in the implicit method,
same model: instants of stick and slip of the oscillator agree within 0.015 s, and the difference shrinks with eps."""
from common import Report, macro_events, simulate, study

rep = Report("trial and error")
text = study("zheng2018/oscillator.yaml")
SETS = {"end": "4.2 s", "sample": "0.002 s"}


def instants(run):
    return macro_events(run.t, run["vcm"], 0, 4.2)


exact = instants(simulate(text, "zheng_trial_exact", SETS))
errors = []
for eps in ("1e-4", "1e-5", "1e-6"):
    run = simulate(text, "zheng_trial_" + eps, dict(SETS, algorithm="trial_and_error", eps=eps + " m/s"))
    got = instants(run)
    same = [k for _, k in got] == [k for _, k in exact]
    errors.append(max(abs(a - b) for (a, _), (b, _) in zip(got, exact)) if same and exact else float("inf"))
    rep.below("eps = %s m/s, load B, %d instants up to 4.2 s (s)" % (eps, len(exact)), "implicit, exact Coulomb", errors[-1],
              {"1e-4": 0.1, "1e-5": 0.015, "1e-6": 0.015}[eps])
rep.true("the difference shrinks with eps", errors[0] > errors[1] >= errors[2] or errors[0] > 3 * max(errors[1:]),
         "falling", errors)
rep.true("four instants", len(exact) == 4, 4, len(exact))
rep.done()

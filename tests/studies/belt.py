#!/usr/bin/env python3
# label: study
"""Block on a moving belt (studies/benchmarks/block_on_belt.yaml) against its closed form.

With w^2 = k/m, c = mu_k N/k, s = mu_s N/k, seen from x = c the sliding block moves on a circle about the origin of
(x - c, x'/w). It starts at rest at x = 0 and reaches the belt's speed V on its way up; then it sticks until x = s, slides
along the arc to the mirror image, x = 2 c - s, sticks for 2 (s - c)/V, and so on:
  first stick   by the arc from (-c, 0) to V/w:  x1 - c = -sqrt(c^2 - (V/w)^2), w t1 = asin(V/(w c))
  breaks away   t2 = t1 + (s - x1)/V
  sticks again  t3 = t2 + (pi + 2 atan2(V/w, s - c))/w        (the long way round: the speed falls first, then rises to V)
  breaks away   t4 = t3 + 2 (s - c)/V,  and so on with the period (t4 - t2).
Bounds: the issue's (sticking velocity below 1e-10 m/s, instants to 1e-6 s)."""
import math

from common import Report, simulate, study

rep = Report("block on a belt")
m, k, V, g, ms, mk = 1.0, 100.0, 0.1, 9.81, 0.3, 0.2
w, c, s = math.sqrt(k / m), mk * m * g / k, ms * m * g / k
x1 = c - math.sqrt(c * c - (V / w) ** 2)
t1 = math.asin(V / (w * c)) / w
times = [t1, t1 + (s - x1) / V]
while times[-1] < 3:
    slide = (math.pi + 2 * math.atan2(V / w, s - c)) / w
    times += [times[-1] + slide, times[-1] + slide + 2 * (s - c) / V]
times = [t for t in times if t < 3]


def exact(t):
    """x, v, sticks at t"""
    if t < t1:
        return c - c * math.cos(w * t), c * w * math.sin(w * t), 0
    n = max(i for i, x in enumerate(times) if x <= t)
    if n % 2 == 0:                                              # sticking since times[n]
        x0 = x1 if n == 0 else 2 * c - s
        return x0 + V * (t - times[n]), V, 1
    r, a = math.hypot(s - c, V / w), math.atan2(V / w, s - c) - w * (t - times[n])
    return c + r * math.cos(a), w * r * math.sin(a), 0


TEXT = study("benchmarks/block_on_belt.yaml")


def switches(run):
    """Pairs of rows between which `stick` changes."""
    return [(a, b) for a, b, p, q in zip(run.t, run.t[1:], run["stick"], run["stick"][1:]) if p != q]


# --- the set-valued law --------------------------------------------------------------------------------------------
run = simulate(TEXT, "coulomb", {"sample": "1e-3 s", "friction_law": "coulomb"})
inside = [i for i, t in enumerate(run.t) if min(abs(t - x) for x in times) > 1e-5]
rep.true("transitions", len(switches(run)) == len(times), len(times), len(switches(run)))
rep.below("stick or slip, every row", "closed form", max(abs(run["stick"][i] - exact(run.t[i])[2]) for i in inside), 0.5)
rep.below("sticking velocity, m/s", "0", max(abs(v) for v, q in zip(run["slip"], run["stick"]) if q == 1), 1e-10)
rep.below("x over 3 s, m", "closed form", max(abs(x - exact(t)[0]) for t, x in zip(run.t, run["x"])), 1e-6)
rep.below("v over 3 s, m/s", "closed form", max(abs(run["v"][i] - exact(run.t[i])[1]) for i in inside), 1e-5)
# each transition once more: runs that end 5e-7 s before and after it
for n, t in enumerate(times[:6]):
    near = simulate(TEXT, "near_%d" % n, {"sample": "%.17g s" % (t - 5e-7), "end": "%.17g s" % (t - 5e-7)})
    past = simulate(TEXT, "past_%d" % n, {"sample": "%.17g s" % (t + 5e-7), "end": "%.17g s" % (t + 5e-7)})
    rep.true("transition %d at %.9f s, to 5e-7 s" % (n, t), near["stick"][-1] != past["stick"][-1], "stick changes",
             (near["stick"][-1], past["stick"][-1]))
rep.below("numerical residue of the energy", "0", max(abs(x) for x in run.energy["numerical"]), 1e-7)

# --- resolved within the step: known to the length of a step, which goes like the square root of the tolerance -------------
errors = []
for tolerance in ("1e-8", "1e-9", "1e-10"):
    run = simulate(TEXT, "within_" + tolerance, {"sample": "1e-3 s", "transitions": "within_step", "tolerance": tolerance})
    errors.append(max(abs(x - exact(t)[0]) for t, x in zip(run.t, run["x"])))
    rep.below("within the step, tolerance %s: sticking velocity, m/s" % tolerance, "0",
              max(abs(v) for v, q in zip(run["slip"], run["stick"]) if q == 1), 1e-10)
rep.below("within the step: x over 3 s at the smallest tolerance, m", "closed form", errors[-1], 1e-5)
rep.within("fall of that error over a factor of 100 in tolerance", "10", errors[0] / errors[-1], 5, 50)

# --- the regularised laws beside it: they creep where they should stick ----------------------------------------------
# at t = 0.2 s the spring pulls with some 1.7 N, below mu_k N = 1.962 N: a law m(v) creeps with N m(v) = the friction force
print("| law | creep at t = 0.2 s, mm/s | expected of the law |")
for law, creep in (("tanh", lambda q: 1e-3 * math.atanh(q / mk)), ("threlfall", lambda q: -1e-3 / 3 * math.log(1 - q / mk)),
                   ("ambrosio", lambda q: 1e-3 + 9e-3 * q / mk),
                   ("bengisu_akay", lambda q: 1e-3 * (1 - math.sqrt(1 - q / ms))), ("lugre", None), ("karnopp", None)):
    run = simulate(TEXT, law, {"friction_law": law, "end": "0.2 s", "sample": "0.01 s"})
    got, pull = abs(run["slip"][-1]), run["friction"][-1] / run["normal"][-1]
    if creep:
        want = creep(pull)
        print("| %s | %.4f | %.4f |" % (law, 1e3 * got, 1e3 * want))
        rep.within("creep of %s against its own law" % law, "1", got / want, 1 - 1e-6, 1 + 1e-6)
        rep.true("%s creeps" % law, got > 1e-5, "> 1e-5 m/s", got)
    elif law == "karnopp":
        print("| %s | %.4f | held below v0 = 1 |" % (law, 1e3 * got))
        rep.within("held slip of karnopp, m/s", "v0", got, 0.99e-3, 1.01e-3)
    else:
        print("| %s | %.4f | bristles only |" % (law, 1e3 * got))
        rep.below("creep of lugre, m/s", "bristles follow the load: k V/(N s0)", got, 2e-4)
rep.done()

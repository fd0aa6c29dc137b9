#!/usr/bin/env python3
# label: study
"""Small mechanisms with closed forms: forces, loads, drivers, functions of time, statics.

Free motions are integrated with three or four steps and extrapolated (common.extrapolated): what remains is h^4 or h^5
and the tolerances, so that bounds of 1e-8 or less can stand, where the second order of one run would hide a small wrong
term. The largest single-run error is bounded by its order instead. Driven models report consistent values: exact.
"""
from common import Report, Worst, compare, edit, extrapolated, model, order, peak, simulate, worst_of
import math

import point_models as exact

rep = Report("small models")


def columns(run, **want):
    """Worst of several columns; `want` are functions of time."""
    return worst_of([compare(run, c, f) for c, f in want.items()])


def second_order(case, run, column, want, low=1.9, high=2.1):
    errors = [compare(r, column, want).error for r in run.runs]
    for o in order(errors, run.steps):
        rep.within(case + ", order", "2", o, low, high, errors, quiet=True)


# --- mass on a spring ---------------------------------------------------------------------------------------------------
TEXT = model("oscillator.yaml")
for name, data in (("free", {}), ("damped", {"c": 3.0}), ("overdamped", {"c": 60.0}), ("loaded", {"c": 3.0, "F": 7.0})):
    run = extrapolated(TEXT, "spring_" + name, 2e-3, {"c": "%g N s/m" % data.get("c", 0), "F": "%g N" % data.get("F", 0)},
                       count=4)

    def osc(t, i, d=data):
        return exact.oscillator(t, 2.0, 50.0, d.get("c", 0.0), 0.3, -1.0, d.get("F", 0.0))[i]
    rep.below("mass on a spring, %s" % name, "closed form", columns(
        run, x=lambda t: 1 + osc(t, 0), v=lambda t: osc(t, 1), a=lambda t: osc(t, 2), elongation=lambda t: osc(t, 0),
        tension=lambda t, c=data.get("c", 0.0): 50 * osc(t, 0) + c * osc(t, 1)), 1e-8)
    second_order("mass on a spring, " + name, run, "x", lambda t: 1 + osc(t, 0))
    rep.below("it stays on the line", "y = 0", max(abs(y) for y in run["y"]), 1e-15, quiet=True)
for c in (0.0, 1.5):
    run = extrapolated(TEXT, "shaken", 2e-3, {"c": "%g N s/m" % c, "A": "7 N", "end": "6 s"}, count=4)
    rep.below("forced, c = %g" % c, "closed form", columns(
        run, x=lambda t: 1 + exact.forced(t, 2.0, 50.0, c, 7.0, 3.0, 0.3, -1.0)[0],
        a=lambda t: exact.forced(t, 2.0, 50.0, c, 7.0, 3.0, 0.3, -1.0)[2]), 1e-8)
# a load from a table: m a = F(t), F = 10 t to 1 s, falling to 0 at 2 s; kinks on step ends
TABLE = [("{type: constant, value: F}", "{type: table, points: [[0, 0], [1 s, 10 N], [2 s, 0]]}")]
run = extrapolated(TEXT, "table", 2e-3, {"k": "0 N/m", "end": "3 s"}, TABLE)


def table_motion(t):
    """x - 1 of m = 2 from 0.3, -1"""
    x, v = 0.3, -1.0
    for a, b, f0, slope in ((0, 1, 0, 10), (1, 2, 10, -10), (2, 1e9, 0, 0)):
        s = min(t, b) - a
        if s > 0:
            x += v * s + f0 / 2 * s * s / 2 + slope / 2 * s ** 3 / 6
            v += f0 / 2 * s + slope / 2 * s * s / 2
    return x, v


rep.below("load from a table", "closed form", columns(run, x=lambda t: 1 + table_motion(t)[0],
                                                      v=lambda t: table_motion(t)[1]), 1e-9)

# --- physical pendulum ----------------------------------------------------------------------------------------------------
TEXT = model("pendulum.yaml")
W0 = exact.pendulum_rate(2.0, 0.5, 0.3)
for name, th, w in (("large swing", 2.5, 0.0), ("turning over", 0.5, 9.0)):
    run = extrapolated(TEXT, "pendulum", 1e-3, {"start": "%g rad" % th, "speed": "%g rad/s" % w}, count=4)
    state = [exact.pendulum(t, W0, th, w) for t in run.t]
    force = [exact.pendulum_reaction(2.0, 0.5, 0.3, *s) for s in state]
    # along the bar towards the pivot e = (sin, -cos): -e; transverse n = (cos, sin)
    fx = [-f[0] * math.sin(s[0]) + f[1] * math.cos(s[0]) for f, s in zip(force, state)]
    fy = [f[0] * math.cos(s[0]) + f[1] * math.sin(s[0]) for f, s in zip(force, state)]
    rep.below("pendulum, %s" % name, "elliptic functions", worst_of([
        compare(run, "angle", [s[0] for s in state]), compare(run, "line", [s[0] for s in state]),
        compare(run, "speed", [s[1] for s in state]), compare(run, "fx", fx), compare(run, "fy", fy)]), 1e-8)
    second_order("pendulum, " + name, run, "angle", [s[0] for s in state])
    if w == 0:      # the first return to rest, by the largest angle of the second period
        period = exact.pendulum_period(W0, 2.5)
        late = [k for k, t in enumerate(run.t) if t > 1]
        t, y = peak([run.t[k] for k in late], [run["angle"][k] for k in late])
        rep.below("pendulum: period", "2 pi/(w0 agm)", abs(t / period - 1), 1e-6, "period %.9g" % t)
        rep.below("pendulum: amplitude after a period", "2.5 rad", abs(y / 2.5 - 1), 1e-8)
    else:
        rep.true("turns are counted", run["angle"][-1] > 4 * math.pi, "several turns", run["angle"][-1])

# two bodies welded together, in space about a skew axis: combined m r = 0.65, J + m r^2 = 0.11 + 0.5*0.7^2 + 0.04
run = extrapolated(model("pendulum3d.yaml"), "pendulum3d", 1e-3, count=4)
J = 0.05 + 1.5 * 0.2 ** 2 + 0.04 + 0.5 * 0.7 ** 2
W0 = math.sqrt(9.81 * 0.65 / J)
state = [exact.pendulum(t, W0, 2.5) for t in run.t]
want = {k: [] for k in ("weld_x", "weld_y", "weld_z", "weld_mx", "weld_my", "weld_mz")}
for th, dth in state:       # the lower body: force m (a - g) at the weld, moment about the weld (0.3 from its centre)
    ddth = -W0 ** 2 * math.sin(th)
    e = (0.8 * math.sin(th), -0.6 * math.sin(th), -math.cos(th))
    n = (0.8 * math.cos(th), -0.6 * math.cos(th), math.sin(th))
    f = [0.5 * (0.7 * (ddth * b - dth ** 2 * a) + 9.81 * (i == 2)) for i, (a, b) in enumerate(zip(e, n))]
    # moment about the weld: J ddth w + 0.3 e x f, with turning about w = e x n = -(0.6, 0.8, 0)
    w = (-0.6, -0.8, 0.0)
    arm = [0.3 * x for x in e]
    c = (arm[1] * f[2] - arm[2] * f[1], arm[2] * f[0] - arm[0] * f[2], arm[0] * f[1] - arm[1] * f[0])
    m = [0.04 * ddth * a + b for a, b in zip(w, c)]
    for k, v in zip(want, list(f) + m):
        want[k].append(v)
top = max(abs(x) for x in want["weld_my"])
rep.below("welded pendulum in space", "elliptic functions", compare(run, "angle", [s[0] for s in state]), 1e-8)
rep.below("welded pendulum: force and moment in the weld", "Newton-Euler", worst_of(
    [compare(run, k, v, peak=None if k[5] != "m" else top) for k, v in want.items()]), 1e-7)
rep.below("welded pendulum: no moment about the hinge", "0", max(abs(x) for x in run["hinge_moment"]) / top, 1e-9,
          quiet=True)

# --- projectile -----------------------------------------------------------------------------------------------------------
# Constant acceleration: every step is exact. The spin of a body about a principal axis is the second-order part.
TEXT = model("projectile.yaml")
run = simulate(TEXT, "projectile")
G = (1.0, -2.0, -9.81)


def throw(t, p, v, i):
    return exact.projectile(t, p, v, G)[0][i]


P, V, Q, U = (1.0, 2.0, 3.0), (4.0, -5.0, 6.0), (-1.0, 0.0, 2.0), (0.0, 1.0, 3.0)
rep.below("projectile", "parabola", columns(
    run, x=lambda t: throw(t, P, V, 0), y=lambda t: throw(t, P, V, 1), z=lambda t: throw(t, P, V, 2),
    vz=lambda t: 6 - 9.81 * t, az=lambda t: -9.81, gx=lambda t: throw(t, Q, U, 0), gy=lambda t: throw(t, Q, U, 1),
    gz=lambda t: throw(t, Q, U, 2)), 1e-12)
# the grain, thrown from z = 2 with 3 m/s, falls through z = 1 at t = (3 + sqrt(9 + 2 9.81))/9.81
hit = (3 + math.sqrt(9 + 2 * 9.81)) / 9.81
rep.true("crossings of the plane", run["crossings"][-1] == 1 and run["crossings"][0] == 0, "0, then 1", run["crossings"])
# located on the cubic interpolant, here exact, to 2e-9 of a step
rep.below("instant of crossing a plane, s", "parabola", abs(run["crossed_at"][-1] - hit), 1e-11, run["crossed_at"][-1])
rep.below("speed of crossing", "parabola", abs(run["crossed_with"][-1] / (3 - 9.81 * hit) - 1), 1e-9,
          "%.12g" % run["crossed_with"][-1])
free = extrapolated(TEXT, "spin", 2e-3, edits=[("  gate: {type: plane_sensor, a: grain, point: [0, 0, 1], normal: [0, 0, 2]}",
                    "  none: {type: force, a: grain, value: 0, direction: [1, 0, 0]}"), ("  crossings: {type: output, name: gate, output: crossings}\n", ""),
                    ("  crossed_at: {type: output, name: gate, output: last_time}\n", ""), ("  crossed_with: {type: output, name: gate, output: last_speed}\n", ""),
                    ("  height: {type: output, name: gate, output: distance}\n", "")], count=4)
rep.below("spin of a free body", "0.3 + 5 t", compare(free, "angle", lambda t: 0.3 + 5 * t), 1e-9)

# --- torsion pendulum -------------------------------------------------------------------------------------------------------
TEXT = model("torsion.yaml")
for name, c, rest, pre in (("free", 0.0, 0.0, 0.0), ("damped, preloaded", 0.4, 0.7, 2.0)):
    run = extrapolated(TEXT, "torsion", 1e-3, {"c": "%g N m s" % c, "rest": "%g rad" % rest, "preload": "%g N m" % pre},
                       count=4)

    def tor(t, i):
        return exact.torsion(t, 0.4, 3.0, c, 0.0, 50.0, 3.0 * rest - pre)[i]
    rep.below("torsion pendulum, %s, %.1f turns" % (name, max(run["angle"]) / (2 * math.pi)), "closed form", columns(
        run, angle=lambda t: tor(t, 0), wire_angle=lambda t: tor(t, 0), speed=lambda t: tor(t, 1),
        moment=lambda t: 3 * (tor(t, 0) - rest) + c * tor(t, 1) + pre), 1e-7)
    second_order("torsion pendulum, " + name, run, "angle", lambda t: tor(t, 0))

S = math.sin
C = math.cos

# --- bushing ------------------------------------------------------------------------------------------------------------------
run = extrapolated(model("bushing.yaml"), "bushing", 1e-3, count=4)


def along(t, i, j=0):
    k, c, v = ((50.0, 0.0, 0.3), (80.0, 4.0, 0.5), (200.0, 60.0, 0.7))[i]
    return exact.oscillator(t, 2.0, k, c, 0.0, v)[j]


def bush_force(t, i):
    k, c = ((50.0, 0.0), (80.0, 4.0), (200.0, 60.0))[i]
    return k * along(t, i) + c * along(t, i, 1)


# the sine as rotation measure: J th'' = -k sin th cos th, a pendulum for 2 th with w0^2 = k/J
turn = [exact.pendulum(t, math.sqrt(5 / 0.4), 0.0, 6.0) for t in run.t]
rep.below("bushing with turned axes", "three oscillators", columns(
    run, x=lambda t: along(t, 0), y=lambda t: 0.8 * along(t, 1) + 0.6 * along(t, 2),
    z=lambda t: -0.6 * along(t, 1) + 0.8 * along(t, 2)), 1e-7)
sign = 1 if run["f1"][5] * along(run.t[5], 0) > 0 else -1
rep.below("bushing: its forces", "k x + c v", columns(run, **{"f%d" % (i + 1): lambda t, i=i: sign * bush_force(t, i)
                                                              for i in range(3)}), 1e-7)
rep.below("bushing: rotation", "pendulum for 2 theta", worst_of(
    [compare(run, "angle", [0.5 * x[0] for x in turn]), compare(run, "m3", [sign * 5 * S(0.5 * x[0]) for x in turn])]), 1e-7)

# --- follower force and moments ----------------------------------------------------------------------------------------------------
MORE = ""
for body in ("fixed", "follow"):
    for j, p in enumerate("xyz"):
        for c in "xyz":
            MORE += "  %s_e%d%s: {type: position, of: %s.%s, from: %s, component: %s}\n" % (body, j + 1, c, body, p, body, c)
            MORE += "  %s_v%d%s: {type: velocity, of: %s.%s, from: %s, component: %s}\n" % (body, j + 1, c, body, p, body, c)
run = extrapolated(edit(model("rocket.yaml"), [("probes:\n", "probes:\n" + MORE)]), "rocket", 1e-3, count=4)
# thrust 3 m/s^2 in the direction 90 deg at the start, turning at 2 rad/s (the direction is given in space)
w, q = 2.0, math.pi / 2
rep.below("follower force on a spinning body", "closed form", columns(
    run, vx=lambda t: 1 + 3 / w * (S(w * t + q) - S(q)),
    x=lambda t: t - 3 / w ** 2 * (C(w * t + q) - C(q)) - 3 / w * S(q) * t,
    y=lambda t: -3 / w ** 2 * (S(w * t + q) - S(q)) + 3 / w * C(q) * t), 1e-8)
rep.below("moment 3 t^2 on a disc", "t^4/(4 J)", compare(run, "angle", lambda t: t ** 4 / 4 / 0.5), 1e-8)


def spin_vector(run, body, k, space):
    """From the directors: w = 1/2 sum e_j x v_j (in space), or its components along e_j."""
    e = [[run["%s_e%d%s" % (body, j, c)][k] for c in "xyz"] for j in (1, 2, 3)]
    v = [[run["%s_v%d%s" % (body, j, c)][k] for c in "xyz"] for j in (1, 2, 3)]
    s = [0.5 * sum(a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for a, b in zip(e, v)) for i in range(3)]
    return s if space else [sum(x * y for x, y in zip(s, d)) for d in e]


# spherical inertia: I dw = M in space for a fixed moment, and in body axes for one that follows: w = w0 + M t/I
for body, space in (("fixed", True), ("follow", False)):
    worst = Worst()
    for k, t in enumerate(run.t):
        got = spin_vector(run, body, k, space)
        for g, w0, n in zip(got, (1.0, 0.0, 2.0), (2 / 3, 1 / 3, 2 / 3)):
            e = abs(g - (w0 + 0.9 * n * t / 0.5)) / 4
            if not e <= worst.error:
                worst = Worst(e, t, w0 + 0.9 * n * t / 0.5, g, body)
    rep.below("%s moment on a sphere" % body, "w0 + M t/I", worst, 1e-7)
rep.done()

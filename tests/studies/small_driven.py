#!/usr/bin/env python3
# label: study
"""Small mechanisms with closed forms: drivers by every kind of motion and function of time, statics, start: static.

Driven models report consistent values, exact but for the tolerance of the consistent solve (1e-11 of the accelerations):
bound 1e-10. A wrong derivative of a function, a turn lost by a driver or a spring, a wrong sign of a moment is seen at once.
"""
from common import Report, compare, model, simulate, worst_of
import math

import point_models as exact

rep = Report("small models")
# --- driven rotor: every kind of drive and function ------------------------------------------------------------------------------
TEXT = model("rotor.yaml")


def smooth(x):      # quintic with zero slopes: integral, value, derivative
    return (x ** 4 * (2.5 - 3 * x + x * x), x ** 3 * (10 - 15 * x + 6 * x * x), 30 * x * x * (1 - x) ** 2)


def ramp_drive(t, top=12.0, d=2.0):
    if t >= d:
        return top * (d / 2 + t - d), top, 0.0
    i, f, g = smooth(t / d)
    return top * d * i, top * f, top * g / d


def linear_drive(t, top=12.0, d=2.0):
    if t >= d:
        return top * (d / 2 + t - d), top, 0.0
    return top * t * t / (2 * d), top * t / d, top / d


def table_drive(t):
    """acceleration 0 at 0, 9 at 1, -3 at 2, then constant: angle, speed, acceleration"""
    x, v, a = 0.5, 2.0, 0.0
    for begin, end, f0, f1 in ((0.0, 1.0, 0.0, 9.0), (1.0, 2.0, 9.0, -3.0), (2.0, 1e9, -3.0, -3.0)):
        s = min(t, end) - begin
        if s >= 0:
            slope = (f1 - f0) / (end - begin)
            x += v * s + f0 * s * s / 2 + slope * s ** 3 / 6
            v += f0 * s + slope * s * s / 2
            a = f0 + slope * s
    return x, v, a


S = math.sin
C = math.cos
DRIVES = {
    "angle by sine": ("position: {type: sine, amplitude: 1.5 rad, omega: 3 rad/s}",
                      lambda t: (1.5 * S(3 * t), 4.5 * C(3 * t), -13.5 * S(3 * t))),
    "angle by expression": ("position: 0.4*t + 1 - cos(5*t)",
                            lambda t: (0.4 * t + 1 - C(5 * t), 0.4 + 5 * S(5 * t), 25 * C(5 * t))),
    "speed by smooth ramp": ("speed: {type: ramp, to: 12 rad/s, duration: 2 s}", ramp_drive),
    "speed by linear ramp": ("speed: {type: ramp, to: 12 rad/s, duration: 2 s, shape: linear}", linear_drive),
    "speed by sine, with a start angle": ("speed: {type: sine, amplitude: 20 rad/s, frequency: 0.7 Hz, offset: 30 rad/s, phase: 0.5}, start: 0.2",
                                          lambda t, w=1.4 * math.pi: (
                                              0.2 + 30 * t - 20 / w * (C(w * t + 0.5) - C(0.5)), 30 + 20 * S(w * t + 0.5),
                                              20 * w * C(w * t + 0.5))),
    "constant acceleration": ("acceleration: 5 rad/s^2, start_speed: -3 rad/s",
                              lambda t: (-3 * t + 2.5 * t * t, -3 + 5 * t, 5.0)),
    "acceleration by expression": ("acceleration: 6*sin(pi/6*t), start: 0.1",
                                   lambda t, w=math.pi / 6: (0.1 + 6 / w * t - 6 / w ** 2 * S(w * t), 6 / w * (1 - C(w * t)),
                                                             6 * S(w * t))),
    "acceleration by table": ("acceleration: {type: table, points: [[0, 0], [1, 9], [2, -3]]}, start: 0.5, start_speed: 2",
                              table_drive),
}


def rotor_columns(run, motion, stiffness=0.0):
    # the linear ramp has no acceleration at its end, t = 2: nothing to compare in that row
    keep = [k for k, t in enumerate(run.t) if motion is not linear_drive or abs(t - 2) > 1e-9]
    run.columns = {c: [v[k] for k in keep] for c, v in run.columns.items()}
    run.t = run["t"]
    ref = [motion(t) for t in run.t]
    forces = [exact.rotor(q, w, a, 0.3, 2.0, 0.1, 0.05, 9.81) for q, w, a in ref]
    force = max(abs(x) for f in forces for x in f[1])
    out = [compare(run, "angle", [x[0] for x in ref]), compare(run, "speed", [x[1] for x in ref]),
           compare(run, "moment", [f[0] + stiffness * x[0] for f, x in zip(forces, ref)]),
           compare(run, "fx", [f[1][0] for f in forces], peak=force), compare(run, "fy", [f[1][1] for f in forces], peak=force),
           compare(run, "wire", [x[0] for x in ref]),
           compare(run, "acceleration", [x[2] for x in ref], peak=max(1.0, max(abs(x[2]) for x in ref)))]
    return worst_of(out)


results = []
for kind in ("dynamic", "kinematic"):
    for name, (text, motion) in DRIVES.items():
        # the driver counts its angle from the drawn position; a start angle turns the rotor in the assembly
        run = simulate(TEXT, "rotor", {"analysis": kind}, [("DRIVE", text)])
        w = rotor_columns(run, motion)
        rep.below("rotor, %s, %s" % (name, kind), "closed form", w, 1e-10, quiet=True)
        results.append(w)
rep.below("driven rotor: 8 drives, dynamic and kinematic, 7 columns", "closed form", worst_of(results), 1e-10)
# many turns with a spring in parallel: 100 rad against stiffness 2; the spring must count the turns, too
for kind in ("dynamic", "kinematic"):
    run = simulate(TEXT, "wound", {"analysis": kind, "k": "2 N m"}, [("DRIVE", DRIVES["speed by sine, with a start angle"][0])])
    rep.below("rotor winding up a torsion spring, %s, %.0f turns" % (kind, run["angle"][-1] / 2 / math.pi), "closed form",
              rotor_columns(run, DRIVES["speed by sine, with a start angle"][1], 2.0), 1e-10)

# --- displacement driver --------------------------------------------------------------------------------------------------------
TEXT = model("slide.yaml")
DRIVES = {
    "position": ("position: 0.1*sin(5*t)", lambda t: (0.1 * S(5 * t), 0.5 * C(5 * t), -2.5 * S(5 * t))),
    "speed": ("speed: {type: ramp, to: 3 m/s, duration: 1 s, shape: linear}, start: 20 cm",
              lambda t: (0.2 + linear_drive(t, 3.0, 1.0)[0],) + linear_drive(t, 3.0, 1.0)[1:]),
    "acceleration": ("acceleration: 2*t, start_speed: 1 m/s", lambda t: (t + t ** 3 / 3, 1 + t * t, 2 * t)),
}
results = []
for name, (text, motion) in DRIVES.items():
    run = simulate(TEXT, "slide", {}, [("DRIVE", text)])
    s = [motion(t) for t in run.t]
    g = 9.81
    results += [compare(run, "x", [1 + 0.6 * a[0] for a in s]), compare(run, "z", [0.8 * a[0] for a in s]),
                compare(run, "vx", [0.6 * a[1] for a in s]), compare(run, "ax", [0.6 * a[2] for a in s]),
                compare(run, "force", [2 * (a[2] + g * 0.8) for a in s]),
                # normal e1 = (0.8, 0, -0.6), lateral e2 = e3 x e1 = (0, 1, 0); the centre is 0.1 m beside the guide
                compare(run, "normal", lambda t: -2 * g * 0.6), compare(run, "lateral", lambda t: 0.0, peak=2 * g),
                compare(run, "along", lambda t: 0.0, peak=2 * g),
                # about the joint: (0, 0.1, 0) x m (a - g) = 0.1 m (az, 0, -ax)
                compare(run, "mx", [0.2 * (0.8 * a[2] + g) for a in s]), compare(run, "my", lambda t: 0.0, peak=2 * g),
                compare(run, "mz", [-0.2 * 0.6 * a[2] for a in s])]
    rep.below("slider, driven by %s" % name, "closed form", worst_of(results[-11:]), 1e-10, quiet=True)
rep.below("driven slider: 3 drives, 11 columns", "closed form", worst_of(results), 1e-10)

# --- statics -------------------------------------------------------------------------------------------------------------------
TEXT = model("statics.yaml")


def root(f, a, b):
    for _ in range(200):
        m = 0.5 * (a + b)
        a, b = (m, b) if (f(m) > 0) == (f(a) > 0) else (a, m)
    return 0.5 * (a + b)


drop = (2 * 9.81 - 3) / 200
bend = root(lambda q: 20 * (q - 0.1) + 3 * 9.81 * 0.4 * C(q), -1.5, 0.5)      # k (q - q0) = -m g r cos q
hang = 0.1 + (5 * 9.81 - 20) / 500                                            # between 20 N at 0.1 and 70 N at 0.2
STATIC = {"y": -1 - drop, "angle": bend, "hinge_y": 3 * 9.81, "hard_y": -1 - hang, "tension": 5 * 9.81,
          "moment": 20 * (bend - 0.1)}
for parts in (1, 5):
    run = simulate(TEXT, "static", {}, [("end: end", "load_steps: %d, end: end" % parts)])
    rep.true("one row", len(run.t) == 1, "1 row", len(run.t))
    rep.below("static equilibrium, %d load steps" % parts, "closed form",
              worst_of([compare(run, c, [x]) for c, x in STATIC.items()]), 1e-10)
# start: static, then nothing may move; the torsion spring holds the bar, the table spring the weight
run = simulate(TEXT, "rest", {"kind": "dynamic", "start": "static"})
rep.below("start: static, then 2 s at rest", "closed form", worst_of(
    [compare(run, c, lambda t, x=x: x) for c, x in STATIC.items()]), 1e-10)
rep.below("speed at rest, m/s", "0", max(abs(v) for v in run["vy"]), 1e-9, quiet=True)
run = simulate(TEXT, "released", {"kind": "dynamic"})
rep.true("as given, it moves", max(abs(v) for v in run["vy"]) > 0.5, "more than 0.5 m/s", max(run["vy"]))

# hanging chain of 9 uniform rigid links, ends 3.5 m apart: at link i the mean of the vertical end forces is that of the
# weights beside it, tan th_i = w (i - 4)/H; H from the span
N, L, SPAN, WEIGHT = 9, 0.5, 3.5, 0.7 * 9.81
H = root(lambda h: sum(L / math.hypot(1, WEIGHT * (i - 4) / h) for i in range(N)) - SPAN, 1e-3, 1e4)
lines = ["space: 2d", "gravity: [0, -9.81]", "bodies:", "  ground: {points: {A: [0, 0], B: [%r, 0]}}" % SPAN]
joints, probes = [], []
at = 0.0, 0.0
drawn = root(lambda s: sum(L / math.hypot(1, s * (i - 4)) for i in range(N)) - SPAN, 1e-6, 10)
tilt = [math.atan(drawn * (i - 4) * (1.3 if i % 2 else 0.7)) for i in range(N)]      # near, but not in equilibrium
for i in range(N):
    to = at[0] + L * C(tilt[i]), at[1] + L * S(tilt[i])
    lines.append("  link%d: {type: rigid_body, from: [%r, %r], to: [%r, %r], centre: [%r, 0], mass: 0.7, shape: rod}"
                 % (i, at[0], at[1], to[0], to[1], L / 2))
    joints.append("  j%d: {type: revolute, a: %s, b: link%d.from}" % (i, "ground.A" if i == 0 else "link%d.to" % (i - 1), i))
    probes += ["  angle%d: {type: angle, of: link%d}" % (i, i), "  h%d: {type: joint_force, name: j%d, component: x}" % (i, i),
               "  v%d: {type: joint_force, name: j%d, component: y}" % (i, i)]
    at = to
lines += ["joints:"] + joints + ["  end: {type: revolute, a: ground.B, b: link%d.to}" % (N - 1)]
lines += ["probes:"] + probes + ["analysis: {type: static}", "output: {vtk: 0}"]
run = simulate("\n".join(lines) + "\n", "chain")
want = []
for i in range(N):
    want += [compare(run, "angle%d" % i, [math.atan(WEIGHT * (i - 4) / H)], peak=1.0), compare(run, "h%d" % i, [-H]),
             compare(run, "v%d" % i, [-WEIGHT * (i - 4.5)])]
rep.below("hanging chain of 9 links: angles, hinge forces", "closed form", worst_of(want), 1e-9)
# and it hangs still: accelerations vanish, which leaves the consistent solve nothing but round-off to converge on
text = "\n".join(lines).replace("type: static", "start: static, end: 1, step: 0.01") + "\n"
run = simulate(text, "chain_rest")
rep.below("hanging chain, start: static, 1 s", "closed form", worst_of(
    [compare(run, "angle%d" % i, lambda t, i=i: math.atan(WEIGHT * (i - 4) / H), peak=1.0) for i in range(N)]), 1e-9)
rep.done()

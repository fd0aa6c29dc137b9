#!/usr/bin/env python3
# label: study
"""Rigid contacts with Newton's restitution (studies/rigid): closed forms of a bouncing ball, with friction, of a row of balls; the
slider-crank of Flores, Leine and Glocker beside an integration in three angles; the woodpecker toy of Glocker beside a time-stepping
solution of its published equations; friction and restitution that would create energy."""
import itertools
import math

from common import Report, simulate, study

rep = Report("rigid impacts")
G = 9.81

# --- a ball, closed form ----------------------------------------------------------------------------------------------
H, E = 1.0, 0.8
T = math.sqrt(2 * H / G)
V = G * T
TIMES = [T]
for k in range(1, 30):
    TIMES.append(TIMES[-1] + 2 * T * E ** k)


def height(t):
    """Of the ball above the floor; after the 30 bounces of TIMES: none."""
    if t < T:
        return H - 0.5 * G * t * t
    for k in range(len(TIMES) - 1):
        if t < TIMES[k + 1]:
            s = t - TIMES[k]
            return V * E ** (k + 1) * s - 0.5 * G * s * s
    return None


for method in ("generalized_alpha", "radau"):
    run = simulate(study("rigid/bounce.yaml"), "bounce_" + method, {"method": method})
    seen = {}
    for n, t, v in zip(run["impacts"], run["impact_time"], run["impact_speed"]):
        seen[round(n)] = t, v
    most = max(abs(seen[k + 1][0] - TIMES[k]) for k in range(15))
    rep.below(method + ": times of 15 bounces, s", "T (1 + 2 (e + ... + e^(k-1)))", most, 1e-9)
    most = max(abs(seen[k + 1][1] - V * E ** k) for k in range(15))
    rep.below(method + ": their speeds, m/s", "sqrt(2 g H) e^(k-1)", most, 1e-9)
    most = max(abs(seen[k + 2][1] ** 2 / (2 * G) - H * E ** (2 * k + 2)) for k in range(15))
    rep.below(method + ": heights after them, m", "H e^(2k)", most, 1e-9)
    errors = [abs(y - 0.1 - height(t)) for t, y in zip(run["t"], run["y"]) if t < TIMES[20]]
    rep.below(method + ": height at %d instants of 20 bounces, m" % len(errors), "parabolas", max(errors), 1e-9)
    end = T * (1 + E) / (1 - E)
    # bounces below 1e-6 m/s are none
    rep.below(method + ": comes to rest, s", "T (1 + e)/(1 - e) = %.9f" % end, abs(run["impact_time"][-1] - end), 2e-6)
    rep.below(method + ": then rests, m", "0.1 m", abs(run["y"][-1] - 0.1), 1e-9)
    rep.below(method + ": force there, N", "m g", abs(run["force"][-1] - 2 * G), 1e-5)
    lost = -run.energy["work_contact"][-1]
    rep.below(method + ": ledger, J", "m g H", abs(lost - 2 * G * H), 1e-8)

# --- with friction: slides, or rolls at once --------------------------------------------------------------------------
run = simulate(study("rigid/bounce.yaml"), "slides", {"slip": "1 m/s", "mu": 0.02, "end": "0.5 s", "tolerance": "1e-10"})
rep.below("ball slides: vx after, m/s", "vx - mu (1 + e) V", abs(run["vx"][-1] - (1 - 0.02 * (1 + E) * V)), 1e-9)
spin = 2 * 0.02 * (1 + E) * V * 0.1 / 0.008
rep.below("ball slides: spin after, rad/s", "m mu (1 + e) V R/J", abs(abs(run["spin"][-1]) - spin), 1e-8)
run = simulate(study("rigid/bounce.yaml"), "rolls", {"slip": "1 m/s", "mu": 0.5, "end": "0.5 s", "tolerance": "1e-10"})
rep.below("ball grips: vx after, m/s", "vx (1 - 1/(1 + m R^2/J))", abs(run["vx"][-1] - (1 - 1 / 3.5)), 1e-9)
rep.below("ball grips: rolls, m/s", "vx = R spin", abs(run["vx"][-1] - 0.1 * abs(run["spin"][-1])), 1e-9)

# --- a row of balls: all contacts at once -----------------------------------------------------------------------------
def solve(a, b):
    """Gauss elimination"""
    a, n = [row[:] + [x] for row, x in zip(a, b)], len(b)
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        for r in range(i + 1, n):
            f = a[r][i] / a[i][i]
            a[r] = [x - f * y for x, y in zip(a[r], a[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][k] * x[k] for k in range(i + 1, n))) / a[i][i]
    return x


def newton(masses, speeds, e):
    """Speeds after the impact of neighbours in a row: the set of contacts with impulses is found by trying all."""
    n = len(masses) - 1
    before = [speeds[i + 1] - speeds[i] for i in range(n)]
    W = [[1 / masses[i] + 1 / masses[i + 1] if i == j else -1 / masses[max(i, j)] if abs(i - j) == 1 else 0.0 for j in range(n)]
         for i in range(n)]
    for size in range(n + 1):
        for on in itertools.combinations(range(n), size):
            P = [0.0] * n
            part = solve([[W[i][j] for j in on] for i in on], [-(1 + e) * before[i] if before[i] < 0 else -before[i] for i in on]) if on else []
            for i, p in zip(on, part):
                P[i] = p
            after = [before[i] + sum(W[i][j] * P[j] for j in range(n)) for i in range(n)]
            if all(p >= 0 for p in P) and all(after[i] + e * min(before[i], 0) >= -1e-12 for i in range(n)):
                P = [0.0] + P + [0.0]
                return [v + (P[i] - P[i + 1]) / masses[i] for i, v in enumerate(speeds)]
    raise SystemExit("FAILED no solution")


for e in (1.0, 0.6, 0.0):
    run = simulate(study("rigid/chain.yaml"), "chain_%g" % e, {"e": e, "end": "0.35 s"})
    want = newton([1, 2, 1, 3, 1], [1, 0, 0, 0, 0], e)
    got = [run[name][-1] for name in ("va", "vb", "vc", "vd", "vf")]
    rep.below("row of five balls, e = %g: speeds, m/s" % e, " ".join("%.5f" % v for v in want), max(abs(x - y) for x, y in zip(want, got)), 1e-9)
energy = sum(m * v * v for m, v in zip([1, 2, 1, 3, 1], newton([1, 2, 1, 3, 1], [1, 0, 0, 0, 0], 1.0)))
rep.below("row of balls, e = 1: energy of the reference", "1", abs(energy - 1), 1e-12)

# --- slider-crank: joints take part -----------------------------------------------------------------------------------
l1, l2, a, b, c = 0.153, 0.306, 0.05, 0.025, 1e-3
m1, m2, m3, J1, J2, J3 = 0.038, 0.038, 0.076, 7.4e-5, 5.9e-4, 2.7e-6
A11, A22, A12 = J1 + m1 * l1 * l1 / 4 + (m2 + m3) * l1 * l1, J2 + m2 * l2 * l2 / 4 + m3 * l2 * l2, (m2 / 2 + m3) * l1 * l2
CORNERS = ((-a, b), (a, b), (-a, -b), (a, -b))


def rates(x):
    t1, t2, t3, w1, w2, w3 = x
    k = A12 * math.cos(t1 - t2)
    s = A12 * math.sin(t1 - t2)
    r1 = -s * w2 * w2 - G * (m1 / 2 + m2 + m3) * l1 * math.cos(t1)
    r2 = s * w1 * w1 - G * (m2 / 2 + m3) * l2 * math.cos(t2)
    det = A11 * A22 - k * k
    return w1, w2, w3, (A22 * r1 - k * r2) / det, (A11 * r2 - k * r1) / det, 0.0


def rk4(x, h):
    k1 = rates(x)
    k2 = rates([u + h / 2 * v for u, v in zip(x, k1)])
    k3 = rates([u + h / 2 * v for u, v in zip(x, k2)])
    k4 = rates([u + h * v for u, v in zip(x, k3)])
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(x, k1, k2, k3, k4)]


def gap(x, corner):
    """Of a corner to its wall, with the directions of parting and along the wall in the three angles"""
    px, py = CORNERS[corner]
    sn, cs = math.sin(x[2]), math.cos(x[2])
    y = l1 * math.sin(x[0]) + l2 * math.sin(x[1]) + px * sn + py * cs
    dy = (l1 * math.cos(x[0]), l2 * math.cos(x[1]), px * cs - py * sn)
    dx = (-l1 * math.sin(x[0]), -l2 * math.sin(x[1]), -px * sn - py * cs)
    side = 1 if py > 0 else -1
    return b + c - side * y, [-side * u for u in dy], dx


def fly(t, x, h):
    """To the next impact of a corner: (time, state, corner). Steps of h, then regula falsi on the length of the last one."""
    while True:
        y = rk4(x, h)
        for corner in range(4):
            if gap(y, corner)[0] < 0 and gap(x, corner)[0] > 0:
                lo, hi = 0.0, h
                for _ in range(60):
                    mid = 0.5 * (lo + hi)
                    lo, hi = (mid, hi) if gap(rk4(x, mid), corner)[0] > 0 else (lo, mid)
                return t + hi, rk4(x, hi), corner
        t, x = t + h, y


def hit(x, corner, e=0.4, mu=0.01):
    """Newton and Coulomb for one corner; it slides in one direction throughout (checked)"""
    _, n, d = gap(x, corner)
    k = A12 * math.cos(x[0] - x[1])
    M = [[A11, k, 0.0], [k, A22, 0.0], [0.0, 0.0, J3]]
    u, w = solve(M, n), solve(M, list(d))
    speed = sum(p * q for p, q in zip(n, x[3:]))
    sign = math.copysign(1, sum(p * q for p, q in zip(d, x[3:])))
    P = -(1 + e) * speed / (sum(p * q for p, q in zip(n, u)) - mu * sign * sum(p * q for p, q in zip(n, w)))
    v = [q + P * (p - mu * sign * r) for q, p, r in zip(x[3:], u, w)]
    if sign * sum(p * q for p, q in zip(d, v)) < 0:
        raise SystemExit("FAILED the slip turns round in the impact: the reference does not hold")
    return list(x[:3]) + v


text = study("rigid/slider_crank.yaml")
run = simulate(text, "crank_2000", {"end": "2 ms"})
rep.below("slider-crank: crank speed at 2 ms, rad/s", "120.46388171 (integrated to 1e-12)", abs(run["crank_speed"][-1] - 120.46388171), 1e-7)
run = simulate(text, "crank_2690", {"end": "2.69 ms"})
rep.below("at 2.69 ms: crank speed, rad/s", "109.59288122", abs(run["crank_speed"][-1] - 109.59288122), 1e-7)
rep.below("at 2.69 ms: rod speed, rad/s", "-49.35426849", abs(run["rod_speed"][-1] + 49.35426849), 1e-7)
rep.below("at 2.69 ms: rod angle", "-0.171386048829", abs(run["rod_angle"][-1] + 0.171386048829), 1e-10)
t, x, corner = fly(0.0, [0.0, 0.0, 0.0, 150.0, -75.0, -0.01], 2e-6)
rep.below("reference here: first impact, s", "2.690903648e-3", abs(t - 2.690903648e-3), 1e-12)
x = hit(x, corner)
t2, x2, corner2 = fly(t, x, 2e-7)
run = simulate(text, "crank_after", {"end": repr(0.5 * (t + t2)), "sample": "1e-7 s"})
rep.true("first impact: upper corner 1, once", run["impacts_1"][-1] == 1 and run["impacts_2"][-1] == 0 and corner == 0, "1, 0",
         (run["impacts_1"][-1], run["impacts_2"][-1]))
rep.below("first impact, s", "%.12g" % t, abs(run["impact_time_1"][-1] - t), 1e-11)
now, s = t, x
while now < run["t"][-1] - 1e-12:
    h = min(1e-7, run["t"][-1] - now)
    now, s = now + h, rk4(s, h)
for name, i in (("crank", 3), ("rod", 4), ("slider", 5)):
    rep.below("after the impact: %s speed, rad/s" % name, "%.9g" % s[i], abs(run[name + "_speed"][-1] - s[i]), 1e-6 * (1 + abs(s[i])))
rep.true("the next corner that hits", corner2 == 1, "2", corner2 + 1)
run = simulate(text, "crank_second", {"end": repr(t2 + 2e-8), "sample": "1e-8 s"})
rep.below("second impact (corner 2), s", "%.12g" % t2, abs(run["impact_time_2"][-1] - t2), 1e-10)
run = simulate(text, "crank_long")
rep.below("50 ms: energy residue of the exchanged energy", "0", float(run.log.split("residue ")[1].split("(")[1].split(" of")[0]), 1e-7)
deep = max(abs(y) + a * abs(math.sin(q)) + b * math.cos(q) for y, q in zip(run["slider_y"], run["slider_angle"])) - b - c
rep.below("50 ms: no corner beyond the guide, m", "0", deep, 1e-9)

# --- the woodpecker ---------------------------------------------------------------------------------------------------
def woodpecker(dt, end):
    """Moreau's midpoint scheme for the equations of Leine, Glocker and van Campen 2001: q = y, angles of sleeve and bird. Periods
    between impacts of the beak."""
    mM, JM, mS, JS, cphi = 3e-4, 5e-9, 4.5e-3, 7e-7, 5.6e-3
    r0, rM, hM, lM, lG, hS, lS = 2.5e-3, 3.1e-3, 5.8e-3, 0.01, 0.015, 0.02, 0.0201
    M = [[mM + mS, mS * lM, mS * lG], [mS * lM, JM + mS * lM * lM, mS * lM * lG], [mS * lG, mS * lM * lG, JS + mS * lG * lG]]
    inverse = [solve(M, [float(i == k) for i in range(3)]) for k in range(3)]
    N = ((0, 0, -hS), (0, hM, 0), (0, -hM, 0))
    D = ((1, lM, lG - lS), (1, rM, 0), (1, rM, 0))
    e, mu = (0.5, 0.0, 0.0), 0.3
    apply = [[sum(inverse[k][i] * w[k] for k in range(3)) for i in range(3)] for w in N + D]
    size = [sum(p * q for p, q in zip(w, m)) for w, m in zip(N + D, apply)]
    q, u, beaks, t, was = [0.0, -0.1036, -0.2788], [-0.3411, 0.0, -7.4583], [], 0.0, False
    while t < end:
        q = [x + 0.5 * dt * v for x, v in zip(q, u)]
        spring = cphi * (q[1] - q[2])
        h = (-(mM + mS) * G, -spring - mS * G * lM, spring - mS * G * lG)
        v = [u[i] + dt * sum(inverse[k][i] * h[k] for k in range(3)) for i in range(3)]
        gaps = ((lM + lG - lS - r0) - hS * q[2], (rM - r0) + hM * q[1], (rM - r0) - hM * q[1])
        active = [k for k in range(3) if gaps[k] <= 0]
        before = {k: sum(p * r for p, r in zip(N[k], u)) for k in active}
        PN, PT = dict.fromkeys(active, 0.0), dict.fromkeys(active, 0.0)
        for _ in range(200 if active else 0):
            change = 0.0
            for k in active:
                new = max(0.0, PN[k] - (sum(p * r for p, r in zip(N[k], v)) + e[k] * min(before[k], 0)) / size[k])
                v = [x + (new - PN[k]) * m for x, m in zip(v, apply[k])]
                change, PN[k] = max(change, abs(new - PN[k]) * size[k]), new
                new = max(-mu * PN[k], min(mu * PN[k], PT[k] - sum(p * r for p, r in zip(D[k], v)) / size[3 + k]))
                v = [x + (new - PT[k]) * m for x, m in zip(v, apply[3 + k])]
                change, PT[k] = max(change, abs(new - PT[k]) * size[3 + k]), new
            if change < 1e-13:
                break
        now = 0 in active and PN[0] > 0
        if now and not was:
            beaks.append(t + 0.5 * dt)
        was = now
        u, t = v, t + dt
        q = [x + 0.5 * dt * r for x, r in zip(q, u)]
    return beaks


def periods(times):
    """Mean of the last six: they alternate a little before the motion has settled"""
    times = sorted(set(round(t, 9) for t in times if t > 0))  # samples of a constant differ by round-off
    return (times[-1] - times[-7]) / 6


run = simulate(study("rigid/woodpecker.yaml"), "woodpecker", {"tolerance": "1e-9"})
own = periods(run["beak_time"])
stepped = periods(woodpecker(5e-5, 1.6))
rep.below("woodpecker: period, s", "0.146 (Glocker)", abs(own - 0.146), 5e-4)
rep.below("woodpecker: period, s", "%.6f (Moreau stepping, 5e-5 s)" % stepped, abs(own - stepped), 4e-4)
rep.true("woodpecker: both edges of the sleeve and the beak hit in every period",
         all("%s: impacts " % name in run.log and float(run.log.split("%s: impacts " % name)[1].split(",")[0]) >= 13 for name in ("beak", "low", "up")),
         ">= 13", run.log.split("beak: ")[1][:60])
run = simulate(study("rigid/woodpecker.yaml"), "woodpecker_toy", {"eps": 1, "tolerance": "1e-9"})
toy = periods(run["beak_time"])
rep.below("the toy with its true angles, up to 0.48 rad: period, s", "0.1307 (own value, tolerance 1e-8)", abs(toy - 0.1307), 2e-4)

# --- friction that turns the slip round, e = 1: energy must not grow --------------------------------------------------
ROD = """space: 2d
bodies:
  rod: {type: rigid_body, at: [0, 0.5], angle: 45 deg, mass: 1 kg, inertia: 1 kg m^2/12, velocity: [SLIP, -1], points: {end: [-0.5, 0]}}
forces:
  floor: {type: contact, a: ground, b: rod.end, contact: {law: rigid, restitution: 1}, friction: {law: coulomb, kinetic: 0.5}}
analysis: {end: 0.2 s}
output: {vtk: 0, sample: 1 ms}
"""
worst = 0.0
tamed = 0
for slip in (-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2):
    run = simulate(ROD.replace("SLIP", repr(slip)), "rod_%g" % slip)
    kinetic = run.energy["kinetic"]
    worst = max(worst, kinetic[-1] - kinetic[0])
    tamed += "would create energy" in run.log
rep.below("rod, e = 1, mu = 0.5, nine slips: gain of kinetic energy, J", "0, but for the error of 0.2 s of flight", worst, 1e-9)
rep.true("some of them by a reduced restitution, with a warning", tamed >= 1, ">= 1", tamed)
rep.done()

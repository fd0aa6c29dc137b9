#!/usr/bin/env python3
# label: study
# timeout: 300
"""studies/press.yaml, the knuckle-joint press with friction in every joint.

1. Without inertia (masses by 1e-9) the joint forces and the moment of the crank are those of the balance of forces, written down here link by
   link with the friction of each pin and of the guide, and iterated on the friction terms.
2. Without friction the moment of the crank is that of virtual work.
3. As shipped: the work of the crank over a stroke is that of the press and of friction, and friction takes a large part of it."""
import math

from common import Report, simulate, study

R, RC, CRANK, LINK, ROD, GUIDE, SPEED = 0.030, 0.025, 0.060, 0.300, 0.500, 0.250, 40 * math.pi / 30
MAIN = (-ROD - CRANK, -LINK)
rep = Report("knuckle-joint press")


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def places(angle):
    """Crank tip C, knee K, ram P"""
    C = (MAIN[0] - CRANK * math.cos(angle), MAIN[1] - CRANK * math.sin(angle))
    d = math.hypot(*C)  # from C to the top pivot (0, 0)
    along = (ROD**2 - LINK**2 + d**2) / (2 * d)
    up = math.sqrt(ROD**2 - along**2)
    e = (-C[0] / d, -C[1] / d)
    K = (C[0] + along * e[0] + up * e[1], C[1] + along * e[1] - up * e[0])  # below the line from C to the pivot
    return C, K, (0.0, K[1] - math.sqrt(LINK**2 - K[0] ** 2))


def speeds(angle):
    """Spins of shaft, rod, upper and lower link, and velocity of the ram, by differences of fourth order"""
    def state(a):
        C, K, P = places(a)
        return (math.atan2(K[1] - C[1], K[0] - C[0]), math.atan2(K[1], K[0]), math.atan2(P[1] - K[1], P[0] - K[0]), P[1])

    h = 1e-3
    s = [state(angle + k * h) for k in (-2, -1, 1, 2)]
    rate = [SPEED * (s[0][i] - 8 * s[1][i] + 8 * s[2][i] - s[3][i]) / (12 * h) for i in range(4)]
    return [SPEED] + rate


def sign(x):
    return (x > 0) - (x < 0)


def balance(angle, W, mu, mu_guide):
    """Forces on the rod at the crank pin, on the ram, and moment of the drive. |F| of the sweep before in every friction term."""
    C, K, P = places(angle)
    ws, wr, wu, wl, v = speeds(angle)
    FP, FR, FT, N = (0.0, -W), (0.0, 0.0), (0.0, 0.0), 0.0
    for _ in range(2000):
        size = math.hypot
        top = -mu * R * size(*FT) * sign(wu)
        knee = -mu * R * size(*FP) * sign(wl - wu)
        ram = -mu * R * size(*FP) * sign(-wl)
        rod = -mu * RC * size(*FR) * sign(wr - wu)
        pin = -mu * RC * size(*FR) * sign(wr - ws)
        f = -mu_guide * max(abs(N), 2 * abs(ram) / GUIDE) * sign(v)
        Fy = -W - f
        Fx = (cross((P[0] - K[0], 0), (0, Fy)) - knee + ram) / (P[1] - K[1])  # lower link about the knee
        # upper link about the pivot, rod about the crank pin: two equations for FR
        a, b = minus(K, C), (pin + rod)
        det = (-K[1]) * a[0] - K[0] * (-a[1])
        right = (cross(K, (Fx, Fy)) - top + knee + rod, b)
        new = ((right[0] * a[0] - K[0] * right[1]) / det, (-K[1] * right[1] + a[1] * right[0]) / det)
        change = size(Fx - FP[0], Fy - FP[1]) + size(*minus(new, FR))
        FP, FR, N = (Fx, Fy), new, -Fx
        FT = minus(FP, FR)
        if change < 1e-13 * (size(*FP) + 1e-30):
            break
    main = -mu * RC * size(*FR) * sign(ws)
    return size(*FR), size(*FP), cross(minus(C, MAIN), FR) + pin - main


def angles(run):
    """Rows in which no joint is near a reversal, where friction jumps, and the work presses"""
    return [k for k, a in enumerate(run["crank_angle"]) if math.radians(112) < a < math.radians(176) or math.radians(184) < a < math.radians(196)]


text = study("press.yaml")
for name, mu, mu_guide in (("mu 0.08", 0.08, 0.08), ("mu 0.15", 0.15, 0.10)):
    run = simulate(text, "press_%s" % name[3:], {"density": "1e-9", "mu": repr(mu), "mu_guide": repr(mu_guide), "samples": "180"})
    worst, rows = [0.0, 0.0, 0.0], angles(run)
    peak = max(abs(run["crank_moment"][k]) for k in rows)
    for k in rows:
        own = balance(run["crank_angle"][k], run["work_force"][k], mu, mu_guide)
        worst[0] = max(worst[0], abs(run["rod_force"][k] - own[0]) / max(own[0], 1e3))
        worst[1] = max(worst[1], abs(run["ram_force"][k] - own[1]) / max(own[1], 1e3))
        worst[2] = max(worst[2], abs(run["crank_moment"][k] - own[2]) / peak)
    rep.below("%s: force of the rod, %d instants" % (name, len(rows)), "balance by hand", worst[0], 1e-7)
    rep.below("%s: force of the lower link" % name, "balance by hand", worst[1], 1e-7)
    rep.below("%s: moment of the crank, of its peak" % name, "balance by hand", worst[2], 1e-7)

free = simulate(text, "press_free", {"density": "1e-9", "mu": "0", "mu_guide": "0", "samples": "180"})
moment = [-free["work_power"][k] / SPEED for k in range(len(free.t))]
rep.below("mu 0: moment of the crank", "virtual work",
          max(abs(free["crank_moment"][k] + moment[k]) for k in angles(free)) / max(map(abs, moment)), 1e-7)

run = simulate(text, "press", {})


def work(column):
    v = run[column]
    return sum(0.5 * (a + b) * (u - t) for a, b, t, u in zip(v, v[1:], run.t, run.t[1:]))


crank, press, rubbed = work("crank_power"), work("work_power"), -run.energy["work_friction"][-1]
rep.below("as shipped: work of the crank less that of the press and of friction", "0", abs(crank - press - rubbed) / crank, 5e-3)
rep.within("share of friction in the work of a stroke", "a large part", rubbed / crank, 0.2, 0.8)
rep.done()

"""Short journal bearing with misalignment by plain quadrature (python standard library only).

    h = c - xi cos(th) - eta sin(th),   xi(zeta), eta(zeta) linear between the ends zeta = -B/2 (1), +B/2 (2)
    d/dzeta (h^3/(12 mu) dp/dzeta) = (w/2) dh/dth + dh/dt,   p = 0 at both ends; h frozen in zeta as Tian did:
    p = 3 mu (B^2 - 4 zeta^2)/(4 h^3) (G.e),   G = (w eta + 2 xi', -w xi + 2 eta'),   e = (cos th, sin th)
    Guembel: p > 0 only, which is the half circle G.e > 0.   Full Sommerfeld: the whole circle.
    F = -int int p e R dth dzeta,   M = int int zeta (F_eta -> -M_xi, F_xi -> M_eta)      (r x F)
    T = -R^2 int int (mu w R/h + (h/(2 R)) dp/dth) dth dzeta, the first term over the whole circle

Both integrals by the double-exponential rule, split where h is least around and where |G| is least along: the
rule crowds its points at the ends of an interval, so that narrow peaks there cost nothing. Every row is
computed with two steps of the rule; their difference is the error stated in the file.

    python3 short_bearing.py check FILE     compares FILE (forces and moments) with the quadrature
    python3 short_bearing.py write          prints ../reference/short_bearing_hard.csv
"""
import csv
import math
import random
import sys

NAMES = "name mu Rj B c omega xi1 eta1 xi2 eta2 dxi1 deta1 dxi2 deta2".split()


def rule(step, reach=3.4):
    """Nodes of the tanh-sinh rule on (0, 1): distance from the nearer end, which end, weight."""
    n = int(reach / step)
    out = []
    for k in range(-n, n + 1):
        t = k * step
        s = 0.5 * math.pi * math.sinh(t)
        near = 1 / (1 + math.exp(2 * abs(s)))
        weight = step * 0.5 * math.pi * math.cosh(t) * 2 * near * (1 - near)
        out.append((near, t > 0, weight))
    return out


def spread(nodes, a, b):
    """The rule on (a, b): points and weights."""
    return [((b - x * (b - a)) if right else (a + x * (b - a)), w * (b - a)) for x, right, w in nodes]


def ring(p, r, G, full, nodes):
    """Integrals over theta without the factor mu (B^2 - 4 zeta^2): p e, (h/2) p_th; and 1/h on the circle."""
    c = p["c"]
    least = math.atan2(r[1], r[0])           # where the film is thinnest
    middle = math.atan2(G[1], G[0])          # of the half circle
    lo, hi = middle - 0.5 * math.pi, middle + 0.5 * math.pi
    least = lo + (least - lo) % (2 * math.pi)
    peak = least if least < hi else middle
    parts = [(lo, peak), (peak, hi)] if lo < peak else [(lo, hi)]
    if full:
        parts = [(least - math.pi, least), (least, least + math.pi)]
    out = [0.0, 0.0, 0.0]
    for a, b in parts:
        for th, wt in spread(nodes, a, b):
            ct, st = math.cos(th), math.sin(th)
            h = c - r[0] * ct - r[1] * st
            h_th = r[0] * st - r[1] * ct
            g = G[0] * ct + G[1] * st
            q = 0.75 * g / h**3
            q_th = 0.75 * ((G[1] * ct - G[0] * st) / h**3 - 3 * g * h_th / h**4)
            out[0] += wt * q * ct
            out[1] += wt * q * st
            out[2] += wt * 0.5 * h * q_th
    turn = 0.0
    for a, b in ((least - math.pi, least), (least, least + math.pi)):
        for th, wt in spread(nodes, a, b):
            turn += wt / (c - r[0] * math.cos(th) - r[1] * math.sin(th))
    return out + [turn]


def film(p, full=False, step=1 / 16):
    """F_xi, F_eta, M_xi, M_eta, T of the row p (a dict with NAMES)."""
    nodes = rule(step)
    R, B, w, mu = p["Rj"], p["B"], p["omega"], p["mu"]
    end = [[p["xi1"], p["eta1"]], [p["xi2"], p["eta2"]]]
    rate = [[p["dxi1"], p["deta1"]], [p["dxi2"], p["deta2"]]]
    Ge = [[w * end[k][1] + 2 * rate[k][0], -w * end[k][0] + 2 * rate[k][1]] for k in (0, 1)]

    def along(pair, s):
        return [pair[0][i] * (1 - s) + pair[1][i] * s for i in (0, 1)]

    d = [Ge[1][i] - Ge[0][i] for i in (0, 1)]
    dd = d[0] ** 2 + d[1] ** 2
    s0 = -(Ge[0][0] * d[0] + Ge[0][1] * d[1]) / dd if dd else 0.5
    cuts = [0.0, s0, 1.0] if 0 < s0 < 1 else [0.0, 1.0]
    F, N, T = [0.0, 0.0], [0.0, 0.0], 0.0
    for a, b in zip(cuts, cuts[1:]):
        for s, ws in spread(nodes, a, b):
            zeta = (s - 0.5) * B
            I = ring(p, along(end, s), along(Ge, s), full, nodes)
            k = ws * B * mu * 4 * B * B * s * (1 - s)
            for i in (0, 1):
                F[i] -= k * R * I[i]
                N[i] -= k * R * I[i] * zeta
            T -= R * k * I[2] + ws * B * mu * w * R**3 * I[3]
    return [F[0], F[1], -N[1], N[0], T]


def error(p, f, other):
    """Largest difference relative to |F| (moments: |F| B, torque: itself)."""
    size = math.hypot(f[0], f[1]) or 1.0
    lever = max(size * p["B"], math.hypot(f[2], f[3]))
    scale = [max(size, lever / p["B"])] * 2 + [lever] * 2 + [max(abs(f[4]), size * p["c"])]
    return max(abs(x - y) / z for x, y, z in zip(f, other, scale))


def check(path):
    lines = [line for line in open(path) if not line.startswith("#")]
    worst = 0.0
    for row in csv.DictReader(lines):
        p = {k: (v if k == "name" else float(v)) for k, v in row.items()}
        f = film(p)
        e = error(p, f, [p["Fxi"], p["Feta"], p["Mxi_rxF"], p["Meta_rxF"], f[4]])
        worst = max(worst, e)
        print(f"{p['name']:12s} {e:.1e}")
    print(f"worst {worst:.1e}")
    return worst < 1e-11


# name, full, omega, positions/c, rates: what the other file lacks. Small eccentricity, nearly touching
# (aligned, one end, receding, sliding along the wall), |G| nearly zero inside, full Sommerfeld, torque.
HARD = [
    ("small", 0, 40, (1e-7, 2e-7, -1e-7, 3e-7), (2e-8, 0, 0, -3e-8)),
    ("near_rot", 0, 40, (0.97, 0.2, 0.97, 0.2), (0, 0, 0, 0)),
    ("near_approach", 0, 3, (0.6, 0.79, 0.6, 0.79), (0.001, 0.0013, 0.001, 0.0013)),
    ("near_recede", 0, 0, (0.999, 0, 0.999, 0), (-0.002, 0, -0.002, 0)),
    ("one_end", 0, 20, (0.1, -0.2, 0.85, 0.52), (0.0002, 0, 0.0004, -0.0001)),
    ("both_ends", 0, 20, (-0.98, 0, 0.98, 0.1), (0.0002, 0.0003, -0.0004, 0.0001)),
    ("one_end_back", 0, 0, (0.1, -0.2, 0.85, 0.52), (0, 0, -0.001, -0.0005)),
    ("wall", 0, 10, (0.99, -0.05, 0.98, 0.1), (0.001, 0.0002, -0.001, 0.0003)),
    ("nearly_zero_1", 0, 0, (0.5, 0.2, -0.3, 0.1), (0.001, 0.0001, -0.0012, 0.0001)),
    ("nearly_zero_2", 0, 0, (0.5, 0.2, -0.3, 0.1), (0.001, 0.00001, -0.0012, 0.00001)),
    ("nearly_zero_3", 0, 0, (0.5, 0.2, -0.3, 0.1), (0.001, 0.000001, -0.0012, 0.000001)),
    ("full_rot", 1, 40, (0.5, 0.3, 0.5, 0.3), (0, 0, 0, 0)),
    ("full_tilt", 1, 5, (0.2, 0.3, 0.6, -0.1), (0.0003, -0.0002, -0.0001, 0.0001)),
    ("full_one_end", 1, 20, (0.1, -0.2, 0.85, 0.52), (0.0002, 0, 0.0004, -0.0001)),
]


def random_rows(count):
    """Any tilt and any motion, each end up to 0.98 of the clearance."""
    rng = random.Random(7)
    for k in range(count):
        x = []
        for _ in (1, 2):
            e, a = 0.98 * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
            x += [round(e * math.cos(a), 4), round(e * math.sin(a), 4)]
        w = round(rng.uniform(-20, 20), 3)
        yield f"random_{k}", k % 4 == 3, w, x, [round(rng.gauss(0, 1e-3), 7) for _ in range(4)]


def write():
    print("# short bearing: force, moment (r x F) and shear torque on the journal; SI; 1: full Sommerfeld")
    print("# source: tests/oracle/short_bearing.py, double-exponential quadrature; error: change at half step")
    print(",".join(NAMES + "full Fxi Feta Mxi_rxF Meta_rxF T error".split()))
    for name, full, w, x, v in HARD + list(random_rows(24)):
        c = 2e-4
        values = [0.4, 0.03, 0.04, c, float(w)] + [c * xi for xi in x] + [float(vi) for vi in v]
        p = dict(zip(NAMES, [name] + values))
        coarse, f = film(p, full, 1 / 16), film(p, full, 1 / 32)
        cells = [name] + [f"{v:.16e}" for v in values] + [str(int(full))] + [f"{v:.16e}" for v in f]
        print(",".join(cells + [f"{error(p, f, coarse):.0e}"]), flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    elif len(sys.argv) == 3 and sys.argv[1] == "check":
        sys.exit(0 if check(sys.argv[2]) else 1)
    else:
        sys.exit(__doc__)

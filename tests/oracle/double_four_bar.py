"""IFToMM double four-bar (A02): five slender bars of 1 m and 1 kg, gravity 9.81 along -y.

Ground pivots A0, A1, A2 = (0, 0), (1, 0), (2, 0); bars Ai-Bi start upright, the
horizontal bars join B0-B1 and B1-B2.  The top points start with 1 m/s along +x.
All upright bars turn together by th (clockwise from +y), the horizontal ones translate:
    B0 = L (sin th, cos th)
    T = dth^2 (3 m L^2/3 + 2 m L^2)/2 = 3 m L^2 dth^2/2
    V = m g L cos th (3/2 + 2) = 3.5 m g L cos th                  (zero at y = 0)
    ddth = k sin th,   k = 3.5 g/(3 L) = 11.445 1/s^2,   E = 1.5 + 34.335 = 35.835 J
Closed form: with p = th/2,  dp^2 = w^2 (1 - kap^2 cos^2 p),  w^2 = k + dth0^2/4,
kap^2 = k/w^2, kap'^2 = dth0^2/(4 w^2):
    th = pi + 2 am(w t - K; kap),   one turn takes 2 K/w.
The mechanism is singular when the upright bars lie horizontally, th = pi/2 + n pi:
there the two four-bars may take other branches; this is the parallelogram one.
"""
import math

from elliptic import ellipk, jacobi_am
from numerics import gauss, keep_csv

G, L, MASS, V0 = 9.81, 1.0, 1.0, 1.0
K = 3.5 * G / (3 * L)
COLUMNS = ["t", "x", "y", "vx", "vy", "theta", "theta_speed", "energy"]


def rate(t, y):
    return [y[1], K * math.sin(y[0])]


def energy(th, w):
    return 1.5 * MASS * (L * w) ** 2 + 3.5 * MASS * G * L * math.cos(th)


def closed_form(t, speed=V0 / L):
    """Angle and angular speed at time t, started upright with `speed` > 0."""
    w = math.sqrt(K + speed ** 2 / 4)
    kc = speed / (2 * w)
    th = math.pi + 2 * jacobi_am(w * t - ellipk(kc), kc)
    return th, math.sqrt(speed ** 2 + 4 * K * math.sin(0.5 * th) ** 2)


def turn_time(speed=V0 / L):
    w = math.sqrt(K + speed ** 2 / 4)
    return 2 * ellipk(speed / (2 * w)) / w


def singular_times(end=10.0):
    """Instants at which the upright bars lie horizontally."""
    out, turns = [], int(end / turn_time()) + 1
    for n in range(2 * turns + 1):
        lo, hi, target = 0.0, end, math.pi / 2 + n * math.pi
        if closed_form(end)[0] < target:
            break
        for _ in range(60):
            mid = 0.5 * (lo + hi)
            lo, hi = (mid, hi) if closed_form(mid)[0] < target else (lo, mid)
        out.append(hi)
    return out


def main():
    times = [0.01 * i for i in range(1001)]
    fine, coarse = [gauss(rate, [0.0, V0 / L], times, n) for n in (4, 2)]
    step = max(abs(x - y) for p, q in zip(fine, coarse) for x, y in zip(p, q))
    exact = [closed_form(t) for t in times]
    diff = max(abs(x - y) for p, q in zip(fine, exact) for x, y in zip(p, q))
    drift = max(abs(energy(*y) - 35.835) for y in exact)
    print("ok integration, twice the step: %.1e; against the elliptic functions: %.1e; energy %.1e J"
          % (step, diff, drift))
    assert step < 1e-11 and diff < 1e-11 and drift < 1e-12
    print("   one turn %.12f s, singular at t = %s"
          % (turn_time(), " ".join("%.9f" % t for t in singular_times())))
    rows = [[t, L * math.sin(th), L * math.cos(th), L * w * math.cos(th), -L * w * math.sin(th),
             th, w, energy(th, w)] for t, (th, w) in zip(times, exact)]
    keep_csv("double_four_bar.csv",
             ["IFToMM double four-bar (A02): first top point B0, SI units; theta clockwise from +y",
              "source: tests/oracle/double_four_bar.py --write (closed form, Jacobi amplitude)",
              "tolerance: integration of order 16 differs by %.0e" % diff], COLUMNS, rows)


if __name__ == "__main__":
    main()

#!/usr/bin/python3
"""Gas force of a four-stroke cylinder over the crank angle: prints studies/engine_gas.csv.

Angle 0: top dead centre of the firing stroke; the force pushes the piston towards the crank.
  volume       V(a) = A (clearance + r + l - y(a)),  y = r cos a + sqrt(l^2 - r^2 sin^2 a)
  compression  p V^n constant from the closing of the inlet (40 degrees after bottom dead centre) on, n = 1.32
  combustion   dp = ((n - 1) dQ - n p dV)/V, Q = heat (1 - exp(-5 s^3)), s = (a + 15 deg)/60 deg   (Wiebe)
  exhaust      opens 130 degrees after top dead centre; the difference to 1.05 bar falls by e in 12 degrees
  inlet        0.92 bar, reached within 20 degrees about the top dead centre of the gas exchange
Force = (p - 1 bar) A, p smooth everywhere. The file is this output; tests/studies/engine.py compares the two.
"""
import math

R, L, BORE, RATIO = 0.043, 0.145, 0.085, 9.5
HEAT, N, AREA = 1000.0, 1.32, math.pi / 4 * 0.085**2
P_OUT, P_IN, P_ATM = 1.05e5, 0.92e5, 1.0e5
GAP = 2 * R / (RATIO - 1)
DEG = math.pi / 180


def height(a):
    return R * math.cos(a) + math.sqrt(L**2 - (R * math.sin(a)) ** 2)


def volume(a):
    return AREA * (GAP + R + L - height(a))


def smooth(s):
    s = min(max(s, 0.0), 1.0)
    return s**3 * (10 - 15 * s + 6 * s * s)


def burnt(a):
    s = (a + 15 * DEG) / (60 * DEG)
    return 0.0 if s <= 0 else 1 - math.exp(-5 * s**3)


def pressures(step=0.05):
    """{degrees: pressure} for -140 ... 580 in steps of `step`, by RK4 in the closed phase"""
    closed, out = {}, {}
    p, a = P_IN, -140.0
    count = int(round(270 / step))

    def slope(deg, p):
        h = 1e-4
        dv = (volume((deg + h) * DEG) - volume((deg - h) * DEG)) / (2 * h)
        dq = HEAT * (burnt((deg + h) * DEG) - burnt((deg - h) * DEG)) / (2 * h)
        return ((N - 1) * dq - N * p * dv) / volume(deg * DEG)

    for i in range(count + 1):
        a = -140 + i * step
        closed[round(a, 6)] = p
        k1 = slope(a, p)
        k2 = slope(a + step / 2, p + step / 2 * k1)
        k3 = slope(a + step / 2, p + step / 2 * k2)
        k4 = slope(a + step, p + step * k3)
        p += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    top = closed[130.0]
    for i in range(int(round(720 / step))):
        a = -140 + i * step
        if a <= 130:
            out[round(a, 6)] = closed[round(a, 6)]
        else:
            outlet = P_OUT + (top - P_OUT) * math.exp(-(a - 130) / 12)
            inlet = P_IN
            out[round(a, 6)] = outlet + (inlet - outlet) * smooth((a - 350) / 20)
    return out


def table(step=2):
    p = pressures()
    return [(deg, AREA * (p[float(deg if deg < 580 else deg - 720)] - P_ATM)) for deg in range(0, 720, step)]


if __name__ == "__main__":
    print("# gas force of a four-stroke cylinder: crank angle in degrees (0: firing top dead centre), force in N towards the crank")
    print("# made by tests/oracle/engine_gas.py, which says how; period 720 degrees")
    for deg, force in table():
        print(f"{deg}, {force:.6f}")

#!/usr/bin/env python3
"""Slider-crank of Flores et al. 2007 with a dry gudgeon pin without friction: an integration of its own (standard library only).

The crank turns at constant speed w: angle q2 = w t, pin P = a e(q2). Unknowns: rod angle q3, slider place x. With
e(q) = (cos q, sin q), n(q) = (-sin q, cos q), bearing centre B = P + b e(q3), journal centre (x, 0), no gravity:
    d = |(x, 0) - B| - c,  u = unit vector from B to the journal,  d' = ((x', 0) - B').u
    F = K d^1.5 (1 + (3/4)(1 - ce^2) d'/v0) for d > 0, v0 = d' where this contact began; else 0
    (J + m b^2/4) q3'' = b F n(q3).u - m (b/2) n(q3).P'',      ms x'' = -F u_x
    M = P x (m G'' - F u),  G'' acceleration of the rod's centre at mid-length: moment on the crank
K by Hertz for a journal in a bearing of 10 mm (E = 207 GPa, nu = 0.3).
Method: extrapolated midpoint rule (Gragg-Bulirsch-Stoer, order 12), step by error control; both ends of a contact are found by
repeating the step. Nothing is shared with the program: minimal coordinates, other method, other location of events.

    python3 tests/oracle/dry_slider_crank.py 0.1 2        impacts and peaks of |M| per cycle, c in mm
"""
import math
import sys

from planar import SLIDER_CRANK, SLIDER_CRANK_SPEED

A, L, MASS, J, MS = (SLIDER_CRANK[k] for k in ("crank", "rod", "rod_mass", "rod_inertia", "slider_mass"))
W, CYCLE, RESTITUTION, BEARING = SLIDER_CRANK_SPEED, 0.012, 0.9, 0.01
PARTS = (2, 4, 6, 8, 10, 12)
SCALE = (1.0, 0.1, 500.0, 30.0)   # rad, m, rad/s, m/s: what the tolerance is relative to
LONGEST = 2e-6


class Motion:
    def __init__(self, clearance, ahead=0.0, speed=0.0):
        """ahead: start of the slider beyond its ideal place, m; speed: its speed there"""
        self.c = clearance
        self.K = 4 / (3 * 2 * (1 - 0.3 ** 2) / 207e9) * math.sqrt(BEARING * (BEARING - clearance) / clearance)
        self.loss = 0.75 * (1 - RESTITUTION ** 2)
        self.t, self.y = 0.0, [0.0, A + L + ahead, -A * W / L, speed]
        self.impacts, self.pressed, self.v0 = [], False, 0.0
        d, rate = self.gap(self.t, self.y)[:2]
        if d > 0:
            self.pressed, self.v0 = True, rate

    def gap(self, t, y):
        s2, c2, s3, c3 = math.sin(W * t), math.cos(W * t), math.sin(y[0]), math.cos(y[0])
        ex, ey = y[1] - A * c2 - L * c3, -A * s2 - L * s3
        e = math.hypot(ex, ey)
        ux, uy = ex / e, ey / e
        return e - self.c, (y[3] + A * W * s2 + L * y[2] * s3) * ux - (A * W * c2 + L * y[2] * c3) * uy, ux, uy

    def rates(self, t, y, moment=False):
        s2, c2, s3, c3 = math.sin(W * t), math.cos(W * t), math.sin(y[0]), math.cos(y[0])
        F = ux = uy = 0.0
        if self.pressed:
            d, rate, ux, uy = self.gap(t, y)
            if d > 0:
                F = self.K * d * math.sqrt(d) * (1 + self.loss * rate / self.v0)
        px, py = -A * W * W * c2, -A * W * W * s2
        al = (L * F * (c3 * uy - s3 * ux) - MASS * L / 2 * (c3 * py - s3 * px)) / (J + MASS * L * L / 4)
        if moment:
            fx = MASS * (px - L / 2 * (s3 * al + c3 * y[2] ** 2)) - F * ux
            fy = MASS * (py + L / 2 * (c3 * al - s3 * y[2] ** 2)) - F * uy
            return A * (c2 * fy - s2 * fx)
        return y[2], y[3], al, -F * ux / MS

    def step(self, h):
        """State after h and the estimated error, in units of SCALE"""
        t, y, rows = self.t, self.y, []
        first = self.rates(t, y)
        for k, n in enumerate(PARTS):
            s = h / n
            z0, z1 = y, [p + s * q for p, q in zip(y, first)]
            for m in range(1, n):
                z0, z1 = z1, [p + 2 * s * q for p, q in zip(z0, self.rates(t + m * s, z1))]
            row = [[0.5 * (p + q + s * r) for p, q, r in zip(z0, z1, self.rates(t + h, z1))]]
            for j in range(1, k + 1):
                w = 1 / ((n / PARTS[k - j]) ** 2 - 1)
                row.append([p + (p - q) * w for p, q in zip(row[j - 1], rows[j - 1])])
            rows = row
        return rows[-1], max(abs(p - q) / s for p, q, s in zip(rows[-1], rows[-2], SCALE))

    def crossing(self, h, d1):
        """Length of the step at whose end the gap has just changed its sign, and the state there"""
        lo, hi, d0 = 0.0, h, self.gap(self.t, self.y)[0]
        for it in range(200):
            x = lo + (hi - lo) * (0.5 if it % 3 == 2 or d0 == d1 else d0 / (d0 - d1))
            if not lo < x < hi:
                x = 0.5 * (lo + hi)
            if hi - lo < 1e-17 or not lo < x < hi:
                break
            d = self.gap(self.t + x, self.step(x)[0])[0]
            if (d < 0) == self.pressed:
                hi, d1 = x, d
            else:
                lo, d0 = x, d
        return hi, self.step(hi)[0]

    def cycles(self, num, tolerance=1e-12):
        """Peaks of |M| of `num` cycles; impacts are appended to self.impacts as (t, v0)"""
        peaks, top, h, start = [], 0.0, 1e-8, round(self.t / CYCLE)
        while len(peaks) < num:
            end = (start + len(peaks) + 1) * CYCLE
            now = min(h, end - self.t, LONGEST)
            y, error = self.step(now)
            if error > tolerance and now > 1e-13:
                h = now * max(0.1, 0.8 * (tolerance / error) ** (1 / 11))
                continue
            d = self.gap(self.t + now, y)[0]
            if d < 0 if self.pressed else d > 0:
                now, y = self.crossing(now, d)
                self.t, self.y, self.pressed, h = self.t + now, y, not self.pressed, 1e-9
                if self.pressed:
                    self.v0 = self.gap(self.t, y)[1]
                    self.impacts.append((self.t, self.v0))
                continue
            self.t, self.y = self.t + now, y
            top = max(top, abs(self.rates(self.t, y, True)))
            if now == h or now == LONGEST:
                h = now * min(4.0, max(0.3, 0.9 * (tolerance / max(error, 1e-30)) ** (1 / 11)))
            if self.t >= end - 1e-15:
                self.t, top = end, peaks.append(top) or 0.0
        return peaks


def main():
    motion = Motion(float(sys.argv[1]) * 1e-3)
    peaks = motion.cycles(int(sys.argv[2]))
    for t, v in motion.impacts:
        print("impact at %.12g s with %.12g m/s" % (t, v))
    print("peaks of |M|, N m:", " ".join("%.4f" % p for p in peaks))


if __name__ == "__main__":
    main()

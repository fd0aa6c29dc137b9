"""IFToMM spatial slider-crank (Haug 1989 section 12.2; theory/benchmarks.md).

The geometry follows from the given initial velocities (checked in check_initial):
* crank: revolute to ground at A = (0, 0.1, 0.12), axis +x; at angle 0 it points along
  +z, so B = A + 0.08 (0, -sin q, cos q), B(0) = (0, 0.1, 0.2).
      The slider C = (x, 0, 0) with |B - C| = 0.3 is at x = 0.2 (branch x > 0).
      6 rad/s: vB = (0, -0.48, 0); (B - C).(vB - vC) = 0 gives vC = 0.24 (given 0.24);
      the rod's centre, at mid-length: (vB + vC)/2 = (0.12, -0.24, 0) (given).
* rod-crank at B: spherical.
* rod-slider at C: universal (Cardan): axis 1 = x, fixed in the slider; axis 2 fixed in
  the rod, perpendicular to the rod axis and, at the start, to x: the direction
  x x u = (0, -2, 1)/sqrt(5), u = (B - C)/0.3 = (-2, 1, 2)/3.  The axes intersect at C.
      Then w = psi' x + gam' a = 1.92 x + 0.48 (0, -2, 1) = (1.92, -0.96, 0.48) (given).
      The rod does spin about its axis, w.u = -1.28 rad/s: the given w has this
      component, which excludes a joint without spin (w would be (1.0667, -0.5333, 1.3333)).
      Axis 2 stays perpendicular to x and u for all time because both start so.
* slider-ground: translational (prismatic) along x; the slider does not rotate, its
  inertia has no effect.  Slider's centre of mass at C.
Rows: revolute 5 + spherical 3 + universal 4 + translational 5 = 17 of 18: one degree of
freedom, no redundant row (the self-test factors these 17 rows).  The variant revolute
(axis 2, rod-slider) + cylindrical (x, slider-ground) has the same motion of the rod but
lets the slider turn with psi: give slider_inertia = 1e-4 for it (0 = translational).
Crank's centre of mass: on the pivot A (Haug; the model in MBDyn's benchmark suite by
Masarati; EXUDYN's test): crank_com = 0.  Ixx = 1e-4.  crank_com = 0.04 is the other reading.

One coordinate q; the rod's axis is u = cos(gam) x + sin(gam) e(psi), e in the y-z plane:
    rho^2 = By^2 + Bz^2,  x = sqrt(L^2 - rho^2),  psi = atan2(Bz, By),
    gam = atan2(rho, -x),
    w = psi' x + gam' (x x e),  w.u = psi' cos gam,  |w_perp|^2 = (psi' sin gam)^2 + gam'^2
    2T/dq^2 = M(q) = Jc + m2 G'.G' + It (psi'^2 sin^2 gam + gam'^2) + Ia psi'^2 cos^2 gam
                   + m3 x'^2 + Js psi'^2,   Jc = 1e-4 + m1 com^2
    V(q) = g (m1 (Az + com cos q) + m2 Bz/2),     M ddq + M' dq^2/2 + V' = 0
"""
import math

from numerics import Jet, axpy, cross, dot, gauss, jet_atan2, keep_csv, solve

DATA = dict(crank=0.08, rod=0.3, pivot=(0.0, 0.1, 0.12), crank_mass=0.12, rod_mass=0.5,
            slider_mass=2.0, crank_inertia=1e-4, rod_axial=4e-4, rod_inertia=4e-3,
            slider_inertia=0.0, crank_com=0.0, gravity=9.81)
START = [0.0, 6.0]      # angle, speed
COLUMNS = ["t", "crank_angle", "crank_speed", "slider_x", "slider_v", "energy"]


class SliderCrank:
    def __init__(self, **changes):
        self.p = dict(DATA, **changes)

    def geometry(self, q):
        """Jets in q: B, slider x, psi, gam."""
        p, t = self.p, Jet(q, 1.0)
        a = p["pivot"]
        b = [Jet(a[0]), a[1] - p["crank"] * t.sin(), a[2] + p["crank"] * t.cos()]
        rho2 = b[1] * b[1] + b[2] * b[2]
        x = (p["rod"] ** 2 - rho2).sqrt()
        return b, x, jet_atan2(b[2], b[1]), jet_atan2(rho2.sqrt(), -x)

    def inertia(self, q):
        """M, M', V (jet)."""
        p = self.p
        b, x, psi, gam = self.geometry(q)
        s, c = math.sin(gam.v), math.cos(gam.v)
        k = p["rod_inertia"] * s * s + p["rod_axial"] * c * c + p["slider_inertia"]
        dk = 2 * (p["rod_inertia"] - p["rod_axial"]) * s * c * gam.d
        g = [0.5 * (b[0] + x), 0.5 * b[1], 0.5 * b[2]]
        parts = [(p["rod_mass"], y) for y in g]
        parts += [(p["rod_inertia"], gam), (p["slider_mass"], x), (k, psi)]
        m = p["crank_inertia"] + p["crank_mass"] * p["crank_com"] ** 2
        m += sum(w * y.d ** 2 for w, y in parts)
        dm = 2 * sum(w * y.d * y.e for w, y in parts) + dk * psi.d ** 2
        v = p["gravity"] * (p["crank_mass"] * (p["pivot"][2] + p["crank_com"] * Jet(q, 1.0).cos())
                            + p["rod_mass"] * g[2])
        return m, dm, v

    def rate(self, t, y):
        m, dm, v = self.inertia(y[0])
        return [y[1], -(v.d + 0.5 * dm * y[1] ** 2) / m]

    def energy(self, y):
        m, _, v = self.inertia(y[0])
        return 0.5 * m * y[1] ** 2 + v.v

    def rod_motion(self, y):
        """Velocity of the rod's centre, its angular velocity, the slider's speed."""
        b, x, psi, gam = self.geometry(y[0])
        e = [0.0, math.cos(psi.v), math.sin(psi.v)]
        axis = cross([1.0, 0.0, 0.0], e)
        w = axpy(gam.d * y[1], axis, [psi.d * y[1], 0.0, 0.0])
        v = [0.5 * y[1] * z for z in (x.d, b[1].d, b[2].d)]
        return v, w, x.d * y[1], axis

    def newton_euler(self, y):
        """The crank's angular acceleration from the full model: three bodies with six
        velocities each (v, w), the 17 joint rows above, multipliers.  Nothing of the
        reduced equation is used but the positions and velocities.  Also the least pivot."""
        p, (q, w1) = self.p, y
        bj, xj, psi, gam = self.geometry(q)
        a, b, c = list(p["pivot"]), [z.v for z in bj], [xj.v, 0.0, 0.0]
        com = axpy(p["crank_com"] / p["crank"], axpy(-1, a, b), a)
        g = [0.5 * (s + t) for s, t in zip(b, c)]
        wr, axis = self.rod_motion(y)[1], self.rod_motion(y)[3]
        u = [(s - t) / p["rod"] for s, t in zip(b, c)]
        ex = [1.0, 0.0, 0.0]
        unit = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]
        rows, rhs = [], []

        def row(blocks, right):
            r = [0.0] * 18
            for body, lin, ang in blocks:
                for k in range(3):
                    r[6 * body + k] += lin[k]
                    r[6 * body + 3 + k] += ang[k]
            rows.append(r)
            rhs.append(right)

        def point(n, arm, sign):      # n.(v + w x arm) = n.v + w.(arm x n)
            return [sign * z for z in n], [sign * z for z in cross(arm, n)]
        zero, wc = [0.0] * 3, [w1, 0.0, 0.0]

        def centripetal(w, arm):
            return cross(w, cross(w, arm))
        for n in unit:                                                       # revolute at A
            arm = axpy(-1, com, a)
            row([(0, *point(n, arm, 1))], -dot(n, centripetal(wc, arm)))
        for n in unit[1:]:
            row([(0, zero, n)], 0.0)
        for n in unit:                                                       # spherical at B
            ac, ar = axpy(-1, com, b), axpy(-1, g, b)
            row([(0, *point(n, ac, 1)), (1, *point(n, ar, -1))],
                dot(n, centripetal(wr, ar)) - dot(n, centripetal(wc, ac)))
        for n in unit:                                                       # universal at C
            ar = axpy(-1, g, c)
            row([(1, *point(n, ar, 1)), (2, [-z for z in n], zero)],
                -dot(n, centripetal(wr, ar)))
        n = cross(axis, ex)                                                  # d(x.axis) = w.n
        row([(1, zero, n), (2, zero, [-z for z in n])],
            -dot(wr, cross(cross(wr, axis), ex)))
        for n in unit[1:]:                                                   # translational
            row([(2, n, zero)], 0.0)
        for n in unit:
            row([(2, zero, n)], 0.0)
        size = 18 + len(rows)
        k = [[0.0] * size for _ in range(size)]
        f = [0.0] * size
        tensors = [(p["crank_inertia"], p["crank_inertia"], ex, wc),
                   (p["rod_axial"], p["rod_inertia"], u, wr), (1e-4, 1e-4, ex, zero)]
        for body, mass in enumerate((p["crank_mass"], p["rod_mass"], p["slider_mass"])):
            ia, it, ax, w = tensors[body]
            inertia = [[it * (i == j) + (ia - it) * ax[i] * ax[j] for j in range(3)] for i in range(3)]
            gyro = cross(w, [dot(r, w) for r in inertia])
            for i in range(3):
                k[6 * body + i][6 * body + i] = mass
                f[6 * body + 3 + i] = -gyro[i]
                for j in range(3):
                    k[6 * body + 3 + i][6 * body + 3 + j] = inertia[i][j]
            f[6 * body + 2] = -mass * p["gravity"]
        for i, r in enumerate(rows):
            f[18 + i] = rhs[i]
            for j in range(18):
                k[18 + i][j] = r[j]
                k[j][18 + i] = r[j]
        x, least = solve(k, f)
        return x[3], x[12], least


def check_initial(sc):
    v, w, vs, axis = sc.rod_motion(START)
    b, x, psi, gam = sc.geometry(0.0)
    err = max(abs(s - t) for s, t in zip(
        v + w + [vs, x.v] + axis + [z.v for z in b],
        [0.12, -0.24, 0.0, 1.92, -0.96, 0.48, 0.24, 0.2,
         0.0, -2 / math.sqrt(5), 1 / math.sqrt(5), 0.0, 0.1, 0.2]))
    u = [-2 / 3, 1 / 3, 2 / 3]
    assert err < 1e-15 * 10 and abs(dot(w, u) + 1.28) < 1e-14
    print("ok given initial velocities and positions: %.1e" % err)


def main():
    sc = SliderCrank()
    check_initial(sc)
    times = [0.01 * i for i in range(501)]
    fine, coarse = [gauss(sc.rate, START, times, n) for n in (4, 2)]
    step = max(abs(x - y) for p, q in zip(fine, coarse) for x, y in zip(p, q))
    e0 = sc.energy(START)
    drift = max(abs(sc.energy(y) - e0) for y in fine)
    speeds = [y[1] for y in fine]
    print("ok twice the step: %.1e (angle, speed); energy %.12g J, drift %.1e" % (step, e0, drift))
    print("   crank speed %.4f ... %.4f rad/s, %.4f turns in 5 s"
          % (min(speeds), max(speeds), fine[-1][0] / (2 * math.pi)))
    assert step < 1e-10 and drift < 1e-12
    for com in (0.0, 0.04):
        other, worst, pivot = SliderCrank(crank_com=com), 0.0, math.inf
        for y in fine[::71]:
            a, slide, least = other.newton_euler(y)
            ref = other.rate(0, y)[1]
            x = other.geometry(y[0])[1]
            worst = max(worst, abs(a - ref), abs(slide - x.d * ref - x.e * y[1] ** 2))
            pivot = min(pivot, least)
        print("ok Newton-Euler, 3 bodies and 17 rows (crank_com %g): %.1e rad/s^2, least pivot %.1e"
              % (com, worst, pivot))
        assert worst < 1e-10 and pivot > 1e-6
    rows = []
    for t, y in zip(times, fine):
        x = sc.geometry(y[0])[1]
        rows.append([t, y[0], y[1], x.v, x.d * y[1], sc.energy(y)])
    keep_csv("spatial_slider_crank.csv",
             ["IFToMM spatial slider-crank, free motion under gravity -z from 6 rad/s, SI units",
              "crank's centre of mass on its axis, slider translates; energy zero at z = 0",
              "source: tests/oracle/spatial_slider_crank.py --write (one coordinate, exact derivatives)",
              "tolerance: Gauss-Legendre order 16, h = 0.0025 s; twice the step changes %.0e" % step],
             COLUMNS, rows)


if __name__ == "__main__":
    main()

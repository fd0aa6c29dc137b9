"""Torque-free rigid body: Euler's equations in principal body axes, closed form.

    I1 dw1 = (I2 - I3) w2 w3   and cyclic.
With the axes renamed so that I1 <= I2 <= I3 (or reversed), H^2 = sum (Ii wi)^2,
2T = sum Ii wi^2, and the order chosen so that H^2 >= 2 T I2 for I3 the outer axis
about which the body turns (Landau & Lifshitz, Mechanics, section 37):
    a3 = H^2 - 2T I1 = I2 (I2-I1) w2^2 + I3 (I3-I1) w3^2
    a1 = 2T I3 - H^2 = I1 (I3-I1) w1^2 + I2 (I3-I2) w2^2
    a2 = H^2 - 2T I2 = I3 (I3-I2) w3^2 - I1 (I2-I1) w1^2
    rate = sqrt((I3-I2) a3/(I1 I2 I3)),  k'^2 = (I3-I1) a2/((I3-I2) a3)
    w1 = s1 sqrt(a1/(I1 (I3-I1))) cn(u),  w2 = s2 sqrt(a1/(I2 (I3-I2))) sn(u),
    w3 = s3 sqrt(a3/(I3 (I3-I1))) dn(u),  u = u0 + rate t
s1 s2 s3 = +1 if sorting the axes by rising inertia is an even permutation, else -1.  The
reversed order (I1 >= I2 >= I3) uses the same formulas and the same sign: the differences
change sign in pairs, and reversing is one more odd permutation.
The sums of squares above avoid cancellation, so a spin close to the middle axis
(Dzhanibekov, k near 1) keeps its digits; a2 = 0 is the separatrix (tanh, sech).
The flip time (from one middle-axis passage to the next) is 2 K(k)/rate.
"""
import math

from elliptic import ellipf_sc, ellipk, jacobi
from numerics import gauss


class FreeBody:
    def __init__(self, inertia, w0):
        """Principal inertias and the initial angular velocity in body axes."""
        self.inertia, self.w0 = list(inertia), list(w0)
        order = sorted(range(3), key=lambda i: inertia[i])
        sign = 1 if order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]) else -1
        i, w = self._named(order)
        if self._a2(i, w) < 0:
            order.reverse()
            i, w = self._named(order)
        self.order = order
        d12, d13, d23 = i[1] - i[0], i[2] - i[0], i[2] - i[1]
        a1 = i[0] * d13 * w[0] ** 2 + i[1] * d23 * w[1] ** 2
        a3 = i[1] * d12 * w[1] ** 2 + i[2] * d13 * w[2] ** 2
        # all of d12, d13, d23, a1, a2, a3 have one sign (+, or - if reversed)
        self.still = d23 == 0 or d13 == 0 or a1 == 0 or a3 == 0
        if self.still:      # symmetric with its special axis at rest, or pure spin
            return
        a2 = self._a2(i, w)
        self.rate = math.sqrt(d23 * a3 / (i[0] * i[1] * i[2]))
        self.kc = math.sqrt(max(0.0, d13 * a2 / (d23 * a3)))
        s1 = math.copysign(1.0, w[0])
        s3 = math.copysign(1.0, w[2])
        s2 = s1 * s3 * sign
        self.amp = [s1 * math.sqrt(a1 / (i[0] * d13)), s2 * math.sqrt(a1 / (i[1] * d23)),
                    s3 * math.sqrt(a3 / (i[2] * d13))]
        sn, cn = w[1] / self.amp[1], w[0] / self.amp[0]
        n = math.hypot(sn, cn)
        self.u0 = math.asinh(sn / cn) if self.kc == 0 else ellipf_sc(sn / n, cn / n, self.kc)

    def _named(self, order):
        return [self.inertia[k] for k in order], [self.w0[k] for k in order]

    @staticmethod
    def _a2(i, w):
        """H^2 - 2 T I2 (positive: the body turns about axis 3)."""
        return i[2] * (i[2] - i[1]) * w[2] ** 2 - i[0] * (i[1] - i[0]) * w[0] ** 2

    def omega(self, t):
        """Angular velocity in body axes."""
        if self.still:
            return list(self.w0)
        sn, cn, dn = jacobi(self.u0 + self.rate * t, self.kc)
        out = [0.0] * 3
        for k, f, a in zip(self.order, (cn, sn, dn), self.amp):
            out[k] = a * f
        return out

    def residual(self, t):
        """Largest error of Euler's equations with the derivatives of sn, cn, dn,
        relative to the largest angular acceleration term: zero proves the form."""
        if self.still:
            return max(abs(x) for x in euler_rate(self.inertia)(t, self.w0))
        sn, cn, dn = jacobi(self.u0 + self.rate * t, self.kc)
        k2 = 1 - self.kc ** 2
        rates = [a * self.rate * f for a, f in
                 zip(self.amp, (-sn * dn, cn * dn, -k2 * sn * cn))]
        want = euler_rate(self.inertia)(t, self.omega(t))
        size = max(abs(a * self.rate) for a in self.amp)
        return max(abs(r - want[k]) for r, k in zip(rates, self.order)) / size

    def flip_time(self):
        """Time between two reversals of the spin about the middle axis."""
        if self.still or self.kc == 0:
            return math.inf
        return 2 * ellipk(self.kc) / self.rate

    def energy(self, w):
        return 0.5 * sum(i * x * x for i, x in zip(self.inertia, w))

    def momentum(self, w):
        return math.sqrt(sum((i * x) ** 2 for i, x in zip(self.inertia, w)))

    def attitude(self, times, substeps=1):
        """Rotation matrices (body to space, identity at times[0]) at `times`:
        dQ = Q (0, w)/2 with the closed-form w, order 16, unit length restored."""
        def rate(t, q):
            a, (x, y, z) = q[0], q[1:]
            p, r, s = self.omega(t)
            return [0.5 * v for v in (-x * p - y * r - z * s, a * p + y * s - z * r,
                                      a * r + z * p - x * s, a * s + x * r - y * p)]
        out = []
        for a, x, y, z in gauss(rate, [1.0, 0.0, 0.0, 0.0], times, substeps):
            n = 2 / (a * a + x * x + y * y + z * z)
            out.append([[1 - n * (y * y + z * z), n * (x * y - a * z), n * (x * z + a * y)],
                        [n * (x * y + a * z), 1 - n * (x * x + z * z), n * (y * z - a * x)],
                        [n * (x * z - a * y), n * (y * z + a * x), 1 - n * (x * x + y * y)]])
        return out


def euler_rate(inertia):
    a, b, c = inertia
    return lambda t, w: [(b - c) * w[1] * w[2] / a, (c - a) * w[2] * w[0] / b,
                         (a - b) * w[0] * w[1] / c]


CASES = {      # name: inertias, initial angular velocity
    "Dzhanibekov": ((1.0, 2.0, 3.0), (1e-3, 10.0, 1e-3)),
    "Dzhanibekov, axes in another order": ((2.0, 3.0, 1.0), (10.0, -1e-3, 2e-3)),
    "middle axis, odd order, negative spin": ((2.0, 1.0, 3.0), (-10.0, 1e-2, 0.0)),
    "near the largest axis": ((1.0, 2.0, 3.0), (0.5, -0.4, -3.0)),
    "near the smallest axis": ((3.0, 1.0, 2.0), (0.5, -4.0, 0.3)),
    "general": ((0.3, 0.7, 0.5), (-1.0, 2.0, 1.5)),
    "prolate": ((1.0, 2.0, 2.0), (3.0, 1.0, -0.5)),
    "oblate": ((2.0, 2.0, 3.0), (3.0, 1.0, -0.5)),
    "sphere": ((2.0, 2.0, 2.0), (3.0, 1.0, -0.5)),
}


def main():
    for name, (inertia, w0) in CASES.items():
        body = FreeBody(inertia, w0)
        times = [0.02 * i for i in range(501)]
        # near the middle axis the integration's rounding grows by e^(rate t) at every
        # flip (1e-8 after three): compare up to the end of the first one only
        middle = not body.still and body.kc < 0.1
        last = body.flip_time() * 0.75 if middle else 10.0
        ref = gauss(euler_rate(inertia), w0, [t for t in times if t <= last], 2)
        top = max(abs(x) for x in w0)
        got = [body.omega(t) for t in times]
        err = max(abs(x - y) for p, q in zip(got, ref) for x, y in zip(p, q)) / top
        e = max(abs(body.energy(w) / body.energy(w0) - 1) for w in got)
        h = max(abs(body.momentum(w) / body.momentum(w0) - 1) for w in got)
        res = max(body.residual(t) for t in times)
        start = max(abs(x - y) for x, y in zip(got[0], w0)) / top
        print("ok %s: equations %.1e, start %.1e, energy %.1e, momentum %.1e, integration %.1e, "
              "flip time %.9g" % (name, res, start, e, h, err, body.flip_time()))
        assert max(res, start, e, h) < 1e-13 and err < 2e-12, name
    inertia, w0 = CASES["Dzhanibekov"]
    body = FreeBody(inertia, w0)
    times = [0.05 * i for i in range(101)]
    h0, worst = [i * x for i, x in zip(inertia, w0)], 0.0
    for t, r in zip(times, body.attitude(times, 2)):
        w = body.omega(t)
        h = [sum(r[i][j] * inertia[j] * w[j] for j in range(3)) for i in range(3)]
        worst = max(worst, max(abs(x - y) for x, y in zip(h, h0)) / body.momentum(w0))
    print("ok attitude: momentum fixed in space to %.1e" % worst)
    assert worst < 1e-12
    sep = FreeBody((1.0, 2.0, 3.0), (math.sqrt(3.0), 2.0, 1.0))     # exactly k = 1
    ref = gauss(euler_rate(sep.inertia), sep.w0, [0.0, 0.5, 1.0], 20)[-1]
    err = max(abs(x - y) for x, y in zip(sep.omega(1.0), ref))
    print("ok separatrix (k' = %.0e): %.1e" % (sep.kc if not sep.still else 0, err))
    assert err < 1e-6
    # the middle axis reverses sign after one flip time
    for t in (0.0, 0.3):
        a, b = body.omega(t), body.omega(t + body.flip_time())
        assert abs(a[1] + b[1]) < 1e-10


if __name__ == "__main__":
    main()

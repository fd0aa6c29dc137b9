"""Elliptic integrals and functions of real modulus (python standard library only),
parametrised by kc = k' = sqrt(1 - k^2), so that k near 1 loses no digits.

    F(phi) = int_0^phi dx/sqrt(1 - k^2 sin^2 x),  K = F(pi/2),  am(F(phi)) = phi
    sn = sin am,  cn = cos am,  dn = sqrt(1 - k^2 sn^2)
"""
import math


def agm(a, b):
    while abs(a - b) > 1e-8 * a:
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    return 0.5 * (a + b)


def ellipk(kc):
    """Complete integral of the first kind, K = pi/(2 agm(1, kc))."""
    return math.pi / (2 * agm(1.0, kc))


def ellipf_sc(s, c, kc):
    """F(phi) for s = sin phi, c = cos phi, |phi| <= pi (see ellipf); having both keeps
    the digits near pi/2 when kc is small."""
    if c < 0:
        return math.copysign(2 * ellipk(kc), s) - ellipf_sc(s, -c, kc)
    x, y, z = c * c, c * c + kc * kc * s * s, 1.0
    while True:
        m = (x + y + z) / 3
        dx, dy, dz = 1 - x / m, 1 - y / m, 1 - z / m
        if max(abs(dx), abs(dy), abs(dz)) < 3e-3:
            break
        lam = math.sqrt(x * y) + math.sqrt(y * z) + math.sqrt(z * x)
        x, y, z = (x + lam) / 4, (y + lam) / 4, (z + lam) / 4
    e2, e3 = dx * dy + dy * dz + dz * dx, dx * dy * dz
    rf = (1 - e2 / 10 + e3 / 14 + e2 * e2 / 24 - 3 * e2 * e3 / 44
          - 5 * e2 ** 3 / 208 + 3 * e3 * e3 / 104) / math.sqrt(m)
    return s * rf


def ellipf(phi, kc):
    """Incomplete integral of the first kind, F = int_0^phi dx/sqrt(1 - k^2 sin^2 x),
    through Carlson's R_F(cos^2, cos^2 + kc^2 sin^2, 1) by duplication (DLMF 19.36.1)."""
    turns = round(phi / math.pi)
    d = phi - turns * math.pi
    return ellipf_sc(math.sin(d), math.cos(d), kc) + (2 * turns * ellipk(kc) if turns else 0.0)


def jacobi_am(u, kc):
    """Amplitude am(u), continuous in u, by the descending AGM (A&S 16.4)."""
    if kc == 0:
        return math.asin(math.tanh(u))
    a, b, ac = 1.0, kc, []
    while True:
        a, b, cc = 0.5 * (a + b), math.sqrt(a * b), 0.5 * (a - b)
        ac.append((a, cc))
        if cc < 2e-16 * a:
            break
    quarter = math.pi / (2 * a)
    turns = round(u / (2 * quarter))
    phi = math.ldexp(a * (u - 2 * turns * quarter), len(ac))
    for an, cn in reversed(ac):
        phi = 0.5 * (phi + math.asin(cn / an * math.sin(phi)))
    return phi + turns * math.pi


def jacobi(u, kc):
    """sn, cn, dn"""
    if kc == 0:
        return math.tanh(u), 1 / math.cosh(u), 1 / math.cosh(u)
    phi = jacobi_am(u, kc)
    s, c = math.sin(phi), math.cos(phi)
    return s, c, math.sqrt(c * c + kc * kc * s * s)


def _test():
    from numerics import gauss_rule
    worst = 0.0
    for kc in (1.0, 0.9, 0.3, 1e-3, 1e-8):
        k2, (x, w) = 1 - kc * kc, gauss_rule(40)
        for phi in (-1.2, 0.3, 1.4):
            q = sum(wi * phi / math.sqrt(1 - k2 * math.sin(phi * xi) ** 2) for xi, wi in zip(x, w))
            worst = max(worst, abs(ellipf(phi, kc) - q), abs(jacobi_am(q, kc) - phi))
        for phi in (-7.5, 2.0, 9.0):
            worst = max(worst, abs(jacobi_am(ellipf(phi, kc), kc) - phi))
    print("ok elliptic functions, quadrature and inverse: %.1e" % worst)
    assert worst < 2e-13
    assert abs(ellipk(math.sqrt(0.5)) - 1.8540746773013719) < 1e-15


if __name__ == "__main__":
    _test()

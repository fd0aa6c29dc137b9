"""Rigid rotor on a short journal bearing (Ocvirk, half Sommerfeld): static place, the eight coefficients of the books (Friswell, Penny, Garvey,
Lees: Dynamics of Rotating Machines, section 5.5), the force by quadrature, eigenvalues of small motions. Data of studies/benchmarks/rotor.yaml."""
import cmath
import math

MASS, G, C, R, B, MU = 10.0, 9.81, 1e-4, 0.025, 0.01, 0.13
W = MASS * G


def load(e):
    """W c^2/(mu w R B^3) of a journal at rest"""
    return e / (1 - e * e) ** 2 * math.sqrt(e * e + math.pi ** 2 / 16 * (1 - e * e))


def bisect(f, a, b):
    up = f(b) > 0
    for _ in range(100):
        m = 0.5 * (a + b)
        a, b = (a, m) if (f(m) > 0) == up else (m, b)
    return 0.5 * (a + b)


def static(w):
    e = bisect(lambda x: load(x) - W * C ** 2 / (MU * w * R * B ** 3), 1e-6, 0.99)
    attitude = math.atan2(math.pi * math.sqrt(1 - e * e), 4 * e)
    # the journal hangs below the centre, turned by the attitude angle the way the rotor turns
    return e, C * e * math.sin(attitude), -C * e * math.cos(attitude)


def book(e):
    """Stiffness K c/W and damping C c w/W, [[xx, xy], [yx, yy]]"""
    p2, q = math.pi ** 2, 1 - e * e
    h, r = (p2 * q + 16 * e * e) ** -1.5, math.sqrt(q)
    xx = 4 * (p2 * (2 - e * e) + 16 * e * e)
    xy = math.pi * (p2 * q * q - 16 * e ** 4) / (e * r)
    yx = -math.pi * (p2 * q * (1 + 2 * e * e) + 32 * e * e * (1 + e * e)) / (e * r)
    yy = 4 * (p2 * (1 + 2 * e * e) + 32 * e * e * (1 + e * e) / q)
    K = [[h * xx, h * xy], [h * yx, h * yy]]
    cross = -8 * (p2 * (1 + 2 * e * e) - 16 * e * e)
    D = [[h * 2 * math.pi * r * (p2 * (1 + 2 * e * e) - 16 * e * e) / e, h * cross],
         [h * cross, h * 2 * math.pi * (p2 * q * q + 48 * e * e) / (e * r)]]
    return K, D


def force(x, y, vx, vy, w):
    """Ocvirk's film by quadrature over its half circle of positive pressure (trapezoidal in the angle from its middle)"""
    g = (w * y + 2 * vx, -w * x + 2 * vy)
    start, n, fx, fy = math.atan2(g[1], g[0]), 4000, 0.0, 0.0
    for k in range(1, n):
        a = start - math.pi / 2 + math.pi * k / n
        h = C - x * math.cos(a) - y * math.sin(a)
        p = (g[0] * math.cos(a) + g[1] * math.sin(a)) / h ** 3
        fx -= p * math.cos(a)
        fy -= p * math.sin(a)
    s = MU * R * B ** 3 / 2 * math.pi / n
    return s * fx, s * fy


def differences(w):
    e, x, y = static(w)
    at, d = [x, y, 0.0, 0.0], [1e-4 * C, 1e-4 * C, 1e-4 * C * w, 1e-4 * C * w]
    J = []
    for k in range(4):
        f = []
        for sign in (1, -1):
            u = list(at)
            u[k] += sign * d[k]
            f.append(force(*u, w))
        J.append([-(a - b) / (2 * d[k]) for a, b in zip(*f)])
    return [[J[0][0], J[1][0]], [J[0][1], J[1][1]]], [[J[2][0], J[3][0]], [J[2][1], J[3][1]]]


def roots(K, D):
    """The two pairs of eigenvalues of m x'' + D x' + K x = 0, by Newton from the corners of a square with deflation"""
    (a, b), (c, d) = K
    (p, q), (r, s) = D
    m = MASS
    poly = [m * m, m * (p + s), m * (a + d) + p * s - q * r, p * d + s * a - q * c - r * b, a * d - b * c]
    scale = (poly[4] / poly[0]) ** 0.25
    poly = [v / poly[0] / scale ** k for k, v in enumerate(poly)]
    z = [cmath.rect(1.0 + 0.1 * k, 0.4 + 2 * math.pi * k / 4) for k in range(4)]
    for _ in range(500):  # Durand-Kerner
        for i in range(4):
            f = 0
            for v in poly:
                f = f * z[i] + v
            for j in range(4):
                if j != i:
                    f /= z[i] - z[j]
            z[i] -= f
    return [v * scale for v in z]


def dimensional(w):
    e = static(w)[0]
    K, D = book(e)
    return [[v * W / C for v in row] for row in K], [[v * W / (C * w) for v in row] for row in D]


def least_damped(w):
    return max((z for z in roots(*dimensional(w)) if z.imag > 0), key=lambda z: z.real)

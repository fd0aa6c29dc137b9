"""Closed forms of unit-size models.  Every function returns plain floats or tuples.

oscillator       m dd x + c d x + k x = F (constant F), any damping
forced           steady and transient answer to F sin(om t), c > 0 or c = 0
pendulum         physical pendulum, any amplitude or speed: dd th = -w0^2 sin th
pendulum_period  T = 2 pi/(w0 agm(1, cos(th0/2)))
torsion          torsion pendulum: the oscillator with inertia, stiffness and damping
projectile       constant gravity; drag: linear, -c v
rotor            rotor with prescribed angle: drive moment, bearing force
spring_pair      two free masses joined by a spring
"""
import cmath
import math

from elliptic import agm, ellipf_sc, ellipk, jacobi, jacobi_am
from numerics import gauss


def oscillator(t, m, k, c=0.0, x0=0.0, v0=0.0, force=0.0):
    """x, v, a of m a + c v + k x = force (constant): under-, over-, critically damped.
        x = F/k + e^(-s t) (A C(t) + (v0 + s A) S(t)),  s = c/2m,  A = x0 - F/k
        C, S = cos q t, sin(q t)/q,  q^2 = k/m - s^2 (cosh, sinh if negative)."""
    s, xs = c / (2 * m), force / k
    q2 = k / m - s * s
    a, b = x0 - xs, v0 + s * (x0 - xs)
    if abs(q2) * t * t < 1e-12:       # critical: series of cos and sin(q t)/q
        cc, ss = 1 - q2 * t * t / 2, t * (1 - q2 * t * t / 6)
    else:
        q = cmath.sqrt(q2)
        cc, ss = cmath.cos(q * t).real, (cmath.sin(q * t) / q).real
    e = math.exp(-s * t)
    x = xs + e * (a * cc + b * ss)
    v = e * (-s * (a * cc + b * ss) - a * q2 * ss + b * cc)
    return x, v, (force - c * v - k * x) / m


def oscillator_energy(x, v, m, k):
    return 0.5 * m * v * v + 0.5 * k * x * x


def forced(t, m, k, c, amplitude, omega, x0=0.0, v0=0.0):
    """x, v, a of m a + c v + k x = amplitude sin(omega t), away from undamped resonance.
    Particular solution Im(X e^(i omega t)), X = amplitude/(k - m omega^2 + i c omega)."""
    big = amplitude / complex(k - m * omega ** 2, c * omega)
    z = big * cmath.exp(1j * omega * t)
    xh, vh, ah = oscillator(t, m, k, c, x0 - big.imag, v0 - omega * big.real)
    return xh + z.imag, vh + omega * z.real, ah - omega ** 2 * z.imag


def torsion(t, inertia, stiffness, damping=0.0, angle=0.0, speed=0.0, moment=0.0):
    """Angle, speed, acceleration of a disc on a torsion spring (any number of turns)."""
    return oscillator(t, inertia, stiffness, damping, angle, speed, moment)


def pendulum_rate(mass, com, inertia, g=9.81):
    """w0 = sqrt(m g r/(J + m r^2)), J about the centre of mass."""
    return math.sqrt(mass * g * com / (inertia + mass * com * com))


def pendulum_period(w0, amplitude):
    return 2 * math.pi / (w0 * agm(1.0, math.cos(amplitude / 2)))


def pendulum(t, w0, th0, dth0=0.0):
    """th, dth from the downward vertical, continuous.  e = (dth0/(2 w0))^2 + sin^2(th0/2):
    e < 1 swings:  sin(th/2) = k sn(w0 t + u0; k), dth = 2 k w0 cn,     k^2 = e
    e > 1 turns:   th/2 = +-am(w0 sqrt(e) t + u0; k), k = 1/sqrt(e)
    k'^2 = cos^2(th0/2) - (dth0/(2 w0))^2 for the swing, (e - 1)/e for the turn."""
    n = round(th0 / (2 * math.pi))
    th0 -= 2 * math.pi * n
    s, c, r = math.sin(th0 / 2), math.cos(th0 / 2), dth0 / (2 * w0)
    e, rest = r * r + s * s, c * c - r * r            # rest = 1 - e
    if e == 0:
        return 2 * math.pi * n, 0.0
    if rest >= 0:
        k = math.sqrt(e)
        kc = math.sqrt(rest)
        u0 = math.asinh(s / r) if kc == 0 else ellipf_sc(s / k, r / k, kc)
        sn, cn, dn = jacobi(u0 + w0 * t, kc)
        th, dth = 2 * math.atan2(k * sn, dn), 2 * k * w0 * cn
    else:
        sign, kc = math.copysign(1.0, r), math.sqrt(-rest / e)
        u0 = ellipf_sc(sign * s, c, kc)
        u = u0 + math.sqrt(e) * w0 * t
        th = sign * 2 * jacobi_am(u, kc)
        dth = sign * 2 * w0 * math.sqrt(e) * jacobi(u, kc)[2]
    return th + 2 * math.pi * n, dth


def pendulum_reaction(mass, com, inertia, th, dth, g=9.81):
    """Pivot force on the pendulum: (along the bar towards the pivot, transverse in the
    direction of growing th)."""
    w0 = pendulum_rate(mass, com, inertia, g)
    ddth = -w0 * w0 * math.sin(th)
    return (mass * (com * dth * dth + g * math.cos(th)),
            mass * (com * ddth + g * math.sin(th)))


def projectile(t, p0, v0, gravity=(0.0, 0.0, -9.81)):
    """Position and velocity without drag."""
    return ([p + v * t + 0.5 * g * t * t for p, v, g in zip(p0, v0, gravity)],
            [v + g * t for v, g in zip(v0, gravity)])


def projectile_drag(t, p0, v0, mass, c, gravity=(0.0, 0.0, -9.81)):
    """Linear drag m dv = m g - c v:  v = vt + (v0 - vt) e^(-ct/m), vt = m g/c."""
    k, out = c / mass, []
    f = -math.expm1(-k * t)
    for p, v, g in zip(p0, v0, gravity):
        vt = g / k
        out.append((p + vt * t + (v - vt) * f / k, vt + (v - vt) * (1 - f)))
    return [x for x, _ in out], [v for _, v in out]


def rotor(angle, speed, acceleration, inertia, mass=0.0, com=0.0, damping=0.0, g=0.0):
    """Rotor about a fixed axis with its angle prescribed (2-D, gravity g along -y, centre
    of mass at distance com in the direction of the angle, inertia about the centre):
        moment of the driver  M = (J + m r^2) acc + c speed + m g r cos(angle)
        bearing force on the rotor (m ax, m ay + m g),  a = r (acc n - speed^2 e)."""
    c, s = math.cos(angle), math.sin(angle)
    ax = com * (-acceleration * s - speed ** 2 * c)
    ay = com * (acceleration * c - speed ** 2 * s)
    moment = (inertia + mass * com ** 2) * acceleration + damping * speed + mass * g * com * c
    return moment, (mass * ax, mass * (ay + g))


def spring_pair(t, m1, m2, k, x1, v1, x2, v2, length=0.0):
    """Two free masses on a line joined by a spring: x1, v1, x2, v2 at time t."""
    m, mu = m1 + m2, m1 * m2 / (m1 + m2)
    cm, vcm = (m1 * x1 + m2 * x2) / m, (m1 * v1 + m2 * v2) / m
    d, dv, _ = oscillator(t, mu, k, 0.0, x2 - x1 - length, v2 - v1)
    d, cm = d + length, cm + vcm * t
    return cm - m2 / m * d, vcm - m2 / m * dv, cm + m1 / m * d, vcm + m1 / m * dv


def _worst(closed, rate, y0, end, substeps=4):
    times = [end * i / 40 for i in range(41)]
    ref = gauss(rate, y0, times, substeps)
    got = [closed(t) for t in times]
    return max(abs(x - y) for p, q in zip(got, ref) for x, y in zip(p, q))


def main():
    errors = {}
    for name, c in (("free", 0.0), ("under", 0.8), ("critical", 2 * math.sqrt(2 * 50)),
                    ("near critical", 2 * math.sqrt(2 * 50) * (1 + 1e-13)), ("over", 60.0)):
        errors["oscillator " + name] = _worst(
            lambda t: oscillator(t, 2.0, 50.0, c, 0.3, -1.0, 4.0)[:2],
            lambda t, y: [y[1], (4.0 - c * y[1] - 50.0 * y[0]) / 2.0], [0.3, -1.0], 4.0)
    for c in (0.0, 1.5):
        errors["forced, c = %g" % c] = _worst(
            lambda t: forced(t, 2.0, 50.0, c, 7.0, 3.0, 0.1, 0.2)[:2],
            lambda t, y: [y[1], (7.0 * math.sin(3.0 * t) - c * y[1] - 50.0 * y[0]) / 2.0],
            [0.1, 0.2], 6.0)
    w0 = pendulum_rate(2.0, 0.5, 2.0 * 1.0 / 12)
    assert abs(w0 - math.sqrt(1.5 * 9.81)) < 1e-14
    for th, w in ((0.3, 0.0), (3.0, 0.0), (-1.0, 2.0), (2.0, -1.5), (0.5, 9.0), (-7.0, -8.0)):
        errors["pendulum %g, %g" % (th, w)] = _worst(
            lambda t: pendulum(t, w0, th, w), lambda t, y: [y[1], -w0 * w0 * math.sin(y[0])],
            [th, w], 5.0)
    th = pendulum(pendulum_period(w0, 2.5), w0, 2.5)
    errors["pendulum period"] = max(abs(th[0] - 2.5), abs(th[1]))
    assert abs(pendulum_period(1.0, math.pi / 2) - 4 * ellipk(math.sqrt(0.5))) < 1e-14
    p = projectile_drag(2.0, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0), 2.0, 0.7)
    errors["projectile with drag"] = _worst(
        lambda t: [x[2] for x in projectile_drag(t, (1, 2, 3.0), (4, 5, 6.0), 2.0, 0.7)],
        lambda t, y: [y[1], -9.81 - 0.35 * y[1]], [3.0, 6.0], 3.0)
    q = projectile(2.0, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    r = projectile_drag(2.0, (1.0, 2.0, 3.0), (4.0, 5.0, 6.0), 2.0, 1e-7)
    assert p[0][0] < q[0][0] == 9.0 and abs(r[0][2] - q[0][2]) < 1e-6
    # rotor: power of the driver = rate of the energy + damping, angle 0.4 + 2 t + 1.5 sin 3t
    def motion(t):
        return 0.4 + 2 * t + 1.5 * math.sin(3 * t), 2 + 4.5 * math.cos(3 * t), -13.5 * math.sin(3 * t)

    def energy(t):
        a, w, _ = motion(t)
        return 0.5 * (0.3 + 2.0 * 0.1 ** 2) * w * w + 2.0 * 9.81 * 0.1 * math.sin(a)
    t, h = 0.37, 2e-3
    a, w, acc = motion(t)
    power = sum(k * (energy(t + j * h) - energy(t - j * h)) for j, k in ((1, 45), (2, -9), (3, 1))) / (60 * h)
    errors["rotor (differences)"] = abs(rotor(a, w, acc, 0.3, 2.0, 0.1, 0.05, 9.81)[0] * w
                                        - power - 0.05 * w * w)
    errors["spring pair"] = _worst(
        lambda t: spring_pair(t, 1.0, 3.0, 20.0, 0.0, 1.0, 1.2, -0.5, 1.0),
        lambda t, y: [y[1], 20 * (y[2] - y[0] - 1), y[3], -20 / 3 * (y[2] - y[0] - 1)],
        [0.0, 1.0, 1.2, -0.5], 5.0)
    for name, err in errors.items():
        print("ok %s: %.1e" % (name, err))
        assert err < (1e-9 if "differences" in name else 1e-11), name


if __name__ == "__main__":
    main()

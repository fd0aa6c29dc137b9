"""Ideal planar four-bar and slider-crank at constant crank speed: closed form.

Masses, inertias about the centres of mass, centres of the rod/coupler/follower
at mid-length (fractions `*_com` of the length can be given), no gravity.
All derivatives are exact.  x (.) y is the plane cross product x0 y1 - x1 y0,
e(q) = (cos q, sin q), n(q) = (-sin q, cos q).

Four-bar.  Crank a from the origin, coupler b, follower c from (d, 0):
    a e(q2) + b e(q3) = (d, 0) + c e(q4).
Let s e(g) = a e(q2) - (d, 0).  In the triangle with sides s, b, c
    q4 = g + z acos((s^2 + c^2 - b^2)/(2 s c)),
    q3 = g + pi - z acos((s^2 + b^2 - c^2)/(2 s b)),       z = branch = +-1,
    g  = q2 + atan2(d sin q2, a - d cos q2)        if a > d (crank winds about the pivot)
       = pi - atan2(a sin q2, d - a cos q2)        if a < d.
Speeds and accelerations from the loop dotted with e(q3), e(q4); with w2 constant
    w4 = w2 a sin(q2-q3) / (c sin(q4-q3)),   w3 = w2 a sin(q4-q2) / (b sin(q3-q4)),
    c al4 sin(q4-q3) = a w2^2 cos(q2-q3) + b w3^2 - c w4^2 cos(q4-q3),
    b al3 sin(q4-q3) = a w2^2 cos(q2-q4) - c w4^2 + b w3^2 cos(q3-q4).
F = force of the coupler on the follower:
    c e(q4) (.) F = (J4 + m4 (k4 c)^2) al4
    b e(q3) (.) F = -J3 al3 - k3 b e(q3) (.) m3 aG3
crank moment  M = a e(q2) (.) (m3 aG3 + F).

Slider-crank.  Crank a, rod b, slider pin (x, 0):
    b sin q3 = -a sin q2,  cos q3 > 0,  x = a cos q2 + b cos q3
    w3 = -w2 a cos q2/(b cos q3),  al3 = (a w2^2 sin q2 + b w3^2 sin q3)/(b cos q3)
    v = -a w2 sin q2 - b w3 sin q3
    acc = -a w2^2 cos q2 - b w3^2 cos q3 - b al3 sin q3
F = force of the rod on the slider: Fx = m4 acc, Fy from the rod's moment about the
crank pin (same equation as the coupler's); M as above.
"""
import math

FOUR_BAR = dict(ground=0.15, crank=0.40, coupler=0.26, follower=0.46,
                coupler_mass=2.028, follower_mass=3.588,
                coupler_inertia=0.01185, follower_inertia=0.06402,
                coupler_com=0.5, follower_com=0.5, branch=-1)
FOUR_BAR_SPEED = 50 * math.pi

SLIDER_CRANK = dict(crank=0.05, rod=0.12, rod_mass=0.21, rod_inertia=2.5e-4,
                    slider_mass=0.14, rod_com=0.5)
SLIDER_CRANK_SPEED = -5000 * 2 * math.pi / 60


def _vec(r, q):
    return r * math.cos(q), r * math.sin(q)


def _x(a, b):
    return a[0] * b[1] - a[1] * b[0]


def _com_acceleration(a, q2, w2, r, q3, w3, al3):
    """Acceleration of the point at distance r along link 3 (w2 constant)."""
    c2, s2, c3, s3 = math.cos(q2), math.sin(q2), math.cos(q3), math.sin(q3)
    return (-a * w2 * w2 * c2 - r * (w3 * w3 * c3 + al3 * s3),
            -a * w2 * w2 * s2 - r * (w3 * w3 * s3 - al3 * c3))


def four_bar_angles(q2, p):
    """q3, q4: continuous functions of q2, both in (-pi, pi] at q2 = 0."""
    a, b, c, d, z = p["crank"], p["coupler"], p["follower"], p["ground"], p["branch"]

    def raw(q):
        sx, sy = a * math.cos(q) - d, a * math.sin(q)
        s = math.hypot(sx, sy)
        if a > d:
            g = q + math.atan2(d * math.sin(q), a - d * math.cos(q))
        else:
            g = math.pi - math.atan2(a * math.sin(q), d - a * math.cos(q))
        return (g + math.pi - z * math.acos((s * s + b * b - c * c) / (2 * s * b)),
                g + z * math.acos((s * s + c * c - b * b) / (2 * s * c)))
    return [q - 2 * math.pi * math.ceil((q0 - math.pi) / (2 * math.pi))
            for q, q0 in zip(raw(q2), raw(0.0))]


def four_bar(angle, speed=FOUR_BAR_SPEED, **changes):
    """Every quantity at one crank angle as a dict; `changes` override FOUR_BAR.
    A ValueError of acos means: these lengths do not close at this angle."""
    unknown = set(changes) - set(FOUR_BAR)
    if unknown:
        raise TypeError("unknown: %s" % sorted(unknown))
    p = dict(FOUR_BAR, **changes)
    a, b, c, w2 = p["crank"], p["coupler"], p["follower"], speed
    q2 = angle
    q3, q4 = four_bar_angles(q2, p)
    s34 = math.sin(q4 - q3)
    w4 = w2 * a * math.sin(q2 - q3) / (c * s34)
    w3 = -w2 * a * math.sin(q4 - q2) / (b * s34)
    al4 = (a * w2 ** 2 * math.cos(q2 - q3) + b * w3 ** 2
           - c * w4 ** 2 * math.cos(q4 - q3)) / (c * s34)
    al3 = (a * w2 ** 2 * math.cos(q2 - q4) - c * w4 ** 2
           + b * w3 ** 2 * math.cos(q3 - q4)) / (b * s34)
    k3, k4 = p["coupler_com"] * b, p["follower_com"] * c
    ag = _com_acceleration(a, q2, w2, k3, q3, w3, al3)
    ma = (p["coupler_mass"] * ag[0], p["coupler_mass"] * ag[1])
    r3, r4 = _vec(b, q3), _vec(c, q4)
    m4 = (p["follower_inertia"] + p["follower_mass"] * k4 ** 2) * al4
    m3 = -p["coupler_inertia"] * al3 - _x(_vec(k3, q3), ma)
    # r4 (.) F = m4 and r3 (.) F = m3: put F = (r4 m3 - r3 m4)/(r3 (.) r4)
    det = _x(r3, r4)
    f = ((r4[0] * m3 - r3[0] * m4) / det, (r4[1] * m3 - r3[1] * m4) / det)
    moment = _x(_vec(a, q2), (ma[0] + f[0], ma[1] + f[1]))
    return dict(crank_angle=q2, coupler_angle=q3, follower_angle=q4,
                coupler_speed=w3, follower_speed=w4,
                coupler_acceleration=al3, follower_acceleration=al4,
                force_x=f[0], force_y=f[1], joint_force=math.hypot(*f),
                crank_moment=moment,
                crank_pin_x=ma[0] + f[0], crank_pin_y=ma[1] + f[1])


def slider_crank(angle, speed=SLIDER_CRANK_SPEED, **changes):
    """Every quantity at one crank angle as a dict; `changes` override SLIDER_CRANK."""
    unknown = set(changes) - set(SLIDER_CRANK)
    if unknown:
        raise TypeError("unknown: %s" % sorted(unknown))
    p = dict(SLIDER_CRANK, **changes)
    a, b, w2, q2 = p["crank"], p["rod"], speed, angle
    q3 = math.asin(-a * math.sin(q2) / b)
    c2, s2, c3, s3 = math.cos(q2), math.sin(q2), math.cos(q3), math.sin(q3)
    w3 = -w2 * a * c2 / (b * c3)
    al3 = (a * w2 ** 2 * s2 + b * w3 ** 2 * s3) / (b * c3)
    x = a * c2 + b * c3
    v = -a * w2 * s2 - b * w3 * s3
    acc = -a * w2 ** 2 * c2 - b * w3 ** 2 * c3 - b * al3 * s3
    k3 = p["rod_com"] * b
    ag = _com_acceleration(a, q2, w2, k3, q3, w3, al3)
    ma = (p["rod_mass"] * ag[0], p["rod_mass"] * ag[1])
    m3 = -p["rod_inertia"] * al3 - _x(_vec(k3, q3), ma)
    fx = p["slider_mass"] * acc
    fy = (m3 + b * s3 * fx) / (b * c3)
    moment = _x(_vec(a, q2), (ma[0] + fx, ma[1] + fy))
    return dict(crank_angle=q2, rod_angle=q3, rod_speed=w3, rod_acceleration=al3,
                slider_x=x, slider_v=v, slider_a=acc,
                force_x=fx, force_y=fy, joint_force=math.hypot(fx, fy),
                crank_moment=moment, guide_force_y=-fy,
                crank_pin_x=ma[0] + fx, crank_pin_y=ma[1] + fy)


def at_time(mechanism, t, speed, start=0.0, **changes):
    """four_bar or slider_crank at time t, crank angle start + speed t."""
    return dict(mechanism(start + speed * t, speed, **changes), t=t)


def extreme(fun, lo, hi, sign=1, samples=2000):
    """Position and value of the largest sign*fun on [lo, hi]: scan, then bisection of
    the slope (sixth-order differences), which finds the place to about 1e-10."""
    def slope(x, h=2e-3):
        return sign * sum(c * (fun(x + k * h) - fun(x - k * h))
                          for k, c in ((1, 45), (2, -9), (3, 1)))
    h = (hi - lo) / samples
    k = max(range(samples + 1), key=lambda i: sign * fun(lo + i * h))
    left, right = lo + (k - 1) * h, lo + (k + 1) * h
    for _ in range(45):
        x = 0.5 * (left + right)
        if slope(x) > 0:
            left = x
        else:
            right = x
    return x, fun(x)


if __name__ == "__main__":
    import test_planar
    test_planar.main()

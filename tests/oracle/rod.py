"""Plane cantilever, geometrically exact (Reissner 1972): shearable, extensible, any rotation. Python standard library only.

    r' = (1 + eps) d1 + gamma d2,  d1 = (cos th, sin th),  th' = kappa,  M' = -(r' x F)
    F.d1 = EA eps,  F.d2 = GA gamma,  M = EI kappa;  r(0) = 0, th(0) = 0, M(L) = the end moment

F is the end force (dead). Runge-Kutta of order 4 along the rod, Newton by secants on M(0), loads in steps.
"""
import math


def shoot(M0, L, EA, GA, EI, F, n):
    """State (x, y, th, M) at the end."""
    def rate(s):
        c, d = math.cos(s[2]), math.sin(s[2])
        e, g = 1 + (F[0] * c + F[1] * d) / EA, (F[1] * c - F[0] * d) / GA
        x, y = e * c - g * d, e * d + g * c
        return x, y, s[3] / EI, F[0] * y - F[1] * x
    s, h = (0.0, 0.0, 0.0, M0), L / n
    for _ in range(n):
        k1 = rate(s)
        k2 = rate([a + 0.5 * h * b for a, b in zip(s, k1)])
        k3 = rate([a + 0.5 * h * b for a, b in zip(s, k2)])
        k4 = rate([a + h * b for a, b in zip(s, k3)])
        s = tuple(a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(s, k1, k2, k3, k4))
    return s


def cantilever(L, EA, GA, EI, F=(0.0, 0.0), M=0.0, n=800, steps=20):
    """End (x, y, th)."""
    M0 = 0.0
    for k in range(1, steps + 1):
        f, m = (F[0] * k / steps, F[1] * k / steps), M * k / steps
        a, b = M0, M0 + 1e-3 * EI / L
        fa = shoot(a, L, EA, GA, EI, f, n)[3] - m
        for _ in range(40):
            fb = shoot(b, L, EA, GA, EI, f, n)[3] - m
            if abs(fb) < 1e-13 * EI / L or fa == fb:
                break
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
        M0 = b
    return shoot(M0, L, EA, GA, EI, F, n)[:3]

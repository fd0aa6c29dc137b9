#!/usr/bin/env python3
# label: study
"""Dynamic coefficients of films: probes `stiffness` and `damping` at any state.

Short bearing: the eight coefficients of the books (Friswell, Penny, Garvey, Lees: Dynamics of Rotating Machines, section 5.5), load W
along -y. Long and finite bearings, and a short one in a state that is no equilibrium: central differences of the force of other
runs, whose error is that of the third derivative: quartered by halving the difference, which is taken out (Richardson)."""
import math

from common import Report, model, simulate

rep = Report("coefficients of films")
TEXT = model("film_coefficients.yaml")
c, w, R, L, mu = 2e-4, 300.0, 0.03, 0.01, 0.1
NAMES = ("kxx", "kxy", "kyx", "kyy", "dxx", "dxy", "dyx", "dyy")


def at(x, y, vx=0.0, vy=0.0, **sets):
    place = {"x": "%.17g" % x, "y": "%.17g" % y, "vx": "%.17g" % vx, "vy": "%.17g" % vy}
    run = simulate(TEXT, "film_coefficients", dict(place, **sets))
    return {n: run[n][0] for n in NAMES + ("fx", "fy")}


for e in (0.2, 0.5, 0.9):
    p, q = math.pi ** 2, 1 - e * e
    h, r = (p * q + 16 * e * e) ** -1.5, math.sqrt(q)
    d12 = -h * 8 * (p * (1 + 2 * e * e) - 16 * e * e)
    book = dict(zip(NAMES, (
        h * 4 * (p * (2 - e * e) + 16 * e * e), h * math.pi * (p * q * q - 16 * e ** 4) / (e * r),
        -h * math.pi * (p * q * (1 + 2 * e * e) + 32 * e * e * (1 + e * e)) / (e * r),
        h * 4 * (p * (1 + 2 * e * e) + 32 * e * e * (1 + e * e) / q),
        h * 2 * math.pi * r * (p * (1 + 2 * e * e) - 16 * e * e) / e, d12, d12,
        h * 2 * math.pi * (p * q * q + 48 * e * e) / (e * r))))
    a = math.atan2(math.pi * r, 4 * e)
    W = mu * w * R * L ** 3 / c ** 2 * e / q ** 2 * math.sqrt(e * e + p / 16 * q)
    got = at(c * e * math.sin(a), -c * e * math.cos(a))
    rep.below("short bearing, e/c = %g: force" % e, "Ocvirk", math.hypot(got["fx"], got["fy"] - W) / W, 1e-10)
    rep.below("short bearing, e/c = %g: eight coefficients" % e, "books",
              max(abs(got[n] * c * (w if n[0] == "d" else 1) / W - book[n]) / book["kyy"] for n in NAMES), 1e-9)


def differences(what, bound, **sets):
    x, y, vx, vy = 0.7e-4, -0.9e-4, 0.003, -0.002
    got = at(x, y, vx, vy, **sets)
    worst = 0.0
    for kind, step in (("k", 2e-7), ("d", 2e-5)):
        scale = max(abs(got[n]) for n in NAMES if n[0] == kind)
        for k, along in enumerate("xy"):
            slope = {}
            for part in (1, 2):
                ends = []
                for sign in (1, -1):
                    d = [0.0] * 4
                    d[k + (2 if kind == "d" else 0)] = sign * step / part
                    ends.append(at(x + d[0], y + d[1], vx + d[2], vy + d[3], **sets))
                for f in "xy":
                    slope[part, f] = -(ends[0]["f" + f] - ends[1]["f" + f]) / (2 * step / part)
            for f in "xy":
                want = (4 * slope[2, f] - slope[1, f]) / 3
                worst = max(worst, abs(got[kind + f + along] - want) / scale)
    rep.below("%s: eight coefficients" % what, "differences of the force", worst, bound)


differences("short bearing, moving", 1e-7)
differences("long bearing, moving", 1e-7, film="long", length="0.3 m")
# forces of a film on a grid have kinks of higher order where its edge passes a cell, which differences would see
differences("finite bearing, Reynolds condition, moving", 1e-6, film="reynolds", cavitation="reynolds", length="30 mm")
differences("finite bearing, full film, moving", 1e-7, film="reynolds", cavitation="full", length="30 mm")
differences("short bearing, mixed, moving", 1e-7, model="mixed")
rep.done()

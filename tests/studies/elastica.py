#!/usr/bin/env python3
# label: study
"""Cantilevers bent far: rolled up to a circle by an end moment 2 pi E I/L (tip back at the root), and under a tip force
F L^2 = 10 E I (elastica, closed form by elliptic integrals). Cables and three-node beam: errors in lengths of the beam and
orders; thin, so that locking would be seen. nu = 0.3 where there is one. Two-node beams are rolled up at two thicknesses."""
import math
from common import Report, order, simulate

MODEL = """
space: %(space)s
parameters: {n: 8, h: 5 mm, force: 0, moment: 0}
bodies:
  beam:
    type: %(type)s
    mesh: {type: line, from: [0, 0, 0], to: [1 m, 0, 0], elements: n}
    E: 2e11
    %(nu)s
    density: 7800
    section: square
    width: h
joints:
  clamp: {type: %(joint)s, a: ground, b: beam.from}
forces:
  force:  {type: force, a: beam.to, value: force*(2e11 Pa)*h^4/12/(1 m^2), direction: [0, 1, 0]}
  %(moment)s
probes:
  x: {type: position, of: beam.to, component: x}
  y: {type: position, of: beam.to, component: y}
analysis: {type: static}
output: {vtk: 0}
"""
MOMENT = "moment: {type: moment, a: beam.to, value: moment*(2e11 Pa)*h^4/12/(1 m), direction: [0, 0, 1]}"
CABLE2 = dict(space="2d", type="ancf_cable2d", nu="", joint="fixed", moment=MOMENT.replace(", direction: [0, 0, 1]", ""))
CABLE3 = dict(space="3d", type="ancf_cable3d", nu="", joint="revolute, axis: [1, 0, 0]", moment="")
BEAM3 = dict(space="3d", type="ancf_beam3d3", nu="nu: 0.3", joint="fixed", moment=MOMENT)
BEAM3_2D = dict(CABLE2, type="ancf_beam2d3", nu="nu: 0.3")
BEAM2 = dict(space="3d", type="ancf_beam3d", nu="nu: 0.3", joint="fixed", moment=MOMENT)


def elastica(load):
    """Tip (x, y) of the inextensible cantilever, load = F L^2/E I: theta'' = -load cos(theta), theta(0) = 0, theta'(1) = 0,
    by shooting with RK4 (2000 steps: 1e-13) and bisection."""
    def shoot(slope):
        n, th, w, x, y = 2000, 0.0, slope, 0.0, 0.0
        h = 1.0 / n

        def rate(th, w):
            return w, -load * math.cos(th), math.cos(th), math.sin(th)
        for _ in range(n):
            a = rate(th, w)
            b = rate(th + 0.5 * h * a[0], w + 0.5 * h * a[1])
            c = rate(th + 0.5 * h * b[0], w + 0.5 * h * b[1])
            d = rate(th + h * c[0], w + h * c[1])
            s = [h / 6 * (p + 2 * q + 2 * r + t) for p, q, r, t in zip(a, b, c, d)]
            th, w, x, y = th + s[0], w + s[1], x + s[2], y + s[3]
        return w, x, y
    lo, hi = 0.0, math.sqrt(2 * load)
    for _ in range(60):
        mid = 0.5 * (lo + hi)
        lo, hi = (mid, hi) if shoot(mid)[0] < 0 else (lo, mid)
    return shoot(lo)[1:]


def tip(case, n, h, **loads):
    sets = dict({"n": n, "h": "%g mm" % h}, **{k: repr(v) for k, v in loads.items()})
    run = simulate(MODEL % case, "elastica", sets)
    return run["x"][-1], run["y"][-1]


def main():
    rep = Report("bent far")
    want = elastica(10.0)
    meshes = (4, 8, 16)
    # bounds: a few times the measured error; "thin": h = 1 mm = L/1000, where stretch and shear are below 1e-6 L
    for name, case, bounds in (("cable in the plane", CABLE2, (3e-4, 3e-5)), ("cable in space", CABLE3, (3e-4, 3e-5)),
                               # three nodes, angle th of the section over an element -1 < s < 1: at the Gauss points the turning rate is
                               # th' + s/6 th'^2 th'', the former strain r_x . r_y' was th' - s/6 th'^2 th''; with the chords, longer by
                               # th'^4/30 in both, errors add up where they nearly cancelled (4e-5 with 8 elements)
                               ("three-node beam", BEAM3, (3e-4, 3e-5)), ("three-node beam in the plane", BEAM3_2D, (3e-4, 3e-5))):
        errors = [math.dist(tip(case, n, 1, force=10.0), want) for n in meshes]
        rep.below(name + ", tip force, 8 elements", "elastica", errors[1], bounds[0])
        rep.below(name + ", tip force, 16 elements", "elastica", errors[2], bounds[1])
        rep.within(name + ", tip force, order", "4", order(errors, [1 / n for n in meshes])[0], 3, 5)
    for name, case, bounds in (("cable in the plane", CABLE2, (5e-3, 3e-4)), ("three-node beam", BEAM3, (5e-3, 1e-3))):
        errors = [math.dist(tip(case, n, 1, moment=2 * math.pi), (0, 0)) for n in meshes[1:]]
        for n, e, b in zip(meshes[1:], errors, bounds):
            rep.below(name + ", rolled up, %d elements" % n, "circle", e, b)
    # two nodes, locking_free: the circle is a polygon's arc in the mean, and thickness must not matter
    for h, bounds in ((5, (5e-3, 1e-3)), (1, (5e-3, 1e-3))):
        for n, b in zip(meshes[1:], bounds):
            rep.below("two-node beam, L/%d thick, rolled up, %d elements" % (1000 / h, n), "circle",
                      math.dist(tip(BEAM2, n, h, moment=2 * math.pi), (0, 0)), b)
    rep.done()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# label: study
"""Beam sections: I and by numbers, pretwist and taper, in cantilevers under small tip loads against Timoshenko's beam in closed form
(tip deflection, stress at the extreme fibre of the root), and the pretwisted beam of MacNeal & Harder 1985."""
import math
from common import Report, simulate

MODEL = """
space: %(space)s
bodies:
  beam: {type: %(type)s, mesh: {type: line, from: %(origin)s, to: %(end)s, elements: %(n)d%(mesh)s}, E: %(E)r, nu: %(nu)r, density: 7800, %(section)s}
joints:
  clamp: {type: fixed, a: ground, b: beam.from}
forces:
  force: {type: force, a: beam.to, value: 1 N, direction: %(direction)s}
probes:
  y: {type: position, of: beam.to, component: y}
  %(z)s
  stress: {type: field, body: beam, field: bending_stress}
analysis: {type: static}
output: {vtk: 0}
"""
rep = Report("beam sections")


def run(kind, section, direction, n=4, length=2.0, E=2.1e11, nu=0.3, mesh=""):
    plane = "2d" in kind
    point = (lambda x: "[%r, 0]" % x) if plane else (lambda x: "[%r, 0, 0]" % x)
    text = MODEL % dict(space="2d" if plane else "3d", type=kind, origin=point(0.0), end=point(length), n=n, mesh=mesh, E=E, nu=nu,
                        section=section, direction="[0, 1]" if plane else "[0, %d, %d]" % direction,
                        z="" if plane else "z: {type: position, of: beam.to, component: z}")
    return simulate(text, "sections")


def tip(F, L, E, nu, A, inertia, k):
    return F * L ** 3 / (3 * E * inertia) + F * L / (k * E / (2 * (1 + nu)) * A)


# --- I section (X4): 100 x 200 mm, web 6, flanges 9; load along the web (z) and across (y) -----------------------------------------
b, h, s, t, E, nu, L = 0.1, 0.2, 0.006, 0.009, 2.1e11, 0.3, 2.0
A = 2 * b * t + (h - 2 * t) * s
Iy = b * h ** 3 / 12 - (b - s) * (h - 2 * t) ** 3 / 12
Iz = 2 * t * b ** 3 / 12 + (h - 2 * t) * s ** 3 / 12
g = h - t
m, n2 = 2 * b * t / (g * s), (b / g) ** 2
kz = 10 * (1 + nu) * (1 + 3 * m) ** 2 / (12 + 72 * m + 150 * m ** 2 + 90 * m ** 3 + nu * (11 + 66 * m + 135 * m ** 2 + 90 * m ** 3)
                                         + 30 * n2 * (m + m ** 2) + 5 * nu * n2 * (8 * m + 9 * m ** 2))
ky = 5 / 6 * 2 * b * t / A
# Cowper's factor against the share of the web: they are known to agree within some per cent
rep.within("I section, shear factor along the web, of web area/area", "about 1", kz * A / ((h - t) * s), 0.9, 1.1)
EYE = "section: I, width: 0.1, height: 0.2, web: 6 mm, flange: 9 mm"
NUM = "section: numbers, area: %r, Iy: %r, Iz: %r, J: 1e-7, fibre_y: 0.05, fibre_z: 0.1, shear_y: %r, shear_z: %r" % (A, Iy, Iz, ky, kz)
for name, section in (("I", EYE), ("numbers", NUM)):
    for direction, column, inertia, k, fibre in (((0, 1), "z", Iy, kz, h / 2), ((1, 0), "y", Iz, ky, b / 2)):
        got = run("ancf_beam3d3", section, direction)
        want = tip(1.0, L, E, nu, A, inertia, k)
        rep.below("%s, load along %s: tip, relative" % (name, column), "Timoshenko", abs(got[column][-1] / want - 1), 1e-6)
        rep.below("%s, load along %s: stress at the fibre of the root, relative" % (name, column), "M c/I",
                  abs(got["stress"][-1] / (L * fibre / inertia) - 1), 1e-6)
# in the plane y is across: Iz; three nodes and two
got = run("ancf_beam2d3", NUM.replace("Iy: %r, " % Iy, "").replace("J: 1e-7, ", "").replace("fibre_z: 0.1, ", ""), None)
want = tip(1.0, L, E, nu, A, Iz, ky)
rep.below("numbers in the plane, without Iy, J, fibre_z: tip, relative", "Timoshenko", abs(got["y"][-1] / want - 1), 1e-6)
rep.below("the same: stress at the fibre of the root, relative", "M c/I", abs(got["stress"][-1] / (L * b / 2 / Iz) - 1), 1e-6)
got = run("ancf_beam2d", "section: I, width: 0.1, height: 0.2, web: 6 mm, flange: 9 mm", None, n=32)
rep.below("I, two nodes in the plane, 32 elements: tip, relative", "Timoshenko, order 2", abs(got["y"][-1] / want - 1), 1 / (3.9 * 32 ** 2))

# --- pretwist: MacNeal & Harder 1985: length 12, width 1.1, depth 0.32, twist 90 deg, E = 29e6, nu = 0.22, tip load 1 ---------------
E, nu, L, w, d = 29e6, 0.22, 12.0, 1.1, 0.32
k = 10 * (1 + nu) / (12 + 11 * nu)


def twisted(width_at_tip):
    """Tip load along the width (1) or the depth (0) of the section at the tip, Timoshenko, Simpson's rule along the axis."""
    Iw, Id = d * w ** 3 / 12, w * d ** 3 / 12
    total, N = 0.0, 2000
    for i in range(N + 1):
        x = L * i / N
        a = 0.5 * math.pi * (1 - x / L)
        c2 = math.cos(a) ** 2 if width_at_tip else math.sin(a) ** 2
        total += (1 if i in (0, N) else 4 if i % 2 else 2) * (L - x) ** 2 * (c2 / (E * Iw) + (1 - c2) / (E * Id))
    return total * L / N / 3 + L * 2 * (1 + nu) / (k * E * w * d)


# at the root the width is along y; at the tip along z
for direction, column, width_at_tip, printed in (((1, 0), "y", 0, 0.001754), ((0, 1), "z", 1, 0.005424)):
    want = twisted(width_at_tip)
    rep.below("pretwist, load along %s: closed form, relative" % column, "MacNeal & Harder %g" % printed, abs(want / printed - 1), 5e-3)
    for kind, n, bound in (("ancf_beam3d3", 12, 1e-3), ("ancf_beam3d3", 24, 1e-4), ("ancf_beam3d", 48, 2e-3)):
        got = run(kind, "section: rectangle, width: 1.1, height: 0.32", direction, n=n, length=L, E=E, nu=nu, mesh=", y_axis: [0, 1, 0], twist: 90 deg")
        rep.below("pretwist, %s, %d elements, load along %s: tip, relative" % (kind, n, column), "Timoshenko, closed form",
                  abs(got[column][-1] / want - 1), bound)
# --- taper: w = F/E int (L - x)^2/(I f^4) dx + F/(k G A) int dx/f^2, f = 1 + (taper - 1) x/L; mass rho A L (1 + f1 + f1^2)/3 ----------------
width, f1, N, E, nu, L = 0.05, 0.4, 2000, 2.1e11, 0.3, 2.0
exact = 0.0
for i in range(N + 1):  # Simpson
    x = L * i / N
    f = 1 + (f1 - 1) * x / L
    exact += (1 if i in (0, N) else 4 if i % 2 else 2) * ((L - x) ** 2 / (E * width ** 4 / 12 * f ** 4) + 1 / (
        10 * (1 + nu) / (12 + 11 * nu) * E / (2 * (1 + nu)) * width ** 2 * f ** 2)) * L / N / 3
for kind in ("ancf_beam2d", "ancf_beam2d3", "ancf_beam3d", "ancf_beam3d3"):
    errors = []
    for n in (8, 16, 32):
        got = run(kind, "section: square, width: %r" % width, (1, 0), n=n, mesh=", taper: %r" % f1)
        errors.append(abs(got["y"][-1] / exact - 1))
    rep.below("%s, tapered to %g, 32 elements: deflection" % (kind, f1), "Timoshenko by quadrature", errors[-1], 5e-3)
    if kind.endswith("3"):  # the own error of two-node beams, of order 2 and opposite sign, nearly cancels that of the taper
        rep.within("%s, tapered: order" % kind, "2", math.log2(errors[-2] / errors[-1]), 1.8, 2.2)
text = (MODEL.replace("probes:", "gravity: [0, -9.81]\nprobes:\n  weight: {type: joint_force, name: clamp}") % dict(
    space="2d", type="ancf_beam2d", origin="[0, 0]", end="[2, 0]", n=32, mesh=", taper: %r" % f1, E=E, nu=nu,
    section="section: square, width: %r" % width, direction="[0, 1]", z="")).replace("value: 1 N", "value: 0 N")
rep.below("tapered beam: weight", "closed form",
          abs(simulate(text, "tapered")["weight"][-1] / (7800 * width ** 2 * L * (1 + f1 + f1 * f1) / 3 * 9.81) - 1), 2e-4)
rep.done()

#!/usr/bin/env python3
# label: study
"""Triangles as Gmsh makes them by default (meshes/*.geo without recombination): a plate with a hole in tension and a block that swings
on a joint in its bore, against quadrilateral meshes of the same parts.

Displacements and energy of two meshes of second order that have no cell in common agree to their error; triangles of first
order are stiffer (Galerkin: the elongation under given tractions comes from below).
"""
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from common import SOURCE, Report, simulate

MESHES = os.path.join(SOURCE, "meshes")
PLATE = """
space: 2d
bodies:
  plate: {type: TYPE, E: 210e9, nu: 0.3, density: 7800, thickness: 10 mm, strain: linear, mesh: {type: file, file: "FILE", unit: 1 mm}}
joints:
  wall: {type: roller, a: ground, b: plate.left, normal: [1, 0]}
  foot: {type: roller, a: ground, b: plate.bottom, normal: [0, 1]}
forces:
  pull: {type: traction, a: plate.right, value: 1e8, direction: [1, 0]}
probes:
  x: {type: position, of: plate.right, component: x}
  y: {type: position, of: plate.top, component: y}
  s: {type: field, body: plate, field: stress_xx, which: max}
analysis: {type: static}
output: {vtk: 1}
"""
BLOCK = """
space: 2d
bodies:
  block: {type: TYPE, E: 210 MPa, nu: 0.3, density: 7800, thickness: 40 mm, mesh: {type: file, file: "FILE", group: slider}}
joints:
  pin: {type: revolute, a: ground, b: block.bore}
forces:
  push: {type: traction, a: block.right, value: 1e4, direction: [0, 1]}
probes:
  x: {type: position, of: block.right, component: x}
  y: {type: position, of: block.right, component: y}
  s: {type: field, body: block, field: von_mises, which: max}
analysis: {end: 0.02 s}
output: {sample: 1e-3 s, vtk: 0.01 s}
"""


def of(text, kind, name):
    """The model with that element and mesh."""
    return text.replace("TYPE", kind).replace("FILE", os.path.join(MESHES, name + ".msh"))


def plate(rep):
    """u: elongation; the work of the tractions is twice the strain energy."""
    got = {}
    for kind, name in (("tri3", "plate_with_hole_tri_1"), ("tri6", "plate_with_hole_tri_2"), ("quad9", "plate_with_hole_2")):
        run = simulate(of(PLATE, kind, name), "plate_" + kind)
        got[kind] = run["x"][-1] - 0.05
        rep.true(kind + ": stress at the hole", 1.9e8 < run["s"][-1] < 4e8, "about 3 times the traction", run["s"][-1])
    rep.below("plate with hole: elongation, tri6 against quad9", "another mesh", abs(got["tri6"] / got["quad9"] - 1), 2e-4)  # measured 5.9e-5
    rep.true("plate with hole: tri3 is stiffer, by a few percent", 0.95 < got["tri3"] / got["tri6"] < 1, "0.95 ... 1",
             got["tri3"] / got["tri6"])


def block(rep):
    """A block of soft material turns by about 0.3 rad on a joint that all nodes of its bore carry."""
    got = {}
    for kind, name in (("tri3", "slider_with_bore_tri_1"), ("tri6", "slider_with_bore_tri_2"), ("quad8", "slider_with_bore_2")):
        got[kind] = simulate(of(BLOCK, kind, name), "block_" + kind)
    # measured 1.3e-3, 1.4e-5
    for kind, bound in (("tri3", 3e-3), ("tri6", 1e-4)):
        worst = max(math.hypot(x - u, y - v) for x, y, u, v in zip(got[kind]["x"], got[kind]["y"], got["quad8"]["x"], got["quad8"]["y"]))
        rep.below("block on a joint in its bore: %s against quad8, relative to its way" % kind, "another mesh",
                  worst / math.hypot(got["quad8"]["x"][-1] - 0.03, got["quad8"]["y"][-1]), bound)
    rep.within("block: turned far", "-", math.atan2(got["quad8"]["y"][-1], got["quad8"]["x"][-1]), 0.1, 1, quiet=True)


rep = Report("triangles from Gmsh")
plate(rep)
block(rep)
rep.done()

#!/usr/bin/python3
# label: fast
"""`output: {curves: bezier}`: VTK evaluates the Bezier cells of bent, twisted beams between the nodes, and finds the points,
displacements and velocities that probes tell: to round-off, because the cells are exact. In space and in the plane, elements
with two and three nodes, box and round sections; straight pieces are off by their sagitta.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import vtk_check
from runs import below, check, finish, model, probes, run

BEZIER_QUAD = 77
window = vtk_check.Window()
POINTS = (0.13, 0.31, 0.5 + 1e-9, 0.77, 0.999)  # along the axis; the elements are 0.5 long


def text(kind, space, section, corner, curves):
    flat = space == "2d"

    def at(*x):
        return "[%s]" % ", ".join("%.17g" % v for v in x[:2 if flat else 3])
    rows = "".join("  p%d_%s_%s: {type: %s, of: {body: beam, at: %s}, component: %s}\n" % (i, what, c, what, at(x, *corner), c)
                   for i, x in enumerate(POINTS) for what in ("position", "velocity") for c in ("xy" if flat else "xyz"))
    turn = "" if flat else "  twist: {type: moment, a: beam.to, value: 10, direction: [1, 0, 0]}\n"
    return f"""space: {space}
gravity: {at(0, -30, 20)}
bodies:
  beam: {{type: {kind}, mesh: {{type: line, from: {at(0, 0, 0)}, to: {at(1, 0, 0)}, elements: 2}}, E: 1e8, density: 1000, {section}}}
joints:
  root: {{type: fixed, a: ground, b: beam.from}}
forces:
  push: {{type: force, a: beam.to, value: 20, direction: {at(0, 1, 0)}}}
{turn}probes:
{rows}analysis: {{end: 0.2 s, step: 2e-3 s}}
output: {{sample: 0.1 s, vtk: 0.1 s, curves: {curves}, drawing: plain, header: plain}}
"""


def located(cell, s):
    """Place at pcoords (0, s) of a cell, and its weights."""
    import vtk
    x, weights = [0.0] * 3, [0.0] * cell.GetNumberOfPoints()
    cell.EvaluateLocation(vtk.reference(0), [0.0, s, 0.0], x, weights)
    return x, weights


def compare(name, kind, space, section, corner, sides):
    out = run(name, model(name, text(kind, space, section, corner, "bezier")))
    grid = vtk_check.read_vtu(os.path.join(out, "vtk", "bodies_000002.vtu"), window)
    table = probes(out)
    cells = [i for i in range(grid.GetNumberOfCells()) if grid.GetCellType(i) == BEZIER_QUAD]
    check(len(cells) == 2 * sides, f"{name}: {2 * sides} Bezier cells, got {len(cells)}")
    axes = "xy" if space == "2d" else "xyz"
    worst = {"position": 0.0, "velocity": 0.0, "displacement": 0.0}
    for i, along in enumerate(POINTS):
        element = int(along * 2)
        cell = grid.GetCell(cells[sides * element])
        x, weights = located(cell, along * 2 - element)
        check(abs(sum(weights) - 1) < 1e-12, f"{name}: weights at {along:g} add up to one")

        def field(array):
            a = grid.GetPointData().GetArray(array)
            return [sum(w * a.GetComponent(cell.GetPointId(k), c) for k, w in enumerate(weights)) for c in range(3)]
        v, d = field("velocity"), field("displacement")
        start = (along, *corner)
        for c, axis in enumerate(axes):
            want = table[f"p{i}_position_{axis}"][-1]
            worst["position"] = max(worst["position"], abs(x[c] - want))
            worst["displacement"] = max(worst["displacement"], abs(d[c] - (want - start[c])))
            worst["velocity"] = max(worst["velocity"], abs(v[c] - table[f"p{i}_velocity_{axis}"][-1]))
    for what, error in worst.items():
        below(error, 1e-12 if what != "velocity" else 1e-10, f"{name}: {what} between the nodes")
    moved = max(abs(table[f"p{len(POINTS) - 1}_position_y"][-1] - corner[0]), 0)
    check(moved > 1e-2, f"{name}: the beam is bent ({moved:.3g} m)")


BOX = "section: rectangle, width: 0.04, height: 0.06"
compare("two_nodes", "ancf_beam3d", "3d", BOX, (-0.02, -0.03), 4)
compare("three_nodes", "ancf_beam3d3", "3d", BOX, (-0.02, -0.03), 4)
compare("round", "ancf_beam3d", "3d", "section: circle, radius: 0.03", (0.03, 0.0), 16)
compare("plane", "ancf_beam2d", "2d", BOX, (-0.02, 0.0), 1)
compare("plane_cable", "ancf_cable2d", "2d", BOX, (-0.02, 0.0), 1)
# the default has none
out = run("straight", model("straight", text("ancf_beam3d", "3d", BOX, (-0.02, -0.03), "straight")))
grid = vtk_check.read_vtu(os.path.join(out, "vtk", "bodies_000002.vtu"), window)
check(all(grid.GetCellType(i) != BEZIER_QUAD for i in range(grid.GetNumberOfCells())), "straight: no Bezier cells")
finish()

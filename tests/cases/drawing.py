#!/usr/bin/python3
# label: fast
# timeout: 600
"""Frames show the machine as it is: a rigid rod reaches from joint to joint wherever its centre of mass is; stress varies along and
across a beam element and is that of beam theory at the clamp; a recovered von Mises stress is never negative; `exaggerate` enlarges
the gap of a clearance joint and leaves ideal joints closed; an I-section is an I; a bush, arrows of drivers and moments and the point
of a contact are drawn, the contact while it is closed only; modes have the stress of their shape.
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, check, finish, model, probes, run, study, text_of

try:
    import vtk
except ImportError:
    print("no VTK module")
    sys.exit(77)

BODIES, SYMBOLS = "bodies", "symbols"
PIN, RAIL, GUIDE, ARROW, CONTACT, BUSH = 1, 7, 8, 9, 11, 12  # src/output/symbols.h


def grid(out, kind, frame=0):
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(os.path.join(out, "vtk", f"{kind}_{frame:06d}.vtu" if frame is not None else kind))
    reader.Update()
    return reader.GetOutput()


def field(data, name):
    for i in range(data.GetNumberOfArrays()):
        if data.GetArrayName(i).split(" [")[0] == name:
            return data.GetAbstractArray(i)
    return None


def cells(g, key, value):
    """Numbers of the cells whose field `key` has this value."""
    numbers = field(g.GetCellData(), key)
    return [i for i in range(g.GetNumberOfCells()) if int(numbers.GetTuple1(i)) == value]


def points(g, chosen):
    """Numbers of the points of these cells."""
    out = set()
    for i in chosen:
        ids = g.GetCell(i).GetPointIds()
        out |= {ids.GetId(k) for k in range(ids.GetNumberOfIds())}
    return sorted(out)


def body_points(g, name):
    names = field(g.GetFieldData(), "body_names")
    number = [names.GetValue(i) for i in range(names.GetNumberOfValues())].index(name)
    return points(g, cells(g, "body", number))


# ---- a rod whose centre of mass lies near one end ----

ROD = """space: SPACE
bodies:
  rod: {type: rigid_body, from: [0, 0ZERO], to: [0.4, 0ZERO], centre: [0.02, 0ZERO], mass: 1 kg, inertia: INERTIA, shape: rod, radius: 5 mm}
  bob: {type: point_mass, at: [0.4, 0ZERO], mass: 1 kg}
joints:
  hinge: {type: revolute, a: ground, b: rod.fromAXIS}
  end: {type: JOINT, a: rod.to, b: bob}
analysis: {end: 1 ms}
output: {vtk: 1 ms}
"""
for space, zero, inertia, axis, joint in (("2d", "", "1 kg m^2", "", "revolute"),
                                          ("3d", ", 0", "[1, 1, 1]", ", axis: [0, 0, 1]", "spherical")):
    text = ROD.replace("SPACE", space).replace("ZERO", zero).replace("INERTIA", inertia).replace("AXIS", axis).replace("JOINT", joint)
    out = run("rod" + space, model("rod" + space, text), "--quiet")
    g = grid(out, BODIES)
    x = [g.GetPoint(i)[0] for i in body_points(g, "rod")]
    below(max(abs(min(x)), abs(max(x) - 0.4)), 1e-9, f"{space}: the rod is drawn from {min(x):.6g} to {max(x):.6g} m")
    kinds = field(grid(out, SYMBOLS).GetCellData(), "symbol")
    check(PIN in {int(kinds.GetTuple1(i)) for i in range(kinds.GetNumberOfTuples())}, f"{space}: pins are drawn")

# ---- stress along and across a beam element, an I-section, names ----

BEAM = """space: 3d
bodies:
  beam:
    type: ancf_beam3d3
    mesh: {type: line, from: [0, 0, 0], to: [1 m, 0, 0], y_axis: [0, 1, 0], elements: 2}
    E: 210 GPa
    nu: 0
    density: 7850 kg/m^3
    section: I
    width: 40 mm
    height: 60 mm
    web: 5 mm
    flange: 8 mm
joints: {clamp: {type: fixed, a: ground, b: beam.from}}
forces: {load: {type: force, a: beam.to, value: 10 N, direction: [0, 0, -1]}}
analysis: {type: KIND, num_modes: 2}
output: {vtk: 1 s}
"""
out = run("beam", model("beam", BEAM.replace("KIND", "static")), "--quiet")
g = grid(out, BODIES)
mine = body_points(g, "beam")
b, h, t, s = 0.04, 0.06, 0.008, 0.005
inertia = (b * h ** 3 - (b - s) * (h - 2 * t) ** 3) / 12
stress, mises = field(g.GetPointData(), "stress_xx"), field(g.GetPointData(), "von_mises")
section = {(round(1e4 * g.GetPoint(i)[1]), round(1e4 * g.GetPoint(i)[2])) for i in mine if g.GetPoint(i)[0] < 1e-9}
check(len(section) == 12 and {y for y, _ in section} == {-200, -25, 25, 200}, f"an I has twelve corners: {sorted(section)}")
top = h / 2
worst, per_element = 0, set()
for i in mine:  # two elements, quadratic stations; the load is small: positions are those of the straight beam
    x, _, z = g.GetPoint(i)
    want = 10 * (1 - x) * z / inertia  # M = F (L - x), tension above
    worst = max(worst, abs(stress.GetTuple1(i) - want))
    if x < 0.499 and abs(z - top) < 1e-5:
        per_element.add(round(stress.GetTuple1(i)))
below(worst / (10 * top / inertia), 2e-3, "bending stress along and across the beam: largest difference to beam theory, of the peak")
check(len(per_element) >= 4, f"several stresses along one element: {sorted(per_element)}")
below(-min(mises.GetTuple1(i) for i in mine), 0, "von Mises of a beam is not negative")

# ---- von Mises of a bent plate ----

PLATE = """space: 2d
bodies: {plate: {type: quad8, mesh: {type: rectangle, size: [0.2, 0.04], nx: 8, ny: 2}, E: 210 GPa, density: 7850 kg/m^3, thickness: 10 mm}}
joints: {wall: {type: clamp, a: ground, b: plate.left}}
forces: {load: {type: force, a: plate.right, direction: [0, -1], value: 1000 N}}
analysis: {type: static}
output: {vtk: 1 s}
"""
out = run("plate", model("plate", PLATE), "--quiet")
g = grid(out, BODIES)
mises = field(g.GetPointData(), "von_mises")
values = [mises.GetTuple1(i) for i in body_points(g, "plate")]
check(0 <= min(values) < 0.1 * max(values), f"von Mises of a bent plate: {min(values):.4g} to {max(values):.4g} Pa")

# ---- exaggerate: the clearance joint opens, ideal joints stay closed; the point of contact ----

text = text_of(study("flores2007/slider_crank.yaml")).replace("include: ", "include: " + study("flores2007/")) + """
output: {exaggerate: FACTOR}
"""
runs = [run(f"gap{k}", model(f"gap{k}", text.replace("FACTOR", str(k))), "--quiet", sets=("revolutions=0.5", "sample=2e-4 s", "vtk=2e-4 s")) for k in (1, 20)]
table = probes(runs[0])
worst, moved, seen = 0, 0, {0: set(), 1: set()}
for frame in range(len(table["t"])):
    one, two = (grid(out, BODIES, frame) for out in runs)
    for name in ("crank", "rod"):
        for i in body_points(one, name):
            worst = max(worst, math.dist(one.GetPoint(i), two.GetPoint(i)))
    i = body_points(one, "slider")[0]
    moved = max(moved, math.dist(one.GetPoint(i), two.GetPoint(i)))
    s = grid(runs[0], SYMBOLS, frame)
    ids = points(s, cells(s, "symbol", CONTACT))
    size = max(math.dist(s.GetPoint(ids[0]), s.GetPoint(k)) for k in ids)
    seen[int(table["contact_mode"][frame] > 0)].add(size > 1e-6)
below(worst, 1e-12, "exaggerate 20: crank and rod, held by ideal joints, are drawn where they are")
check(moved < 1e-12, f"exaggerate 20: the slider in its ideal guide, too: {moved:.3g} m")
journal = []
for out in runs:
    s = grid(out, SYMBOLS, 3)
    ids = points(s, cells(s, "symbol", PIN))
    journal.append([s.GetPoint(k) for k in ids])
apart = max(math.dist(p, q) for p, q in zip(*journal))
gap = math.hypot(table["ecc_x"][3], table["ecc_y"][3])
below(abs(apart / gap - 19), 1e-6, "exaggerate 20: the journal is drawn displaced by twenty gaps")
check(seen == {0: {False}, 1: {True}}, f"the point of contact is drawn while the contact is closed: {seen}")

# ---- a block between two walls, also where its guide is turned; a bent guide is one piece ----

BLOCK = """space: 2d
bodies:
  block: {type: rigid_body, at: [X, Y], x_axis: [C, S], mass: 1 kg, inertia: 1 kg m^2, shape: box, size: [0.1 m, 0.06 m]}
  bead: {type: point_mass, at: [-0.3, 0.01], mass: 1 kg}
joints: {slide: {type: prismatic, a: ground, b: block, axis: [C, S]}}
forces: {chute: {type: guide, a: ground, b: bead, shape: polyline, points: [[-0.5, 0], [0, 0], [0.4, 0.3]], fillet: 0.1, lower: 0, contact: {stiffness: 1e6}}}
analysis: {end: 1 ms}
output: {vtk: 1 ms}
"""
for angle in (0, 30):
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    # the middle of the block lies 0.05 beside the axis, which goes through the origin
    x, y = 0.4 * c - 0.05 * s, 0.4 * s + 0.05 * c
    text = BLOCK.replace("X", f"{x:.15g}").replace("Y", f"{y:.15g}").replace("C", f"{c:.15g}").replace("S", f"{s:.15g}")
    g = grid(run(f"block{angle}", model("block", text), "--quiet"), SYMBOLS)
    chosen = [g.GetPoint(k) for k in points(g, cells(g, "symbol", RAIL))]
    across = [-s * (p[0] - x) + c * (p[1] - y) for p in chosen]
    below(max(abs(min(v for v in across if v > 0) - 0.03), abs(max(v for v in across if v < 0) + 0.03)), 1e-12,
          f"walls of a block of 0.06 m, turned by {angle} degrees")
    surface = cells(g, "symbol", GUIDE)
    pieces = []  # sets of points that cells join
    for ids in ({g.GetCell(i).GetPointIds().GetId(k) for k in range(g.GetCell(i).GetNumberOfPoints())} for i in surface):
        pieces = [p for p in pieces if not p & ids] + [ids.union(*(p for p in pieces if p & ids))]
    wide = max(max(g.GetPoint(k)[0] for k in p) - min(g.GetPoint(k)[0] for k in p) for p in pieces)
    below(0.89, wide, f"a bent guide is one piece, {len(pieces) - 1} bars of hatching behind it")

# ---- symbols of bushes, drivers and moments ----

MIXED = """space: 2d
bodies:
  a: {type: rigid_body, at: [0, 0], mass: 1 kg, inertia: 1 kg m^2, shape: box, size: [0.1 m, 0.1 m]}
  b: {type: rigid_body, at: [0.3, 0], mass: 1 kg, inertia: 1 kg m^2}
joints:
  slide: {type: prismatic, a: ground, b: a, axis: [1, 0]}
drivers: {push: {type: displacement_driver, joint: slide, speed: 0.1 m/s}}
forces:
  soft: {type: bushing, a: a, b: b, stiffness: [1e6, 1e6, 0], damping: [10, 10, 0]}
  twist: {type: moment, a: b, value: 1 N m}
analysis: {end: 1 ms}
output: {vtk: 1 ms}
"""
out = run("mixed", model("mixed", MIXED), "--quiet")
s = grid(out, SYMBOLS)
kinds = field(s.GetCellData(), "symbol")
have = {int(kinds.GetTuple1(i)) for i in range(kinds.GetNumberOfTuples())}
check({ARROW, BUSH, PIN} <= have, f"a bush, a pin and arrows: {sorted(have)}")
tips = [s.GetPoint(k) for k in points(s, cells(s, "symbol", ARROW))]
check(max(p[0] for p in tips) - min(p[0] for p in tips) > 0.3, "an arrow at the driven slide and one at the moment")

# ---- modes: the stress of the shape ----

out = run("modes", model("modes", BEAM.replace("KIND", "modes")), "--quiet")
g = grid(out, "mode_0001.vtu", None)
mine = body_points(g, "beam")
stress, disp = field(g.GetPointData(), "stress_xx"), field(g.GetPointData(), "displacement")
tip = max((i for i in mine), key=lambda i: g.GetPoint(i)[0] - disp.GetTuple3(i)[0])
way = max(range(1, 3), key=lambda k: abs(disp.GetTuple3(tip)[k]))
root = [i for i in mine if abs(g.GetPoint(i)[0] - disp.GetTuple3(i)[0]) < 1e-9]
most = max(abs(stress.GetTuple1(i)) for i in root)
half = (b if way == 1 else h) / 2
# first bending mode of a cantilever: curvature at the clamp 3.5160 w/L^2 (w: deflection of the tip), 1 % for two elements
want = 210e9 * 3.5160 * abs(disp.GetTuple3(tip)[way]) * half
below(abs(most / want - 1), 0.02, f"stress of the first mode at the clamp: {most:.4g} Pa")
finish()

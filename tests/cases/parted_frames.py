#!/usr/bin/python3
# label: mpi
# timeout: 600
"""Frames of models in parts: every process writes the cells of its own elements, and together they are the frames of the model whole on one
process: the same cells, and at their corners the same displacements, deflections, accelerations and stresses, also at nodes on the border of two
parts, whose stresses are means over cells of both. A plate as a plate with walls, the same plain, with a rigid body; beams in space.
Frames of a run on three processes that two continue.

What would break it: a cell that is drawn twice or not at all, a wall or cap on the border of two parts, a mean without the cells of other processes,
a floating frame of one part alone, a list of frames that names files which are not there."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import below, call, check, finish, model, run, text_of

try:
    import numpy as np
    from vtkmodules.util.numpy_support import vtk_to_numpy
    import vtk_check
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

PLATE = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {drawing: {default: machine, choices: [machine, plain]}, end: 2e-4}
bodies:
  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 0.5 m], nx: 30, ny: 24}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
  disc: {type: rigid_body, at: [1.2 m, 0.5 m], mass: 3 kg, inertia: 0.1 kg m^2}
joints:
  wall: {type: clamp, a: ground, b: plate.left}
forces:
  pull: {type: force, a: plate.bottom_right, value: 5e4 N, direction: [2, -5]}
  rope: {type: spring, a: plate.top_right, b: disc, stiffness: 1e5 N/m}
probes:
  tip: {type: position, of: plate.top_right, component: y}
analysis: {end: end*1 s, step: 2e-5 s, newton: 1e-12, linear_solver: direct}
output: {sample: 2e-5 s, vtk: 5e-5 s, checkpoint: 0, drawing: $drawing}
"""
BEAMS = """
space: 3d
gravity: [3 m/s^2, -4 m/s^2, -9.81 m/s^2]
bodies:
  one: {type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 20}, E: 2e9 Pa, nu: 0.3, density: 1000 kg/m^3, section: square, width: 20 mm}
  two: {type: ancf_beam3d, mesh: {type: line, from: [1, 0, 0], to: [1, 1, 0], elements: 20}, E: 2e9 Pa, nu: 0.3, density: 1000 kg/m^3, section: circle, radius: 10 mm}
joints:
  wall: {type: clamp, a: ground, b: one.from}
  hinge: {type: revolute, a: one.to, b: two.from, axis: [1, 0, 0]}
probes:
  tip: {type: position, of: two.to, component: z}
analysis: {end: 4 ms, step: 2e-4 s, newton: 1e-12, method: generalized_alpha}
output: {sample: 1e-3 s, vtk: 2e-3 s}
"""
said = vtk_check.Window()


def corners(grid):
    """(key of every cell: body, number of corners, centre; start of its corners; corners)"""
    cells = grid.GetCells()
    offsets, points = vtk_to_numpy(cells.GetOffsetsArray()), vtk_to_numpy(cells.GetConnectivityArray())
    xyz, body = vtk_to_numpy(grid.GetPoints().GetData()), vtk_to_numpy(grid.GetCellData().GetArray("body"))
    sizes = np.diff(offsets)
    centre = np.add.reduceat(xyz[points], offsets[:-1]) / sizes[:, None]
    return np.column_stack([100.0 * body, 10.0 * sizes, centre]), offsets, points


def largest_difference(one, more):
    """Over all cells, their corners and all point fields, relative to each field's peak; (value, field). Cells are found by their centres."""
    (a, begin_a, points_a), (b, begin_b, points_b) = corners(one), corners(more)
    if len(a) != len(b):
        return float("inf"), f"{len(a)} cells, in parts {len(b)}"
    match = np.array([np.argmin(np.abs(b - key).max(axis=1)) for key in a])
    if len(set(match)) != len(match):
        return float("inf"), "cells that are drawn twice"
    worst = (float(np.abs(a - b[match]).max()), "centres")
    order_a = np.concatenate([points_a[begin_a[i]:begin_a[i + 1]] for i in range(len(a))])
    order_b = np.concatenate([points_b[begin_b[i]:begin_b[i + 1]] for i in match])
    names = [[grid.GetPointData().GetArrayName(i) for i in range(grid.GetPointData().GetNumberOfArrays())] for grid in (one, more)]
    if sorted(names[0]) != sorted(names[1]):
        return float("inf"), f"fields {names[0]}, in parts {names[1]}"
    for name in names[0]:
        x, y = (vtk_to_numpy(grid.GetPointData().GetArray(name))[order] for grid, order in ((one, order_a), (more, order_b)))
        if (np.isnan(x) != np.isnan(y)).any():
            return float("inf"), f"{name}: places without a value"
        peak = np.nanmax(np.abs(x)) if not np.isnan(x).all() else 0
        if peak > 0:
            worst = max(worst, (float(np.nanmax(np.abs(x - y)) / peak), name))
    return worst


def frames(out, part):
    entries = vtk_check.read_pvd(os.path.join(out, "run.pvd"))
    return [(time, vtk_check.read_vtu(file, said), file) for time, which, file in entries if which == part]


def compare(name, path, processes, bound, sets=()):
    one = run(name + "_1", path, "--quiet", "-whole", sets=sets)
    for n in processes:
        more = run(f"{name}_{n}", path, "--quiet", "-parted", sets=sets, processes=n)
        rows = re.findall(r"^process \d+: \d+ elements, .*, (\d+) of (\d+) coordinates known", text_of(more, "run.log"), re.M)
        check(len(rows) == n and all(int(k) < int(all_) for k, all_ in rows), f"{name}: parts on {n} processes: {rows}")
        same(name, one, more, n, bound)
    return one


def same(name, one, more, n, bound):
    for part in range(4):
        a, b = frames(one, part), frames(more, part)
        check([t for t, _, _ in a] == [t for t, _, _ in b] and (part > 1 or len(a) > 1), f"{name}, part {part}: {len(a)} frames at the same times")
        if part:
            continue
        check(all(file.endswith(".pvtu") for _, _, file in b), f"{name}: bodies of {n} processes are lists of pieces")
        for (time, x, _), (_, y, file) in zip(a, b):
            check(vtk_check.time_of(y) == time, f"{file}: time of the pieces")
            worst, where = largest_difference(x, y)
            below(worst, bound, f"{name}, {n} processes, frame at {time:g} s: cells and fields relative to their peaks ({where})")


plate, beams = model("drawn_plate", PLATE), model("drawn_beams", BEAMS)
whole = compare("drawn_plate", plate, (2, 3), 1e-8)
compare("drawn_plain", plate, (3,), 1e-8, ["drawing=plain"])
compare("drawn_beams", beams, (3,), 1e-7)  # accelerations of stiff beams magnify what Newton leaves

half = run("drawn_half", plate, "--quiet", "-parted", sets=["end=1.2e-4"], processes=3)
done = call(["run", "--resume", half, "--set", "end=2e-4", "--quiet", "-parted"], processes=2)
check(done.returncode == 0, f"frames of 3 processes are continued by 2: exit code {done.returncode} {done.stderr[-300:]}")
same("drawn_half", whole, half, "3, then 2", 1e-8)
finish()

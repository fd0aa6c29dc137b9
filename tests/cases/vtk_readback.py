#!/usr/bin/python3
# label: study
"""Every VTU and PVD of a plane and a spatial run is read by real VTK and compared with the state, as probes tell it:
points of the bodies, displacement, velocity, acceleration, reactions; `exaggerate` changes the drawing only.
"""
import math
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "studies"))
import vtk_check
from common import flat
from runs import below, check, finish, model, probes, run, study, text_of

window = vtk_check.Window()
KINDS = ("position", "velocity", "acceleration")


def material(name, place, axes):
    """Probes of one material point: NAME_position_x and so on."""
    return "".join(f"  {name}_{kind}_{axis}: {{type: {kind}, of: {place}, component: {axis}}}\n"
                   for kind in KINDS for axis in axes)


def reactions(name, axes):
    return "".join(f"  {name}_{what}_{axis}: {{type: joint_{what}, name: {name}, component: {axis}}}\n"
                   for what in ("force", "moment") for axis in axes)


def vectors(array):
    return [tuple(array.GetComponent(i, k) for k in range(3)) for i in range(array.GetNumberOfTuples())]


def field(data, name):
    """An array by its name, with or without a unit behind it."""
    for i in range(data.GetNumberOfArrays()):
        if data.GetArrayName(i).split(" [")[0] == name:
            return data.GetArray(i)
    return None


class Frame:
    """Bodies and joints of one instant."""

    def __init__(self, time, bodies, joints):
        grid = vtk_check.read_vtu(bodies, window)
        self.time, self.cells = time, grid
        self.xyz = [grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())]
        self.field = {name: vectors(field(grid.GetPointData(), name))
                      for name in ("displacement", "velocity", "acceleration")}
        grid = vtk_check.read_vtu(joints, window)
        self.joints = [grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())]
        self.reaction = {name: vectors(field(grid.GetPointData(), name))
                         for name in ("reaction_force", "reaction_moment")}
        self.contact = {name: list(vtk_check.values_of(field(grid.GetPointData(), "contact_" + name)))
                        for name in ("state", "normal", "friction")}
        self.joint_id = [int(x) for x in vtk_check.values_of(field(grid.GetPointData(), "joint"))]

    def points_of(self, body):
        ids = self.cells.GetCellData().GetArray("body")
        cells = [self.cells.GetCell(i) for i in range(self.cells.GetNumberOfCells()) if ids.GetValue(i) == body]
        return sorted({cell.GetPointId(k) for cell in cells for k in range(cell.GetNumberOfPoints())})


def frames_of(out):
    entries = [entry for entry in vtk_check.read_pvd(os.path.join(out, "run.pvd")) if entry[1] < 2]
    frames = []
    for (t, part, bodies), (t1, part1, joints) in zip(entries[::2], entries[1::2]):
        if (t, part, part1) != (t1, 0, 1):
            check(False, f"{out}: entries of the PVD at t = {t:g} do not go in pairs")
        frames.append(Frame(t, bodies, joints))
    return frames


def nearest(points, r):
    return min(range(len(points)), key=lambda i: math.dist(points[i], r))


def compare(name, frames, got, body, corners, axes, scale):
    """The corners (probe names) of a body against points and fields. scale: of position, velocity, acceleration."""
    start = {corner: None for corner in corners}
    worst = dict.fromkeys(("points", "displacement", "velocity", "acceleration"), 0.0)
    for row, frame in enumerate(frames):
        ids = frame.points_of(body)
        for corner in corners:
            def at(kind, row=row, corner=corner):
                return [got[f"{corner}_{kind}_{a}"][row] if a in axes else 0.0 for a in "xyz"]
            k = ids[nearest([frame.xyz[i] for i in ids], at("position"))]
            if start[corner] is None:
                start[corner] = k, at("position")
            if start[corner][0] != k:  # a point is the same one in all frames
                check(False, f"{name}: corner {corner} is another point at t = {frame.time:g}")
                return
            moved = [x - y for x, y in zip(at("position"), start[corner][1])]
            for what, a, b in (("points", frame.xyz[k], at("position")),
                               ("displacement", frame.field["displacement"][k], moved),
                               ("velocity", frame.field["velocity"][k], at("velocity")),
                               ("acceleration", frame.field["acceleration"][k], at("acceleration"))):
                worst[what] = max(worst[what], math.dist(a, b))
    check(len({k for k, _ in start.values()}) == len(corners), f"{name}: {len(corners)} corners are different points")
    # 15 digits in the csv; accelerations are interpolated alike on both sides
    for what, size in zip(worst, (scale[0], *scale)):
        below(worst[what], 1e-12 * size, f"{name}: {what} of {len(corners)} points in {len(frames)} frames")


def compare_joints(name, frames, got, joints, axes, bound):
    for number, joint in joints.items():
        worst = size = 0.0
        for row, frame in enumerate(frames):
            k = frame.joint_id.index(number)
            for what in ("force", "moment"):
                there = [got[f"{joint}_{what}_{a}"][row] if f"{joint}_{what}_{a}" in got else
                         frame.reaction[f"reaction_{what}"][k]["xyz".index(a)] for a in "xyz"]
                worst = max(worst, math.dist(there, frame.reaction[f"reaction_{what}"][k]))
                size = max(size, math.dist(there, (0, 0, 0)))
        below(worst / size, bound, f"{name}: reactions of {joint} relative to their peak {size:.3g}")


SLIDER = study("flores2007/slider_crank.yaml")

# ---- in the plane ----

text = flat(text_of(SLIDER), os.path.dirname(SLIDER)).replace("joint: {default: dry", "joint: {default: ideal")
corners = {f"s{i}": f"{{body: slider, local: [{x} mm, {y} mm]}}"
           for i, (x, y) in enumerate(((-20, -15), (20, -15), (20, 15), (-20, 15)))}
corners |= {f"c{i}": f"{{body: crank, local: [{x} mm, {y} mm]}}" for i, (x, y) in enumerate(((0, -6), (50, -6), (50, 6)))}
more = "".join(material(name, place, "xy") for name, place in corners.items())
more += "".join(reactions(name, "xy") for name in ("pivot", "pin", "crank_pin"))
more += "  guide_moment_z: {type: joint_moment, name: guide, component: z}\n" + "".join(
    f"  guide_force_{axis}: {{type: joint_force, name: guide, component: {axis}}}\n" for axis in "xy")
assert "probes:\n" in text and "\noutput:\n" in text
text = text.replace("\noutput:\n", "\noutput:\n  drawing: plain\n")
plane = model("plane", text.replace("probes:\n", "probes:\n" + more))
# step ends on the frames, and beside them
for name, step, bound in (("on step ends", "period/60/8", 1e-12), ("between steps", "period/60/7.3", 1e-12)):
    out = run("plane", plane, "--quiet", sets=("revolutions=1", f"step={step}", "sample=period/60"))
    frames, got = frames_of(out), probes(out)
    check(len(frames) == 61 == len(got["t"]), f"plane, {name}: {len(frames)} frames")
    below(max(abs(f.time - t) for f, t in zip(frames, got["t"])), 1e-15, f"plane, {name}: times")
    speed, acceleration = 30.0, 2e4
    slider = [c for c in corners if c.startswith("s")]
    compare(f"slider, {name}", frames, got, 3, slider, "xy", (0.17, speed, acceleration))
    compare(f"crank, {name}", frames, got, 1, [c for c in corners if c.startswith("c")], "xy",
            (0.17, speed, acceleration))
    # the box is where slider_x says
    error = max(abs(x - (got["slider_x"][row] + sx)) for row, frame in enumerate(frames)
                for x, sx in zip(sorted(frame.xyz[i][0] for i in frame.points_of(3)), (-0.02, -0.02, 0.02, 0.02)))
    below(error, 1e-15, f"slider, {name}: corners are slider_x -+ half the width")
    # between step ends multipliers are linear in time, and these forces are linear in them
    compare_joints(name, frames, got, {0: "pivot", 1: "crank_pin", 2: "guide", 3: "pin"}, "xy", bound)
    error = max(math.dist(frame.joints[frame.joint_id.index(2)], (got["slider_x"][row], 0, 0))
                for row, frame in enumerate(frames))
    below(error, 1e-12, f"{name}: the pin is drawn at the slider")

# ---- in space ----

text = text_of(study("flores2009/spatial_four_bar.yaml"))
corners = {f"k{i}": f"{{body: crank, local: [{x} mm, {y} mm, {z} mm]}}" for i, (x, y, z) in
           enumerate((x, y, z) for x in (-3, 3) for y in (-6, 6) for z in (-22, 22))}
more = "".join(material(name, place, "xyz") for name, place in corners.items())
more += "".join(reactions(name, "xyz") for name in ("pivot", "crank_pin", "ball", "rocker_pivot"))
space = model("space", text.replace("probes:\n", "probes:\n" + more))
out = run("space", space, "--quiet", sets=("joint=ideal", "end=0.6 s", "step=1e-3 s", "sample=0.02 s"))
frames, got = frames_of(out), probes(out)
check(len(frames) == 31 == len(got["t"]), f"space: {len(frames)} frames")
compare("crank in space", frames, got, 1, list(corners), "xyz", (0.1, 1.0, 50.0))
compare_joints("space", frames, got, {0: "pivot", 1: "crank_pin", 2: "ball", 3: "rocker_pivot"}, "xyz", 1e-12)
sizes = [vtk_check.read_vtu(os.path.join(out, "vtk", f"bodies_{k:06d}.vtu"), window).GetNumberOfPoints()
         for k in (0, 30)]
check(sizes[0] == sizes[1] == len(frames[0].xyz), "the same points in all frames")
# rods are solid bodies of their length around the line between their joints
coupler = frames[-1].points_of(2)
ends = [frames[-1].joints[frames[-1].joint_id.index(k)] for k in (1, 2)]
axis = [(b - a) / math.dist(*ends) for a, b in zip(*ends)]
along = [sum((x - a) * e for x, a, e in zip(frames[-1].xyz[i], ends[0], axis)) for i in coupler]
away = [math.dist(frames[-1].xyz[i], [a + s * e for a, e in zip(ends[0], axis)]) for i, s in zip(coupler, along)]
below(abs(min(along)) + abs(max(along) - math.dist(*ends)), 1e-12, "the coupler reaches from joint to joint")
below(abs(max(away) - 3e-3), 1e-12, "its radius is that of the file")

# ---- points of contact: an elastic block on a chute, every node of its lower edge with its state and forces ----

more = "".join(f"  {x}: {{type: each, name: chute, output: {x}}}\n" for x in ("normal_lower", "stick", "contact"))
more += "  rub: {type: each, name: chute, output: friction}\n"
chute = model("chute", text_of(study("benchmarks/chute.yaml")).replace("probes:\n", "probes:\n" + more))
out = run("chute", chute, "--quiet", sets=("sample=0.05 s", "vtk=0.05 s", "end=2 s"))
frames, got = frames_of(out), probes(out)
nodes = sorted(int(k.split("_")[1]) for k in got if k.startswith("rub_"))
check(len(frames) == 41 == len(got["t"]) and len(nodes) == 9, f"chute: {len(frames)} frames, {len(nodes)} nodes in contact")
worst, seen = dict.fromkeys(("state", "last", "between", "force"), 0.0), set()
for row, frame in enumerate(frames):
    for k, node in enumerate(nodes): # forces are in the order of their nodes
        N, T, stick, contact = (got[f"{x}_{node}"][row] for x in ("normal_lower", "rub", "stick", "contact"))
        state = 2 if stick > 0.5 else 1 if contact > 0.5 else 0
        seen.add(state)
        worst["state"] = max(worst["state"], abs(frame.contact["state"][k] - state))
        forces = frame.contact["normal"][k], frame.contact["friction"][k]
        where = "last" if row == len(frames) - 1 else "between"
        worst[where] = max(worst[where], math.dist(forces, (N, T)))
        length = math.dist(frame.reaction["reaction_force"][k], (0, 0, 0))
        worst["force"] = max(worst["force"], abs(length - math.hypot(*forces)))
check(seen == {0, 1, 2}, f"chute: nodes open, slipping and sticking are seen, got {sorted(seen)}")
below(worst["state"], 0, "chute: state of the nodes in the frames and in the probes")
below(worst["last"], 1e-12 * 80, "chute: normal force and friction in the last frame and in the probes")
# between step ends probes are linear in time, frames take the forces at the interpolated places
below(worst["between"], 2e-3 * 80, "chute: the same in all frames")
below(worst["force"], 1e-12 * 80, "chute: the reaction's length is that of normal force and friction together")

# ---- exaggerate: a bushing in place of the gudgeon pin ----

text = flat(text_of(SLIDER), os.path.dirname(SLIDER)).replace("joint: {default: dry", "joint: {default: ideal")
text = text.replace("\noutput:\n", "\noutput:\n  drawing: plain\n")
soft = re.sub(r"  \w+: \{type: output, name: pin.*\n", "", re.sub(r"  pin:\n(    .*\n)+", "", text)).replace(
    "\nprobes:", "\nforces:\n  pin: {type: bushing, a: rod.to, b: slider, stiffness: [1e7, 1e7, 0], damping: [500, 500, 0]}"
    "\n\nprobes:").replace("  joint_force: {type: joint_force, name: pin}\n", "")
# held by its guide the slider stays: an ideal joint is never drawn open; without the guide it is drawn shifted by 49 gaps
free = re.sub(r"  guide: .*\n", "", soft)
assert free != soft
for name, words, shifted in (("held", soft, 0), ("free", free, 49)):
    both = []
    for factor in (1, 50):
        path = model(f"{name}{factor}", words.replace("\noutput:", f"\noutput:\n  exaggerate: {factor}"))
        both.append(frames_of(run(f"{name}{factor}", path, "--quiet", sets=("revolutions=0.5", "step=1e-5",
                                                                            "sample=period/60"))))
    got = probes(os.path.join(os.environ.get("GUD_OUT", ""), name + "50"))
    same = all(a.field == b.field and a.reaction == b.reaction for a, b in zip(*both))
    check(same and len(both[0]) == len(both[1]) == 31, f"exaggerate, {name}: all fields are the same")
    worst, largest = 0.0, 0.0
    for row, (a, b) in enumerate(zip(*both)):
        gap = got["ecc_x"][row], got["ecc_y"][row], 0.0
        largest = max(largest, math.dist(gap, (0, 0, 0)))
        moving = set(a.points_of(3))
        for i, (p, q) in enumerate(zip(a.xyz, b.xyz)):
            want = [x + (shifted * g if i in moving else 0) for x, g in zip(p, gap)]
            worst = max(worst, math.dist(q, want))
    check(largest > 1e-5, f"exaggerate, {name}: the bushing gives way by {largest * 1e6:.0f} um")
    below(worst, 1e-12, f"exaggerate, {name}: the slider is drawn shifted by {shifted} gaps, all else stays")
ideal = [frames_of(run(f"ideal{factor}", model(f"ideal{factor}", text.replace(
    "\noutput:", f"\noutput:\n  exaggerate: {factor}")), "--quiet", sets=("revolutions=0.5", "step=1e-5")))
    for factor in (1, 50)]
worst = max(math.dist(p, q) for a, b in zip(*ideal) for p, q in zip(a.xyz, b.xyz))
below(worst, 1e-12, "exaggerate: ideal joints and guides are drawn as they are")
finish()

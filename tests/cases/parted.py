#!/usr/bin/python3
# label: mpi
# timeout: 600
"""Models that are cut into parts (-parted: small ones, too; src/model/part.h) against the same model whole on one process: a clamped
plate, a block whose 41 contact nodes are spread over all processes, a mesh with a pinned bore, beams
with a hinge; and a plate under error control.
Probes agree to 1e-9, all processes know fewer coordinates than there are, checkpoints of three processes are continued by two and by one.

What would break it: a sum over coordinates that counts ghosts twice or leaves some out, a number of the whole model where one of the
part is meant, decisions that differ between processes (the run then hangs until its time limit)."""
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import (ENVIRONMENT, below, call, check, command, difference, energy, finish, folder, model, probes, run,
                  text_of)

PLATE = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {solver: {default: direct, choices: [direct, krylov]}, end: 4e-4}
bodies:
  plate: {type: quad4, mesh: {type: rectangle, size: [1 m, 0.5 m], nx: 30, ny: 24}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
  disc: {type: rigid_body, at: [1.2 m, 0.5 m], mass: 3 kg, inertia: 0.1 kg m^2}
joints:
  wall: {type: clamp, a: ground, b: plate.left}
forces:
  pull: {type: force, a: plate.bottom_right, value: 5e4 N, direction: [2, -5]}
  rope: {type: spring, a: plate.top_right, b: disc, stiffness: 1e5 N/m}
probes:
  tip_v: {type: velocity, of: plate.top_right, component: y}
  tip_a: {type: acceleration, of: plate.bottom_right, component: x}
  corner: {type: position, of: plate.top_right, from: plate.bottom_left, component: y}
  disc_x: {type: position, of: disc, component: x}
  stress: {type: field, of: {body: plate, at: [0.31 m, 0.2 m]}, field: von_mises}
  largest: {type: field, body: plate, field: von_mises}
  smallest: {type: field, body: plate, field: stress_xx, which: min}
  by_size: {type: field, body: plate, field: stress_xy, which: absolute}
  twice: {type: expression, value: 2*largest}
  wall: {type: joint_force, name: wall}
analysis: {end: end*1 s, step: 2e-5 s, linear_solver: $solver, newton: 1e-12}
output: {sample: 2e-5 s, vtk: 0, checkpoint: 0}
"""
BLOCK = """
space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  slider: {type: quad4, mesh: {type: rectangle, size: [0.6 m, 0.3 m], nx: 40, ny: 20}, E: 1e4 Pa, nu: 0.3, density: 5 kg/m^3, strain: linear, mass: lumped, beta: 0.05}
forces:
  guide: {type: guide, a: ground, b: slider.bottom, lower: 0, stiffness: per_length, contact: {law: kelvin_voigt, stiffness: 1e4, damping: 1e3}, friction: {law: coulomb, kinetic: 0.3, static: 0.4}}
  pull: {type: force, a: {body: slider, at: [0.6 m, 0.15 m]}, value: 100*t, direction: [1, 0]}
probes:
  x: {type: position, of: slider.bottom_right, component: x}
  v: {type: velocity, of: slider.bottom_left, component: x}
  normal: {type: output, name: guide, output: normal}
  friction: {type: output, name: guide, output: friction}
  sticking: {type: output, name: guide, output: stick}
analysis: {end: 40 ms, step: 5e-4 s, rho: 0.3, transitions: within_step, newton: 1e-12}
output: {sample: 1e-3 s, vtk: 0, values: raw}
"""
ROD = """
space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  crank: {type: rigid_body, from: [0, 0], to: [0.1 m, 0], centre: [0.05 m, 0], mass: 1 kg, inertia: 1e-3 kg m^2, spin: 100}
  rod: {type: quad4, at: [0.1 m, 0], mesh: {type: rectangle_with_hole, corner: [-0.05 m, -0.04 m], size: [0.4 m, 0.08 m], centre: [0, 0], radius: 20 mm, nx: 24, ny: 8, radial: 6}, E: 2e9 Pa, nu: 0.3, density: 2700 kg/m^3, thickness: 10 mm, velocity: [0, 10 m/s]}
joints:
  pivot: {type: revolute, a: ground, b: crank.from}
  pin: {type: revolute, a: crank.to, b: rod.bore}
drivers:
  drive: {type: angle_driver, joint: pivot, speed: 100}
probes:
  end_x: {type: position, of: rod.top_right, component: x}
  end_v: {type: velocity, of: rod.top_right, component: y}
  pin_force: {type: joint_force, name: pin}
  moment: {type: driver, name: drive}
analysis: {end: 1 ms, step: 2e-5 s, newton: 1e-12}
output: {sample: 1e-4 s, vtk: 0}
"""
BEAMS = """
space: 3d
gravity: [0, 0, -9.81 m/s^2]
bodies:
  one: {type: ancf_beam3d, mesh: {type: line, from: [0, 0, 0], to: [1, 0, 0], elements: 40}, E: 2e9 Pa, nu: 0.3, density: 1000 kg/m^3, section: square, width: 20 mm}
  two: {type: ancf_beam3d, mesh: {type: line, from: [1, 0, 0], to: [1, 1, 0], elements: 40}, E: 2e9 Pa, nu: 0.3, density: 1000 kg/m^3, section: square, width: 20 mm}
joints:
  wall: {type: clamp, a: ground, b: one.from}
  hinge: {type: revolute, a: one.to, b: two.from, axis: [1, 0, 0]}
probes:
  tip: {type: position, of: two.to, component: z}
  speed: {type: velocity, of: two.to, component: z}
  wall: {type: joint_force, name: wall}
  hinge: {type: joint_force, name: hinge}
analysis: {end: 10 ms, step: 2e-4 s, newton: 1e-12, method: generalized_alpha}
output: {sample: 1e-3 s, vtk: 0}
"""


MIXED = """
space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  plate: {type: quad8, mesh: {type: rectangle, size: [1 m, 0.5 m], nx: 16, ny: 12}, E: 2e11 Pa, nu: 0.3, density: 7800 kg/m^3, thickness: 10 mm}
  rope: {type: ancf_cable2d, at: [1 m, 0.5 m], mesh: {type: line, from: [0, 0], to: [1 m, 0], elements: 200}, E: 2e9 Pa, density: 1000 kg/m^3, section: square, width: 10 mm}
joints:
  wall: {type: clamp, a: ground, b: plate.left}
  eye: {type: revolute, a: plate.top_right, b: rope.from}
probes:
  end: {type: velocity, of: rope.to, component: y}
analysis: {end: 1e-4 s, step: 2e-5 s, newton: 1e-12}
output: {sample: 2e-5 s, vtk: 0}
"""


def shares(name, path, processes):
    """What each process has of the estimated cost: elements alone, 196 of 392 each, would give one of two 0.80 (192 quad8 of 16 each, 200 cables of 4)."""
    out   = run(name, path, "--quiet", "-parted", processes=processes)
    share = [float(x) for x in re.findall(r"^process \d+: .* (\S+) % of the cost$", text_of(out, "run.log"), re.M)]
    check(len(share) == processes and abs(sum(share) - 100) < 1, f"{name}: shares of the cost {share}")
    below(max(share) * processes / 100, 1.1, f"{name}: largest share of the cost on {processes} processes, of equal ones")


def known(out, name, processes):
    """Every process knows a part of the coordinates only, and together they have all elements."""
    log   = text_of(out, "run.log")
    rows  = re.findall(r"^process \d+: (\d+) elements, .*, (\d+) of (\d+) coordinates known", log, re.M)
    check(len(rows) == processes and all(int(k) < int(all_) for _, k, all_ in rows),
          f"{name}: coordinates known to {processes} processes: {[int(k) for _, k, _ in rows]} of {rows[0][2] if rows else '?'}")
    memory = re.findall(r"^process \d+: peak memory (\d+) MB", log, re.M)
    check(len(memory) == processes and all(10 < int(m) < 4000 for m in memory), f"{name}: peak memory {memory} MB in run.log")


def compare(name, path, bound, processes, sets=(), stiff=()):
    """stiff: forces that magnify round-off; whole, with another order of summation (3 processes), the moment of the rod differs by
    7e-10, the force of the hinge by 2e-9."""
    one = run(name + "_1", path, "--quiet", "-whole", sets=sets)
    for n in processes:
        more = run(f"{name}_{n}", path, "--quiet", "-parted", sets=sets, processes=n)
        known(more, name, n)
        worst, column = difference(probes(one), probes(more), [c for c in probes(one) if c not in stiff])
        below(worst, bound, f"{name}, parts on {n} processes: probes relative to their peaks ({column})")
        if stiff:
            worst, column = difference(probes(one), probes(more), list(stiff))
            below(worst, 1e-8, f"{name}, parts on {n} processes: stiff forces relative to their peaks ({column})")
        a, b = energy(one), energy(more)
        peak = max(max(map(abs, a[c])) for c in a if c != "t")
        worst, column = difference(a, b, [c for c in a if c != "t"], peak)
        below(worst, bound, f"{name}, parts on {n} processes: energies relative to the largest ({column})")
    return one


plate = model("parted_plate", PLATE)
whole = compare("parted_plate", plate, 1e-9, (2, 3, 5))
compare("parted_krylov", plate, 1e-8, (3,), ["solver=krylov"])  # Newton's 1e-12 as a mean, as in krylov.py
compare("parted_block", model("parted_block", BLOCK), 1e-9, (2, 3))
compare("parted_rod", model("parted_rod", ROD), 1e-9, (2, 3), stiff=["moment"])
steps = compare("parted_error", model("parted_error", PLATE.replace("step: 2e-5 s, ", "tolerance: 1e-5, ").replace(
    "newton: 1e-12", "method: generalized_alpha")), 1e-9, (3,))
compare("parted_beams", model("parted_beams", BEAMS), 1e-9, (2, 3), stiff=["hinge"])

for processes in (2, 3):
    shares(f"parted_mixed_{processes}", model("parted_mixed", MIXED), processes)

# half of the run on three processes, the rest on two and on one, in parts and whole
for rest, flag in ((2, "-parted"), (1, "-whole"), (3, "-parted")):
    half = run(f"parted_resume_{rest}", plate, "--quiet", "-parted", sets=["end=9*2e-5"], processes=3)
    done = call(["run", "--resume", half, "--set", "end=4e-4", "--quiet", flag], processes=rest)
    check(done.returncode == 0, f"a checkpoint of 3 processes is continued on {rest}: exit code {done.returncode} {done.stderr[-300:]}")
    worst, column = difference(probes(whole), probes(half))
    below(worst, 1e-9, f"a checkpoint of 3 processes, continued on {rest}: probes relative to their peaks ({column})")

# one of three processes is killed behind the first checkpoint: all end, and two others go on from there
long_one = run("parted_long", plate, "--quiet", "-whole", sets=["end=6e-3"])
killed = folder("parted_killed")
job = subprocess.Popen(command(["run", plate, "--out", killed, "--quiet", "-parted", "--set", "end=6e-3"], 3), env=ENVIRONMENT,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
begin = time.time()
while not os.path.exists(os.path.join(killed, "checkpoint.bin")) and job.poll() is None and time.time() - begin < 300:
    time.sleep(0.02)
ranks = subprocess.run(["pgrep", "-P", str(job.pid)], capture_output=True, text=True, check=False).stdout.split()
if check(len(ranks) == 3 and job.poll() is None, f"three processes to kill one of ({len(ranks)})"):
    os.kill(int(ranks[1]), signal.SIGKILL)
    begin = time.time()
    job.wait(timeout=300)
    below(time.time() - begin, 10, "all processes have ended, seconds after one was killed")
    check(job.returncode != 0, f"exit code {job.returncode} of the run with a killed process")
    done = call(["run", "--resume", killed, "--quiet", "-parted"], processes=2)
    check(done.returncode == 0, f"continued on 2 processes: exit code {done.returncode} {done.stderr[-300:]}")
    worst, column = difference(probes(long_one), probes(killed))
    below(worst, 1e-8, f"killed on 3 processes, continued on 2, 300 steps: probes relative to their peaks ({column})")
finish()

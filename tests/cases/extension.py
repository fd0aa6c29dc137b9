#!/usr/bin/python3
# label: mpi
"""The door: an element, a joint and a force that exist only in tests/extension work like the built-in ones.

maxwell_latch has a differential and an algebraic unknown, an event and history. Three models: the force on a driven
point (exact solution), all three on an inclined line (independent integration), the joint in space (exact solution).
"""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import (DOOR, below, call, check, difference, energy, finish, interrupt_at, folder, model, orders,
                  probes, run, same_results, text_of)

if not DOOR:
    print("GUDGEON_EXTENDED is not set")
    sys.exit(1)

# ---- known to help and check, unknown to the plain command ----

told = call(["help"], program=DOOR).stdout
plain = call(["help"]).stdout
for name in ("elastic_bar", "midplane", "maxwell_latch"):
    about = call(["help", name], program=DOOR)
    check(name in told and about.returncode == 0 and name in about.stdout, f"help knows {name}")
    check(name not in plain, f"the plain command does not know {name}")
check("stiffness2" in call(["help", "maxwell_latch"], program=DOOR).stdout, "help prints its parameter table")

# ---- the force alone, on a point that moves with constant speed: x - y relaxes exponentially ----

DRIVEN = """
space: 2d
parameters: {step: 1e-3 s, end: 0.6 s, rho: 0.8, alarm: 1e9 N}
bodies:
  ground: {points: {O: [0, 0]}}
  m: {type: point_mass, at: [100 mm, 0], mass: 1 kg}
joints:
  line: {type: midplane, a: ground.O, b: m, axis: [0, 1]}
drivers:
  d: {type: displacement_driver, a: {body: ground, at: [100 mm, 0]}, b: m, axis: [1, 0], position: 0.05*t}
forces:
  x: {type: maxwell_latch, a: ground.O, b: m, stiffness: 100 N/m, stiffness2: 300 N/m, damping: 20 N s/m,
      reach: 120.3 mm, alarm: alarm}
probes:
  F: {type: output, name: x, output: force}
  y: {type: output, name: x, output: dashpot}
  rate: {type: output, name: x, output: dashpot_rate}
  mode: {type: output, name: x, output: mode}
  changes: {type: output, name: x, output: changes}
  last: {type: output, name: x, output: last_time}
  alarm: {type: output, name: x, output: alarm_time}
  drive: {type: driver, name: d}
analysis: {end: end, step: step, rho: rho}
output: {sample: 0.6 s, vtk: 0, precision: 17}
"""
SPEED, K, K2, C, CHANGE = 0.05, 100.0, 300.0, 20.0, 0.0203 / 0.05


def spring(t):
    """x - y, the elongation of the spring."""
    if t <= CHANGE:
        return SPEED * C / K * -math.expm1(-K * t / C)
    rest = SPEED * C / K2
    return rest + (spring(CHANGE) - rest) * math.exp(-K2 * (t - CHANGE) / C)


driven = model("driven", DRIVEN)
for rho in (0.0, 0.8, 0.99):
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        got = probes(run("driven", driven, "--quiet", program=DOOR, sets=(f"step={step}", f"rho={rho}")))
        errors.append(abs(got["F"][-1] - K2 * spring(0.6)))
    check(min(orders(errors)) > 1.8, f"Maxwell force at rho {rho}: second order through a change of mode; errors "
          + " ".join(f"{e:.2e}" for e in errors) + ", orders " + " ".join(f"{o:.2f}" for o in orders(errors)))
    below(errors[-1], 3e-5 * K2 * spring(0.6), f"Maxwell force at rho {rho}, h = 1 ms")
# the point is driven, so the instant of the event is exact up to the width of the bracket, 1e-9 of a step
below(abs(got["last"][-1] - CHANGE), 1e-11, "instant of the event")
check(got["changes"][-1] == 1 and got["mode"][-1] == 1, "one event, then the second mode")
below(abs(got["drive"][-1] - got["F"][-1]), 1e-9, "the driver feels the algebraic unknown")
below(abs(got["rate"][-1] - K2 / C * spring(0.6)), 3e-6, "rate of the differential unknown")

# an event of an unknown: F = 0.5 N at t = -(c/k) ln(1 - F/(v c))
errors = []
for step in (4e-3, 2e-3, 1e-3):
    out = run("alarm", driven, program=DOOR, sets=(f"step={step}", "alarm=0.5 N"))
    errors.append(abs(probes(out)["alarm"][-1] + C / K * math.log1p(-0.5 / (SPEED * C))))
check(min(orders(errors)) > 1.7, "event of an unknown: instant of second order; "
      + " ".join(f"{e:.2e}" for e in errors) + ", orders " + " ".join(f"{o:.2f}" for o in orders(errors)))
check("events 2" in text_of(out, "run.log"), "two events, and no more")

# ---- all three on an inclined line, against an integration of its own ----

ALL = """
space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {step: 1e-3 s, end: 1.5 s, sample: 1.5 s, vtk: 0 s, slope: 30 deg, length: 0.4 m, checkpoint: 60 s}
bodies:
  ground: {points: {O: [0, 0]}}
  bar: {type: elastic_bar, from: [0, 0], to: ["length*cos(slope)", "-length*sin(slope)"], mass: 0.6 kg,
        stiffness: 30 N, retardation: 20 ms, radius: 5 mm}
  load: {type: rigid_body, at: ["length*cos(slope)", "-length*sin(slope)"], angle: -slope, mass: 2 kg,
         inertia: 0.01 kg m^2, shape: box, size: [60 mm, 40 mm]}
joints:
  top: {type: revolute, a: ground.O, b: bar.from}
  end: {type: revolute, a: bar.to, b: load}
  plane: {type: midplane, a: ground.O, b: load, axis: ["sin(slope)", "cos(slope)"]}
forces:
  latch: {type: maxwell_latch, a: ground.O, b: load, stiffness: 40 N/m, stiffness2: 160 N/m, damping: 30 N s/m,
          reach: 0.5 m}
probes:
  s: {type: position, of: load, from: ground.O}
  F: {type: output, name: latch, output: force}
  y: {type: output, name: latch, output: dashpot}
  mode: {type: output, name: latch, output: mode}
  changes: {type: output, name: latch, output: changes}
  last: {type: output, name: latch, output: last_time}
  normal: {type: joint_force, name: plane}
analysis: {end: end, step: step}
output: {sample: sample, vtk: vtk, precision: 17, checkpoint: checkpoint}
"""
LENGTH, EA, TAU, BAR, LOAD, REACH, G = 0.4, 30.0, 0.02, 0.6, 2.0, 0.5, 9.81


def rates(u, k):
    s, v, y = u
    strain, strain_rate = 0.5 * ((s / LENGTH) ** 2 - 1), s * v / LENGTH ** 2
    pull = k * (s - LENGTH - y)
    force = (LOAD + BAR / 2) * G * 0.5 - EA * (strain + TAU * strain_rate) * s / LENGTH - pull
    return v, force / (LOAD + BAR / 3), pull / 30.0


def runge_kutta(u, h, k):
    def at(a, slope):
        return tuple(x + a * d for x, d in zip(u, slope))
    k1 = rates(u, k)
    k2 = rates(at(h / 2, k1), k)
    k3 = rates(at(h / 2, k2), k)
    k4 = rates(at(h, k3), k)
    return tuple(x + h / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(u, k1, k2, k3, k4))


def reference(end, h=2e-4):
    """State at the end and the instants at which s crosses the reach."""
    u, t, mode, crossings = (LENGTH, 0.0, 0.0), 0.0, 0, []
    while t < end - 1e-12:
        k, step = (160.0 if mode else 40.0), min(h, end - t)
        new = runge_kutta(u, step, k)
        if (new[0] >= REACH) != bool(mode):
            low, high = 0.0, step
            for _ in range(60):
                mid = 0.5 * (low + high)
                if (runge_kutta(u, mid, k)[0] >= REACH) != bool(mode):
                    high = mid
                else:
                    low = mid
            new, step, mode = runge_kutta(u, high, k), high, 1 - mode
            crossings.append(t + high)
        u, t = new, t + step
    return u, crossings, mode


(want, _, want_y), crossings, mode = reference(1.5)
inclined = model("all", ALL)
errors, residues, instants = [], [], []
for step in (4e-3, 2e-3, 1e-3):
    out = run("all", inclined, "--quiet", program=DOOR, sets=(f"step={step}",))
    got, ledger = probes(out), energy(out)
    errors.append(abs(got["s"][-1] - want) + abs(got["y"][-1] - want_y))
    instants.append(abs(got["last"][-1] - crossings[-1]))
    residues.append(max(map(abs, ledger["numerical"])))
print(f"        {len(crossings)} events in 1.5 s, the last at {crossings[-1]:.9f} s")
check(len(crossings) >= 3 and got["changes"][-1] == len(crossings) and got["mode"][-1] == mode,
      f"all {len(crossings)} events were found")
for what, list_ in (("position and dashpot", errors), ("instant of the last event", instants),
                    ("numerical residue of the ledger", residues)):
    check(min(orders(list_)) > 1.6, f"{what}: second order; " + " ".join(f"{e:.2e}" for e in list_)
          + ", orders " + " ".join(f"{o:.2f}" for o in orders(list_)))
below(errors[-1], 2e-5 * want, "position and dashpot at h = 1 ms")
turned = max(ledger["kinetic"]) + 0.5 * G * (LOAD + BAR / 2) * (want - LENGTH)
below(residues[-1], 1e-4 * turned, "ledger at h = 1 ms: element energy, element damping and latch are all in it")
check(ledger["work_elements"][-1] < 0 and ledger["work_damping"][-1] < 0 and ledger["strain"][-1] > 0,
      "strain of the bar, its damping and the dashpot have their columns")
below(abs(got["normal"][-1] - (LOAD + BAR / 2) * G * math.cos(math.pi / 6)), 1e-9, "normal force of the midplane")
said = call(["check", inclined], program=DOOR)
check(said.returncode == 0 and "mobility 2" in " ".join(said.stdout.replace(":", " ").split()),
      "check: mobility 2 (along the line, and the load's turn)")

# ---- in space: sliding down a plane that is not aligned with anything ----

SPACE = """
gravity: [0, 0, -9.81 m/s^2]
bodies:
  ground: {points: {O: [0, 0, 0]}}
  block: {type: rigid_body, at: [0, 0, 0], x_axis: [1, 1, 0], y_axis: [-1, 1, 2], mass: 3 kg,
          inertia: [0.01 kg m^2, 0.02 kg m^2, 0.03 kg m^2]}
  string: {type: elastic_bar, from: [1, 1, 1], to: [1, 1, 0.5], mass: 1 kg, stiffness: 1000 N, spin: [0.3, 0.2, 5]}
joints:
  plane: {type: midplane, a: ground.O, b: block, axis: [1, -1, 1]}
probes:
  x: {type: position, of: block, component: x}
  z: {type: position, of: block, component: z}
  N: {type: joint_force, name: plane}
  sx: {type: position, of: {body: string, local: [0.25, 0, 0]}, component: x}
  sz: {type: position, of: {body: string, local: [0.25, 0, 0]}, component: z}
analysis: {end: 0.5 s, step: 1 ms}
output: {sample: 0.1 s, vtk: 0.25 s}
"""
got = probes(run("space", model("space", SPACE), "--quiet", program=DOOR))
worst = [0.0] * 4
for t, x, z, normal, sx, sz in zip(*(got[name] for name in ("t", "x", "z", "N", "sx", "sz"))):
    along = [9.81 / 3, -9.81 / 3, 9.81 / 3 - 9.81]  # g - n (g.n) with n = (1, -1, 1)/sqrt 3
    worst[0] = max(worst[0], abs(x - along[0] * t * t / 2))
    worst[1] = max(worst[1], abs(z - along[2] * t * t / 2))
    worst[2] = max(worst[2], abs(normal - 3 * 9.81 / math.sqrt(3)))
    # the free bar's middle is its centre of mass
    worst[3] = max(worst[3], abs(sz - (0.75 - 9.81 * t * t / 2)), abs(sx - (1 - 0.2 * 0.25 * t)))
for value, what in zip(worst, ("sliding, x", "sliding, z", "normal force", "centre of the free bar")):
    below(value, 1e-9, "in space: " + what)

# ---- resume: history, internals and events survive ----

slow = os.environ.get("GUD_SANITIZED")  # ten times slower: fewer steps take long enough to be interrupted
flags = ["--set", "step=1e-4" if slow else "step=1e-5", "--set", "sample=1e-3", "--set", "vtk=0.1"]
whole = run("whole", inclined, "--quiet", *flags, program=DOOR)
for percent in (20, 50):  # between the first and second event, and later
    parts = folder("parts")
    code, said = interrupt_at(percent, ["run", inclined, "--out", parts, *flags], program=DOOR)
    check(code == 130 and "--resume" in said, f"interrupted at {percent} %: exit code {code}")
    again = call(["run", "--resume", parts, "--quiet"], program=DOOR)
    check(again.returncode == 0, f"resumed: exit code {again.returncode} {again.stderr[-300:]}")
    same_results(whole, parts, f"interrupted at {percent} % and resumed")
check(call(["run", "--resume", parts]).returncode == 2, "the plain command refuses to resume what it does not know")

# ---- two processes ----

flags = ["--set", "step=2e-3", "--set", "sample=0.01", "--set", "end=1.0"]
one = run("one", inclined, "--quiet", *flags, program=DOOR)
for n in (2, 3):
    more = run("more", inclined, "--quiet", *flags, processes=n, program=DOOR)
    worst, column = difference(probes(one), probes(more))
    below(worst, 1e-9, f"{n} processes give the same, relative to the peaks ({column})")
    log = text_of(more, "run.log")
    check(all(f"process {r}:" in log for r in range(n)), f"{n} processes in run.log")
finish()

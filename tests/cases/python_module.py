# label: fast
"""The Python module: models from files and texts, results with units, stepping, events, snapshots, sweeps, errors; the same numbers
as the command; with and without numpy."""
import math
import os
import subprocess
import sys

if os.environ.get("GUD_SANITIZED"):
    sys.exit(77)  # python itself is not built with the sanitizers
import gudgeon

out = os.environ["GUD_OUT"]
TEXT = """
space: 2d
gravity: [0, -9.81]
parameters: {length: 1 m}
bodies:
  rod: {type: rigid_body, mass: 2 kg, inertia: 0.1, centre: [0.5*length, 0]}
joints: {pivot: {type: revolute, a: ground, b: rod}}
forces:
  motor: {type: moment, a: rod, value: {type: input, name: torque}}
probes:
  angle: {type: angle, of: rod}
  load: {type: joint_force, name: pivot}
analysis: {end: 0.5, tolerance: 1e-8, method: radau}
output: {vtk: 0}
"""


def check(condition, text):
    if not condition:
        sys.exit(text)


def raises(function, part):
    try:
        function()
    except gudgeon.GudgeonError as error:
        check(part in str(error), f"expected '{part}' in '{error}'")
        return
    sys.exit(f"no error that says '{part}'")


path = os.path.join(out, "rod.yaml")
with open(path, "w", encoding="utf-8") as file:
    file.write(TEXT)

# the same numbers as the command
results = gudgeon.Model(path).set(length="0.8 m").run(os.path.join(out, "by_module"))
subprocess.run([os.environ["GUDGEON"], "run", path, "--set", "length=0.8 m", "--out", os.path.join(out, "by_command"),
                "--quiet", "--force"], check=True)
command = gudgeon.read(os.path.join(out, "by_command"))
check(list(results["angle"]) == list(command["angle"]), "module and command differ")
check(results.names == ["angle", "load"] and results.units == {"angle": "rad", "load": "N"}, f"units {results.units}")
check(results.time.unit == "s" and results.time[-1] == 0.5 and len(results) == len(results.time), "time")
check(results.outcome == "done" and results.parameter("length") == 0.8, "info")
check(abs(results.summary("load")["max"] - max(results["load"])) < 0.1, "summary")
check("kinetic" in " ".join(results.energy.names), f"energy {results.energy.names}")

# without a folder: the same again, nothing left behind
again = gudgeon.Model.from_text(TEXT).set(length=0.8).run()
check(list(again["angle"]) == list(results["angle"]), "a run of the text differs")

# stepping with a torque that holds the rod: m g l = 2*9.81*0.5
with gudgeon.Model.from_text(TEXT).simulation() as sim:
    check(sim.inputs == {"torque": "N m"} and sim.bodies == ["rod"] and sim.end == 0.5, f"{sim.inputs} {sim.bodies}")
    sim.set_input("torque", 9.81)
    check(sim.advance(0.3) == "time" and sim.time == 0.3, "advance")
    check(abs(sim["angle"]) < 1e-10 and abs(sim["load"] - 2 * 9.81) < 1e-8, f"held: {sim.values()}")
    sim.set_input("torque", 0)
    start = sim.save()
    sim.advance(0.4)
    first = sim["angle"]
    sim.restore(start)
    sim.advance(0.4)
    check(first == sim["angle"] and first < -0.01, "restore")
    turned = math.radians(30)
    sim.set_pose("rod", [0, 0, 0], [math.cos(turned), -math.sin(turned), 0, math.sin(turned), math.cos(turned), 0, 0, 0, 1])
    check(sim.assemble() < 1e-12 and abs(sim["angle"] - turned) < 1e-12, "set_pose")
    r, R = sim.pose("rod")
    check(abs(r[0]) < 1e-12, "pose")
    q, v = sim.coordinates
    sim.coordinates = q, [0 * x for x in v]
    sim.assemble()
    check(abs(sim.velocity("rod")[1][2]) < 1e-12, "at rest")
    sim.reset()
    check(sim.time == 0 and sim.statistics["steps"] == 0, "reset")
    raises(lambda: sim["angel"], "there is no probe 'angel'")

# a model from Python alone
model = gudgeon.Model.empty().put("space", "2d").put("analysis", {"end": 1, "tolerance": 1e-9, "method": "radau"})
model.add("bodies", "ball", {"type": "point_mass", "mass": 1, "at": [0, 1]})
model.add("probes", "y", {"type": "position", "of": "ball", "component": "y"}).put("gravity", [0, -2])
with model.simulation() as sim:
    sim.advance(1)
    check(abs(sim["y"]) < 1e-8, f"fall: {sim['y']}")

# sweeps, by the module and by the command
table = gudgeon.Model.from_text(TEXT).sweep(length=["0.8 m", 1.0])
check(len(table) == 2 and list(table["length"]) == [0.8, 1.0] and table["length"].unit == "m", repr(table))
check(table["load.max"].unit == "N" and abs(table["load.max"][0] - results.summary("load")["max"]) < 1e-12, "sweep")
subprocess.run([os.environ["GUDGEON"], "sweep", path, "--over", "length=0.8:1:2", "--out", os.path.join(out, "sweep")],
               check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
by_command = gudgeon.read(os.path.join(out, "sweep"))
check(abs(by_command["load.max"][1] - table["load.max"][1]) < 1e-6 * table["load.max"][1], repr(by_command))

# errors
raises(lambda: gudgeon.Model(os.path.join(out, "none.yaml")).simulation(), "cannot read")
raises(lambda: gudgeon.Model.from_text(TEXT).set(lenght=1).simulation(), "lenght")
raises(lambda: gudgeon.Model.from_text(TEXT).add("forces", "f", "{type: [}"), "GudSpecAdd(forces.f):1:")
heard = []
noisy = gudgeon.Model.from_text(TEXT.replace("rigid_body", "rigid_bodyy"), "noisy", on_message=lambda *m: heard.append(m))
raises(noisy.simulation, "noisy:6")
check(heard and heard[0][0] == "error", f"handler: {heard}")

# without numpy
code = """import sys
sys.modules['numpy'] = None
import gudgeon
r = gudgeon.read(sys.argv[1])
assert isinstance(r['angle'].values, list) and r['angle'].unit == 'rad' and len(r.time) == len(r['load'])
"""
subprocess.run([sys.executable, "-c", code, os.path.join(out, "by_command")], check=True)

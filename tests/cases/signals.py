#!/usr/bin/python3
# label: study
# timeout: 600
"""Signals at every phase: reading, assembly and statics, modes, steps, output within a step; the second Ctrl-C; a terminal
that goes away. Exit code 130, and a checkpoint wherever a run can be continued.
"""
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import machine
from runs import ENVIRONMENT, GUDGEON, OUT, busy, call, check, finish, folder, model, run, same_results, stop_at

PLATE = """space: 2d
bodies:
  plate: {{type: quad4, E: 1 GPa, density: 1000 kg/m^3, thickness: 1 cm,
          mesh: {{type: rectangle, size: [1, 1], nx: {0}, ny: {0}}}}}
joints:
  hold: {{type: clamp, a: ground, b: plate.left}}
forces:
  pull: {{type: force, a: plate.top_right, direction: [0, -1], value: 1 N}}
analysis: {{type: {1}}}
output: {{vtk: 0}}
"""
PENDULUM = """space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [0.5, 0], centre: [0.25, 0], mass: 0.2 kg, shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
probes:
  angle: {type: angle, of: rod}
  x: {type: position, of: rod.to, component: x}
analysis: {end: 1000 s}
output: {vtk: 0, OUTPUT}
"""


def start(words):
    return subprocess.Popen([GUDGEON, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=OUT,
                            env=ENVIRONMENT)


def end(process, seconds):
    """Exit code, what it said, how long it took; killed after `seconds`."""
    begin = time.monotonic()
    try:
        said = process.communicate(timeout=seconds)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        return "did not end", process.communicate()[1], seconds
    return process.returncode, said, time.monotonic() - begin


# ---- where nothing can be continued the first signal ends it: each phase takes minutes ----

big = os.path.join(OUT, "big.msh")
with open(big, "w", encoding="utf-8") as file:
    n = 700
    file.write(f"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{n * n}\n")
    file.writelines(f"{1 + i * n + j} {i} {j} 0\n" for i in range(n) for j in range(n))
    file.write(f"$EndNodes\n$Elements\n{(n - 1) * (n - 1)}\n")
    file.writelines(f"{1 + i * n + j} 3 2 1 1 {1 + i * n + j} {1 + (i + 1) * n + j} {2 + (i + 1) * n + j} {2 + i * n + j}\n"
                    for i in range(n - 1) for j in range(n - 1))
    file.write("$EndElements\n")
reading = PLATE.format(2, "static").replace("{type: rectangle, size: [1, 1], nx: 2, ny: 2}", "{type: file, file: big.msh}")
reading = reading.replace("joints:\n  hold: {type: clamp, a: ground, b: plate.left}\n", "").replace("plate.top_right", "plate")
for name, text, seconds in (("reading", reading, 0.4), ("assembly, statics", PLATE.format(300, "static"), 2.0),
                         ("modes", PLATE.format(250, "modes"), 2.5)):
    path = model("phase", text)
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process = start(["run", path, "--out", folder("phase"), "--quiet"])
        busy(process, seconds)
        process.send_signal(sign)
        code, said, took = end(process, 30)
        check(code == 130 and took < 10, f"{name}, {sign.name}: exit code {code} after {took:.2f} s, {said.strip()[:60]}")
os.remove(big)

# ---- a run: HUP as TERM, checkpoint, resumed to the same bytes ----

path = model("machine", machine())
whole = run("whole", path, "--quiet")
out = folder("hangup")
code, said = stop_at(30, signal.SIGHUP, ["run", path, "--out", out])
check(code == 130 and "--resume" in said, f"SIGHUP: exit code {code}")
done = call(["run", "--resume", out, "--quiet"])
check(done.returncode == 0, f"resumed: {done.stderr}")
same_results(whole, out, "SIGHUP")
out = folder("nohup")
process = subprocess.Popen(["nohup", GUDGEON, "run", "--force", path, "--out", out, "--quiet"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=OUT, env=ENVIRONMENT)
busy(process, 0.3)
process.send_signal(signal.SIGHUP)
code, said, _ = end(process, 100)
check(code == 0, f"nohup: SIGHUP is ignored, exit code {code}")

# ---- a reader that goes away (| head): the run goes on, its results are complete ----

out = folder("pipe")
process = subprocess.Popen([GUDGEON, "run", "--force", path, "--out", out], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=OUT,
                           env=ENVIRONMENT)
process.stdout.readline()
process.stdout.close()
check(process.wait(timeout=100) == 0, f"reader gone: exit code {process.returncode}")
same_results(whole, out, "reader gone")
with open("/dev/full", "w", encoding="utf-8") as full:
    done = subprocess.run([GUDGEON, "check", path], stdout=full, stderr=subprocess.PIPE, text=True, check=False, cwd=OUT)
check(done.returncode == 3 and "cannot write" in done.stderr, f"terminal full: exit code {done.returncode}, {done.stderr.strip()}")

# ---- output within a step; the second signal ----

many = model("many", PENDULUM.replace("OUTPUT", "sample: 2e-6 s"))
done = call(["check", many])
check(done.returncode == 0 and "warning" in done.stderr and "GB" in done.stderr, f"many samples: {done.stderr.strip()}")
process = start(["run", many, "--out", folder("many"), "--quiet"])
busy(process, 0.5)
process.send_signal(signal.SIGINT)
code, said, took = end(process, 30)
check(code == 130 and took < 20, f"samples: exit code {code} after {took:.2f} s: {said.strip()[-100:]}")
out = folder("long")
process = start(["run", model("long", PENDULUM.replace("OUTPUT", "sample: 1 s").replace("end: 1000 s", "end: 1e6 s")), "--out", out,
                 "--quiet"])
busy(process, 0.5)
os.mkfifo(os.path.join(out, "checkpoint.tmp"))  # nobody reads it: writing the checkpoint never ends
process.send_signal(signal.SIGINT)
time.sleep(1.5)
check(process.poll() is None, "a checkpoint that cannot be written")
process.send_signal(signal.SIGINT)
code, said, took = end(process, 30)
check(code == 130 and took < 5 and "second" in said, f"the second Ctrl-C: exit code {code} after {took:.2f} s, {said.strip()}")
for name, word in (("sample", "output: {vtk: 0, sample: 1e-30 s}"), ("vtk", "output: {vtk: 1e-9 s}"),
                         ("period", "output: {vtk: 0}\npoincare: {period: 1e-30 s}"),
                         ("offset", "output: {vtk: 0}\npoincare: {angle: angle, offset: 1e30}")):
    done = call(["check", model("absurd", PENDULUM.replace("output: {vtk: 0, OUTPUT}", word))])
    check(done.returncode == 2 and f"'{name}'" in done.stderr, f"{name}: refused: {done.stderr.strip()[-100:]}")
done = call(["run", model("angle", PENDULUM.replace("output: {vtk: 0, OUTPUT}",
                                                    "output: {vtk: 0}\npoincare: {angle: angle, every: 1e-30}")), "--out", "angle"])
check(done.returncode == 3 and "sections" in done.stderr, f"every: exit code {done.returncode}, {done.stderr.strip()[-100:]}")
finish()

#!/usr/bin/python3
# label: mpi
# timeout: 600
"""Processes that do not read the same: a model that is missing, wrong or different on one of them ends all of them with a
message and exit code 2; so does a checkpoint that only one of them can see.
"""
import os
import stat
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, MPIEXEC, OUT, check, finish, folder

MODEL = """space: 2d
gravity: [0, -9.81 m/s^2]
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [0.5, 0], centre: [0.25, 0], mass: 0.2 kg, shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
analysis: {end: 0.1 s}
output: {vtk: 0}
"""
# each process works in a folder of its own
WRAP = os.path.join(OUT, "wrap.sh")
os.makedirs(OUT, exist_ok=True)
with open(WRAP, "w", encoding="utf-8") as file:
    file.write('#!/bin/sh\ncd "$(dirname "$0")/rank$OMPI_COMM_WORLD_RANK" && exec "$@"\n')
os.chmod(WRAP, stat.S_IRWXU)


def run(words):
    try:
        done = subprocess.run([MPIEXEC, "--oversubscribe", "-n", "2", WRAP, GUDGEON, *words], capture_output=True, text=True, check=False,
                              timeout=60, cwd=OUT, env=ENVIRONMENT)
        return done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        return "did not end", ""


for name, texts, word in (
        ("the same", [MODEL, MODEL], ""),
        ("missing on process 1", [MODEL, None], "process 1"),
        ("missing on process 0", [None, MODEL], "cannot read"),
        ("wrong on process 1", [MODEL, MODEL.replace("0.2 kg", "0.2 m")], "process 1"),
        ("wrong on both", [MODEL.replace("0.2 kg", "0.2 m")] * 2, "mass"),
        ("another mass on process 1", [MODEL, MODEL.replace("0.2 kg", "0.3 kg")], "different files"),
):
    for rank, text in enumerate(texts):
        os.makedirs(folder(f"rank{rank}"))
        if text:
            with open(os.path.join(OUT, f"rank{rank}", "m.yaml"), "w", encoding="utf-8") as file:
                file.write(text)
    for command in (["check", "m.yaml"], ["run", "--force", "m.yaml", "--out", "r", "--quiet"]):
        code, said = run(command)
        check(code == (2 if word else 0) and word in said, f"{name}, {command[0]}: exit code {code}: {said.strip()[:150]}")
    if not word:
        code, said = run(["run", "--resume", "r", "--quiet"])
        check(code == 2 and "no checkpoint" in said, f"a checkpoint only where process 0 is: exit code {code}: {said.strip()[:150]}")
finish()

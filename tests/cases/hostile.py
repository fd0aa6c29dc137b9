#!/usr/bin/python3
# label: fast
# timeout: 600
"""Texts that try to be commands: model titles, results of someone else, folder names, .petscrc, PETSc options, control
characters, names that are too long. Nothing is executed, nothing reaches terminal, log or csv unescaped.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import GUDGEON, OUT, call, check, finish, folder, model, text_of

PENDULUM = """space: 2d
gravity: [0, -9.81 m/s^2]
parameters: {word: {default: one, choices: [one, two]}, start: 60 deg, length: 0.5 m}
bodies:
  rod: {type: rigid_body, from: [0, 0], to: [length*sin(start), -length*cos(start)], centre: [length/2, 0], mass: 0.2 kg,
        shape: rod}
joints:
  hinge: {type: revolute, a: ground, b: rod.from}
probes:
  angle: {type: angle, of: rod, reference: [0, -1, 0]}
analysis: {end: 0.1 s}
output: {vtk: 0}
"""
BAIT = "BAIT"  # the file that a command would make
COMMAND = f"system('touch {BAIT}')"


def untouched(text):
    """No command was executed: the file is nowhere."""
    found = [os.path.join(where, BAIT) for where, _, names in os.walk(OUT) for name in names if name == BAIT]
    check(not found, f"{text}: nothing was executed")
    for path in found:
        os.remove(path)


def controls(data):
    return sorted({c for c in data if (c < 32 and c not in (9, 10)) or c == 127})


# ---- from a model file ----

title = f"x\\nprobe angle, unit N'; {COMMAND}; #\\n\\e]0;HACKED\\a\\e[31m\\x9b1m\\u2028"
path = model("title", f'title: "{title}"\n' + PENDULUM)
out = folder("title")
done = subprocess.run([GUDGEON, "run", "--force", path, "--out", out], capture_output=True, cwd=OUT, check=False)
check(done.returncode == 0, f"a title with control characters runs: {done.stderr[-200:]}")
check(not controls(done.stdout) and not controls(done.stderr), "the terminal gets no control character")
with open(os.path.join(out, "run.log"), "rb") as file:
    log = file.read()
check(not controls(log) and b"\xc2\x9b" not in log.split(b"--- model")[0] and log.count(b"\nprobe angle, unit ") == 1,
      "run.log gets none, and no forged line")
check(call(["plot", out]).returncode == 0, "the run is plotted")
script = text_of(out, "plots", "plot.gp")
check("'angle (deg)'" in script and "system(" not in script.replace("_", ""), "with the unit of the probe, as people read it")
untouched("title")
title = f"y'; {COMMAND}; #"
out = folder("orbit")
call(["run", model("orbit", f'title: "{title}"\n' + PENDULUM), "--out", out, "--quiet"])
check(call(["plot", out, "--phase", "t,angle"]).returncode == 0, "a title with quotes is plotted")
untouched("title in a phase portrait")
done = call(["check", model("long", "title: >\n  folded\n  text\n" + PENDULUM)])
check(done.returncode == 0, "a folded title is a title")
done = call(["check", model("bom", "\ufeff" + PENDULUM)])
check(done.returncode == 0, f"a byte order mark is skipped: {done.stderr[-200:]}")

# ---- from a results folder of someone else ----

HEADER = f"x'; {COMMAND}; #"
for name, files, words in (
        ("probes", {"probes.csv": f"t,{HEADER},../../{BAIT}\n0,1,2\n1,2,3\n"}, []),
        ("energy", {"probes.csv": "t,a\n0,1\n1,2\n", "energy.csv": f"t,{HEADER}\n0,1\n1,2\n"}, []),
        ("poincare", {"poincare.csv": f"crossing,t,{HEADER},b\n1,0,1,2\n2,1,2,3\n"}, []),
        ("bifurcation", {"bifurcation.csv": f"{HEADER},crossing,t,b\n1,0,1,2\n2,1,2,3\n"}, []),
        ("sweep", {"sweep.csv": f"point,{HEADER},b\n1,0,1\n2,1,2\n"}, ["--sweep", "b"]),
        ("unit", {"probes.csv": "t,a\n0,1\n1,2\n", "run.json": '{"probes": {"a": {"unit": "N\'; %s; #"}}}' % COMMAND}, []),
        ("newline", {"probes.csv": "t,a\n0,1\n1,2\n", "run.json": '{"probes": {"a": {"unit": "N\\u000b\'\\u001b; %s"}}}' % COMMAND}, []),
):
    out = folder("foreign_" + name)
    os.makedirs(out)
    for file, text in files.items():
        with open(os.path.join(out, file), "w", encoding="utf-8") as f:
            f.write(text)
    done = call(["plot", out, *words])
    check(done.returncode == 0, f"{name}: plotted ({done.stderr[-300:]})")
    untouched(f"foreign results, {name}")
    check(os.listdir(out).count("plots") == 1 and "BAIT" not in os.listdir(OUT), f"{name}: only in plots/")

# mutilated files: a message or a picture, no crash
for name, file, data, words in (
        ("one column", "sweep.csv", b"x\n1\n", ["--sweep", "x"]), ("zero", "sweep.csv", b"x\0,y\n1,2\n", ["--sweep", "x"]),
        ("empty", "probes.csv", b"", []), ("only newline", "probes.csv", b"\n", []), ("commas", "probes.csv", b",,,,\n", []),
        ("long", "probes.csv", b"t," + b"a" * 200000 + b"\n0,1\n1,2\n", []), ("bytes", "probes.csv", bytes(range(256)) * 9, []),
        ("no rows", "poincare.csv", b"crossing,t,a,b", []), ("few", "bifurcation.csv", b"a,b\n1,2", ["--bifurcation", "b"])):
    out = folder("cut")
    os.makedirs(out)
    with open(os.path.join(out, file), "wb") as f:
        f.write(data)
    done = subprocess.run([GUDGEON, "plot", out, *words], capture_output=True, check=False, cwd=OUT)
    check(done.returncode in (0, 2, 3) and not controls(done.stdout), f"mutilated, {name}: exit code {done.returncode}")
for name, data in (("nothing", b""), ("header", b"a.min,a.max"), ("nul", b"a.min,\0a.max\n1,2\n"), ("esc", b"\x1b[31m.min\n1\n")):
    for side in ("cut_a", "cut_b"):
        os.makedirs(os.path.join(OUT, side), exist_ok=True)
        with open(os.path.join(OUT, side, "summary.csv"), "wb") as f:
            f.write(data)
    done = subprocess.run([GUDGEON, "compare", "cut_a", "cut_b"], capture_output=True, check=False, cwd=OUT)
    check(done.returncode in (0, 2) and not controls(done.stdout + done.stderr), f"compare, {name}: exit code {done.returncode}")

# ---- from a folder name ----

for name in (f"< touch {BAIT};#", f"| touch {BAIT};#", f"a'; {COMMAND}; #", "`touch BAIT`", "$(touch BAIT)", 'a"b', "a\\b", "-e"):
    out = folder(name)
    os.makedirs(out)
    with open(os.path.join(out, "probes.csv"), "w", encoding="utf-8") as f:
        f.write("t,a\n0,1\n1,2\n")
    done = call(["plot", "./-e" if name == "-e" else name])
    check(done.returncode == 0 and os.path.exists(os.path.join(out, "plots", "a.png")), f"folder {name}: {done.stderr[-200:]}")
untouched("folder names")
path = model("plain", PENDULUM)
done = call(["converge", "plain.yaml", "--vary", "start=60 deg,61 deg", "--out", f"| touch {BAIT};#"])
check(done.returncode == 0 and "converge_" in done.stdout, f"converge into a strange folder: {done.stderr[-200:]}")
done = call(["converge", "plain.yaml", "--vary", "word=one,two", "--vary", "start=60 deg,61 deg", "--out", "words"])
check('"one, 60 deg",0' in text_of(OUT, "words", "converge.csv"), "a text with a comma is one field of the csv")
untouched("converge")
for words in (["run", path, "--out", "a\x1b[31m"], ["plot", "a\nb"], ["check", "a\tb.yaml"], ["run", path, "--set", "word=o\nne"]):
    done = call(words)
    check(done.returncode == 2 and "control character" in done.stderr and "\x1b" not in done.stderr,
          f"control characters on the command line: {done.stderr.strip()[:80]}")

# ---- length ----

long = "/".join(["d" * 200] * 6)
for words in (["run", path, "--out", long], ["classify", path, "--out", long], ["plot", long], ["run", "--resume", long],
              ["sweep", path, "--over", "start=1,2", "--out", long], ["converge", path, "--vary", "start=1,2", "--out", long]):
    done = call(words)
    check(done.returncode == 2 and not os.path.exists(os.path.join(OUT, "d" * 200)),
          f"a folder name of {len(long)} characters, {words[0]}: refused, nothing made ({done.stderr.strip()[-60:]})")
done = call(["sweep", path, "--over", "start=1:2:1000000"])
check(done.returncode == 2 and "above 100000" in done.stderr, "too many values: said so")

# ---- PETSc ----

with open(os.path.join(OUT, ".petscrc"), "w", encoding="utf-8") as f:
    f.write("-dll_append ./libevil.so\n-output_vtk 0\n-log_view :" + BAIT + "\n")
done = call(["run", model("framed", PENDULUM.replace("vtk: 0", "vtk: 0.05 s")), "--out", "framed"])
check(done.returncode == 0 and os.path.exists(os.path.join(OUT, "framed", "run.pvd")), ".petscrc is not read")
os.remove(os.path.join(OUT, ".petscrc"))
untouched(".petscrc")
for words in (["-dll_append", "./libevil.so"], ["--DLL_Prepend", "x"], ["-start_in_debugger"], ["-options_file", "f"],
              ["-on_error_attach_debugger"], ["-prefix_push", "dll_", "-append", "x"], ["-pc_python_type", "a.b"],
              ["-skip_petscrc", "0"]):
    done = call(["check", path, *words])
    check(done.returncode == 2 and "refused" in done.stderr, f"{words[0]}: exit code {done.returncode}")
for name, value in (("PETSC_OPTIONS", "-ksp_view -Dll_Append x"), ("PETSC_OPTIONS_YAML", "{dll_append: x}")):
    done = subprocess.run([GUDGEON, "check", path], capture_output=True, text=True, check=False, cwd=OUT,
                          env={**os.environ, name: value})
    check(done.returncode == 2 and "refused" in done.stderr, f"{name}: exit code {done.returncode}")
done = subprocess.run([GUDGEON, "check", path], capture_output=True, text=True, check=False, cwd=OUT,
                      env={**os.environ, "PETSC_OPTIONS": "-log_view"})
check(done.returncode == 0 and "PETSc Performance" in done.stdout, "PETSC_OPTIONS is read")
finish()

#!/usr/bin/python3
# label: study
"""gudgeon sweep: all values in one table, workers side by side, nothing done twice after kill -9 and Ctrl-C, failures
with code and reason."""
import math
import os
import pty
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from oscillator import oscillator
from runs import ENVIRONMENT, GUDGEON, OUT, below, call, check, finish, folder, model, read_rows, text_of

PATH = model("oscillator", oscillator("poincare: {zero: x, direction: up, record: [x, vx]}"))


def table(out, name="sweep.csv"):
    return read_rows(os.path.join(out, name))


def start(out, *words):
    """A sweep in the background: the process."""
    return subprocess.Popen([GUDGEON, "sweep", PATH, "--out", out, *words], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, cwd=OUT, env=ENVIRONMENT)


def done_points(out):
    """{point: time stamp of its last file}"""
    points = os.path.join(out, "points")
    names = sorted(os.listdir(points)) if os.path.isdir(points) else []
    files = {name: os.path.join(points, name, "summary.csv") for name in names}
    return {name: os.stat(path).st_mtime_ns for name, path in files.items() if os.path.exists(path)}


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.002)
    return False


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def running_in(out):
    """Processes of this sweep that are alive, wherever they hang."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if name.isdigit() and out.encode() + b"/points" in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


# ---- values and statistics: x = 0.5/w sin(w t) over whole periods ----

out = folder("values")
done = call(["sweep", PATH, "--over", "w=1 Hz*0:1:2", "--out", out])
check(done.returncode == 2 and "must be numbers" in done.stderr, "a range that is no number")
words = ["sweep", PATH, "--over", "zeta=0:0.2:5", "--set", "step=1 ms", "--set", "end=4 s", "--out", out]
done = call(words)
check(done.returncode == 0 and not done.stderr, f"in a pipe: nothing on stderr {done.stderr[-300:]}")
check("5 values" in done.stdout and "bifurcation.csv" in done.stdout, "says what it made")
rows = table(out)
check([float(r["zeta"]) for r in rows] == [0, 0.05, 0.1, 0.15, 0.2], "five values, evenly")
check(all(r["status"] == "done" and r["code"] == "0" and not r["reason"] for r in rows), "all done")
for r in rows:
    z = float(r["zeta"])
    wd = 2 * math.pi * math.sqrt(1 - z * z)
    peak = math.acos(z) / wd
    want = 0.5 / wd * math.exp(-2 * math.pi * z * peak) * math.sin(wd * peak)
    below(abs(float(r["x.max"]) - want), 2e-6, f"zeta = {z}: first peak of x")
points = table(out, "bifurcation.csv")
per_value = {r["zeta"]: sum(p["zeta"] == r["zeta"] for p in points) for r in rows}
check(all(n == int(r["crossings"]) >= 3 for n, r in zip(per_value.values(), rows)), f"Poincare points: {per_value}")
for p in points:
    z, t = float(p["zeta"]), float(p["t"])
    if not abs(float(p["vx"]) - 0.5 * math.exp(-2 * math.pi * z * t)) < 2e-5:
        check(False, f"bifurcation.csv: {p}")

out = folder("units")
done = call(["sweep", PATH, "--over", "step=1 ms:8 ms:4", "--log", "--set", "end=1 s", "--out", out])
check(done.returncode == 0, f"units and --log {done.stderr[-300:]}")
below(max(abs(float(r["step"]) / 1e-3 / 2 ** i - 1) for i, r in enumerate(table(out))), 1e-12, "1, 2, 4, 8 ms")
check([int(r["steps"]) for r in table(out)] == [1000, 500, 250, 125], "each value was used")

# ---- failures are rows, too ----

out = folder("failures")
words = ["sweep", PATH, "--over", "end=1,-1,2,nonsense", "--out", out]
done = call(words)
rows = table(out)
check(done.returncode == 3 and [r["status"] for r in rows] == ["done", "failed", "done", "failed"], "two of four fail")
check([r["code"] for r in rows] == ["0", "2", "0", "2"] and "must be >= 0" in rows[1]["reason"],
      f"code and reason: {rows[1]['reason']}")
check("must be >= 0" in done.stderr and "nonsense" in rows[3]["reason"], "and on stderr")
stamp = os.stat(os.path.join(out, "points", "0002", "failed")).st_mtime_ns
again = call(words)
check(again.returncode == 3 and os.stat(os.path.join(out, "points", "0002", "failed")).st_mtime_ns == stamp,
      "failures are not tried again")
done = call(["sweep", PATH, "--over", "end=-1,-2", "--out", folder("all_bad")])
check(done.returncode == 2 and "oscillator.yaml:" in done.stderr, "errors of the model: code 2, said once")
for text, extra in (("--over is missing", []), ("written as", ["--over", "zeta"]), ("at least 2", ["--over", "zeta=1:2:1"]),
                    ("positive", ["--over", "zeta=0:1:3", "--log"]), ("did you mean '--over'", ["--ovr", "zeta=1,2"]), ("above 0", ["--over", "zeta=1,2", "--jobs", "0"]),
                    ("zetta", ["--over", "zetta=1,2"])):
    done = call(["sweep", PATH, *extra, "--out", folder("refused")])
    check(done.returncode == 2 and text in done.stderr, f"refused: {text}")
    check(not os.path.exists(os.path.join(OUT, "refused")), "and nothing is written")

# ---- kill -9, Ctrl-C, the same words again ----

MANY = ["--over", "zeta=0:0.1:24", "--set", "step=5e-5 s", "--set", "end=1.2 s", "--jobs", "2"]
whole = folder("whole")
process = start(whole, *MANY)
counts = []
while process.poll() is None:
    counts.append(len(children(process.pid)))
    time.sleep(0.01)
said, complaints = process.communicate()
check(process.returncode == 0 and not complaints, f"24 values {complaints[-300:]}")
inner = counts[len(counts) // 10:-max(1, len(counts) // 10)]
check(max(counts) <= 2 and sum(inner) / len(inner) > 1.8,
      f"two workers side by side: {sum(inner) / len(inner):.3f} on average ({said.splitlines()[0]})")

out = folder("killed")
process = start(out, *MANY)
check(wait_for(lambda: len(done_points(out)) >= 6), "six values done")
other = call(["sweep", PATH, "--out", out, *MANY])
check(other.returncode == 2 and "another sweep is running" in other.stderr, "a second sweep in the same folder is refused")
process.kill()
process.communicate()
check(wait_for(lambda: not running_in(out), 10), "kill -9 leaves no process behind")
first = done_points(out)
check(6 <= len(first) < 24, f"killed with {len(first)} of 24 values done")
process = start(out, *MANY)
check(wait_for(lambda: len(done_points(out)) >= len(first) + 4), "goes on")
process.send_signal(signal.SIGINT)
_, complaints = process.communicate()
second = done_points(out)
check(process.returncode == 130 and "the same command continues" in complaints and len(second) < 24,
      f"Ctrl-C: code {process.returncode}, {len(second)} of 24 values done")
check(not running_in(out), "Ctrl-C leaves no process behind")
rows = table(out)
check(sum(r["status"] == "done" for r in rows) == len(second) and sum(r["status"] == "open" for r in rows) == 24 - len(second),
      "the table after Ctrl-C tells what is open")
process = start(out, *MANY)
_, complaints = process.communicate()
third = done_points(out)
check(process.returncode == 0 and f"{len(second)} of 24 values are done already" in complaints, "completed")
check(len(third) == 24 and all(third[k] == second[k] for k in second) and all(second[k] == first[k] for k in first),
      "no value was computed twice")
for name in ("sweep.csv", "bifurcation.csv"):
    check(text_of(out, name) == text_of(whole, name), f"{name} is byte by byte that of a sweep in one go")
other = call(["sweep", PATH, "--out", out, "--over", "zeta=0:0.1:23"])
check(other.returncode == 2 and "another sweep" in other.stderr, "other words in this folder are refused")

# a file that the model reads belongs to it
TEXT = oscillator()
model("part", TEXT)
words = ["sweep", model("including", "include: part.yaml\n"), "--over", "zeta=0,0.1", "--set", "end=0.1 s", "--out", folder("part")]
check(call(words).returncode == 0 and call(words).returncode == 0, "a sweep of a model with an include, twice")
model("part", TEXT.replace("mass: 1 kg, inertia", "mass: 2 kg, inertia"))
other = call(words)
check(other.returncode == 2 and "a file that it reads has changed" in other.stderr, "a changed include is refused")

# a worker that is killed is a failure now and is tried again next time
out = folder("worker")
FEW = ["--over", "zeta=0:0.1:4", "--set", "step=2e-5 s", "--set", "end=2 s", "--jobs", "1"]
process = start(out, *FEW)
victim = []
check(wait_for(lambda: victim.extend(children(process.pid)) or victim), "a worker runs")
wait_for(lambda: os.path.exists(os.path.join(out, "points", "0001", "probes.csv")))
os.kill(victim[0], signal.SIGKILL)
process.communicate()
rows = table(out)
check(process.returncode == 3 and rows[0]["status"] == "failed" and rows[0]["code"] == "137"
      and "signal 9" in rows[0]["reason"] and all(r["status"] == "done" for r in rows[1:]), "a killed worker is one failure")
kept = done_points(out)
process = start(out, *FEW)
process.communicate()
check(process.returncode == 0 and all(done_points(out)[k] == kept[k] for k in kept), "and is tried again, alone")

# ---- a terminal gets a line of progress ----

out = folder("terminal")
master, slave = pty.openpty()
process = subprocess.Popen([GUDGEON, "sweep", PATH, "--out", out, "--over", "zeta=0:0.1:6"], stdout=subprocess.DEVNULL,
                           stderr=slave, cwd=OUT, env=ENVIRONMENT)
os.close(slave)
process.wait(timeout=60)
seen = b""
try:
    while chunk := os.read(master, 4096):
        seen += chunk
except OSError:
    pass
check(process.returncode == 0 and b"\r6 of 6 values" in seen and seen.count(b"\r") >= 2, f"progress: {seen[-60:]!r}")
finish()

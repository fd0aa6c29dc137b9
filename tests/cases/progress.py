#!/usr/bin/python3
# label: fast
"""Progress: a line per 10 % in a pipe, a bar with ETA on a terminal, nothing with --quiet; a summary at the end."""
import os
import pty
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from machine import machine
from runs import OUT, call, check, command, finish, folder, interrupt_at, model

path = model("machine", machine(end="0.4 s"))
done = call(["run", path, "--out", folder("pipe")])
lines = [line for line in done.stderr.splitlines() if "%" in line]
found = [re.fullmatch(r" *(\d+) %  t = ([0-9.e-]+) s  steps (\d+)  ETA (\d+:)?\d+:\d\d", line) for line in lines]
check(done.returncode == 0 and all(found), f"pipe: lines are understood, e.g. '{lines[2]}'")
check([int(f.group(1)) for f in found] == list(range(10, 101, 10)), "pipe: one line for each 10 %")
check(all(int(f.group(1)) <= 250 * float(f.group(2)) + 1e-9 for f in found), "pipe: time fits the percentage")
check("\r" not in done.stderr and done.stderr.startswith("a machine to be interrupted"), "pipe: title, no bar")
for word in ("simulated 0.4 s in 20", "us per step", "Newton iterations", "energy: exchanged", "slider_x", "probes.csv",
             "run.pvd"):
    check(word in done.stdout, f"summary: '{word}'")

done = call(["run", path, "--out", folder("quiet"), "--quiet"])
check(done.returncode == 0 and done.stdout == done.stderr == "", "--quiet is silent")
log = os.path.join(OUT, "quiet", "run.log")
with open(log, encoding="utf-8") as file:
    check("simulated 0.4 s" in file.read(), "--quiet: the summary is in run.log")

code, _ = interrupt_at(50, ["run", path, "--out", folder("stopped")])
done = call(["run", "--resume", os.path.join(OUT, "stopped")])
check(code == 130 and done.returncode == 0 and done.stderr.count("%") == 10, "a resumed run counts what is left")

# a pseudo terminal for stderr
master, slave = pty.openpty()
process = subprocess.Popen(command(["run", path, "--out", folder("terminal")]), stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
shown = b""
while True:
    try:
        piece = os.read(master, 65536)
    except OSError:  # the other end is closed
        break
    if not piece:
        break
    shown += piece
os.close(master)
out = process.communicate()[0].decode()
text = shown.decode()
bars = [bar for bar in text.split("\r") if bar.startswith("[")]
form = r"\[(#*)(\.*)\] +(\d+) %  t = ([0-9.e-]+) s  h = ([0-9.e-]+) s  ([0-9.]+) it/step  ETA \d+:\d\d *"
found = [re.fullmatch(form, bar.strip()) for bar in bars]
check(process.returncode == 0 and len(bars) >= 2 and all(found), f"terminal: {len(bars)} bars, e.g. '{bars[0].strip()}'")
percents = [int(f.group(3)) for f in found if f]
check(percents == sorted(percents) and percents[-1] == 100 and text.rstrip(" \r").endswith("\n"),
      "terminal: the bar grows to 100 %, then a new line")
check(all(len(f.group(1)) + len(f.group(2)) == 30 for f in found if f) and found[-1].group(2) == "",
      "terminal: 30 places, full at the end")
check("simulated 0.4 s" in out, "terminal: the summary goes to stdout")
finish()

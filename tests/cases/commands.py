#!/usr/bin/python3
# label: fast
"""Numbers of the command line have their units checked; what a study refuses and how it ends when it is interrupted; results of a
run are replaced only on request; functions of the state far from their end.
"""
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from runs import ENVIRONMENT, GUDGEON, OUT, call, check, finish, folder, study, text_of

DUFFING = study("benchmarks/duffing.yaml")
WEAR = study("benchmarks/wear_journal.yaml")


def refused(words, code, *texts, out=None):
    out = out or folder("refused")
    done = call([*words, "--out", out])
    check(done.returncode == code and all(t in done.stderr for t in texts),
          f"{' '.join(os.path.basename(w) for w in words)}: exit code {done.returncode}, {done.stderr.strip()[-160:]}")
    return out


os.makedirs(OUT, exist_ok=True)
# units and ranges
out = refused(["wear", WEAR, "--cycles", "10", "--cycle", "0.06 kg"], 2, "--cycle takes a time (s), found '0.06 kg'")
check(not os.path.exists(out), "nothing is written")
refused(["wear", WEAR, "--cycles", "10 s"], 2, "--cycles takes a number, found '10 s'")
refused(["wear", WEAR, "--cycles", "4000", "--cycle", "0.06 s", "--set", "k_bearing=1", "--set", "nx=90"], 3, "out of proportion")
refused(["converge", DUFFING, "--vary", "tolerance=1e-6,1e-7", "--at", "1 m"], 2, "--at takes a time (s)")
refused(["optimise", DUFFING, "--vary", "f=0.1:0.3", "--minimise", "x.at(1 kg)"], 2, "an instant, as PROBE.at(0.5 s)")
refused(["periodic", DUFFING, "--period", "1 kg"], 2, "expected a time")
refused(["periodic", DUFFING, "--period", "free", "--guess", "1 m"], 2, "--guess takes a time (s)")
refused(["periodic", DUFFING, "--tolerance", "1"], 2, "--tolerance takes a number above 1e-15, at most 0.01")
refused(["periodic", DUFFING, "--over", "w=1:1.2", "--step", "0"], 2, "--step takes a number above 1e-15, at most 1")
refused(["periodic", DUFFING, "--over", "w=1:1.2 kg"], 2, "FROM and TO have different units")
refused(["periodic", DUFFING, "--over", "w=1 kg:1.2 kg"], 2, "expected a time (s)")
refused(["periodic", DUFFING, "--over", "nosuch=1:1.2"], 2, "no such parameter")
done = call(["plot", OUT, "--from", "1 kg"])
check(done.returncode == 2 and "--from takes a time (s)" in done.stderr, f"plot: {done.stderr.strip()}")

# the results of a run are not replaced unless that is wished; those of the command itself are
out = folder("used")
done = call(["run", DUFFING, "--out", out, "--quiet"])
before = text_of(out, "probes.csv")
refused(["periodic", DUFFING], 2, "holds the results of a run", out=out)
check(done.returncode == 0 and text_of(out, "probes.csv") == before, "and they are as they were")
for more in (["--force"], []):
    done = call(["periodic", DUFFING, "--out", out, "--quiet", *more])
    check(done.returncode == 0 and os.path.exists(os.path.join(out, "periodic.csv")), f"periodic {more}: {done.stderr}")
done = call(["run", DUFFING, "--out", out, "--quiet", "--force"])
left = [f for f in ("periodic.csv", "multipliers.csv") if os.path.exists(os.path.join(out, f))]
check(done.returncode == 0 and not left, f"a run removes the files of a motion found before: {left} {done.stderr}")


def interrupted(words, sign, said):
    """A command that does not end by itself: the hint that it is far from its end, then the signal."""
    process = subprocess.Popen([GUDGEON, *words, "--out", folder("far")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                               cwd=OUT, env=ENVIRONMENT)
    text = ""
    for line in process.stderr:
        text += line
        if "at the present pace" in line:
            process.send_signal(sign)
    code = process.wait(timeout=60)
    check(code == 130 and "at the present pace" in text and said in text,
          f"{words[0]}, force of the state, far from its end, {sign.name}: exit code {code}, {text.strip()[-120:]}")


interrupted(["run", DUFFING, "--set", "periods=1e6", "--quiet"], signal.SIGINT, "continue with")
interrupted(["periodic", DUFFING, "--period", "1e30 s"], signal.SIGTERM, "interrupted")
finish()

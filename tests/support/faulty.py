"""Runs that are killed, and runs to which something is refused (tests/faults): one function per kind of fault, for the short
tests and the long ones. Moments and numbers come from a seed: a failure can be repeated.
"""
import os
import random
import resource
import shutil
import signal
import subprocess

import time

import vtk_check
from machine import machine
from oscillator import oscillator
from runs import ENVIRONMENT, GUDGEON, MPIEXEC, OUT, SOURCE, check, folder, model, results, text_of

# starts at once, without a daemon
ALONE = {**ENVIRONMENT, "OMPI_MCA_ess_singleton_isolated": "1", "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self"}
window = vtk_check.Window()


def run_model():
    """0.06 s of a slider-crank in 3000 steps: events, frames, a checkpoint every 16 steps."""
    return model("machine", machine(end="0.06 s", sample="1e-3 s", vtk="0.01 s", checkpoint="0 s"))


def start(words, env=None, **more):
    return subprocess.Popen([GUDGEON, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=OUT,
                            env={**ALONE, **(env or {})}, **more)


def call(words, env=None, timeout=300, **more):
    """(exit code, stderr); the code is a text when it did not end."""
    process = start(words, env, **more)
    try:
        said = process.communicate(timeout=timeout)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        return "did not end", process.communicate()[1]
    return process.returncode, said


def cpu_time(pid):
    """Seconds of the process and of its children that have ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def kill_at(process, seconds):
    """SIGKILL when it has used this much CPU time (a busy machine is slower, not further). The exit code."""
    while process.poll() is None and (cpu_time(process.pid) or 0) < seconds:
        time.sleep(0.001)
    process.kill()
    process.communicate()
    return process.returncode


def pvd_opens(out):
    """run.pvd, if there is one, and all files that it names are read by VTK. '' or what is wrong."""
    path = os.path.join(out, "run.pvd")
    if not os.path.exists(path):
        return ""
    try:
        for when, _, vtu in vtk_check.read_pvd(path):
            if vtk_check.time_of(vtk_check.read_vtu(vtu, window)) != when:
                return f"{vtu}: other time than in the PVD"
    except vtk_check.Failure as error:
        return str(error)
    return ""


def length_of(words, out):
    """CPU seconds of a command that is not disturbed; it must end with 0."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, said = call([*words, "--out", out])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check(code == 0, f"undisturbed: {' '.join(words[:1])}, exit code {code} {said[-300:] if code else ''}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kill_runs(num, seed):
    """Runs killed at `num` random moments, one or two times each, and resumed: the same bytes as the undisturbed run."""
    rng = random.Random(seed)
    words = ["run", "--force", run_model(), "--quiet"]
    whole = folder("whole")
    cost = length_of(words, whole)
    want = results(whole)
    kills = resumed = fresh = 0
    while kills < num:
        out = folder("killed")
        again = [*words, "--out", out]
        for _ in range(rng.choice((1, 1, 2))):
            moment = rng.uniform(0, 1.02 * cost)
            code = kill_at(start(again), moment)
            kills += code == -signal.SIGKILL
            bad = pvd_opens(out)
            if bad:
                check(False, f"killed after {moment:.3f} s of CPU time: {bad}")
            if os.path.exists(os.path.join(out, "checkpoint.bin")):
                again, resumed = ["run", "--resume", out, "--quiet"], resumed + 1
            else:
                fresh += 1
                code, said = call(["run", "--resume", out])
                if code != 2 or "checkpoint" not in said:
                    check(False, f"killed before the first checkpoint: resume gives {code}: {said[-300:]}")
                again = [*words, "--out", out]
        code, said = call(again)
        if code != 0 or results(out) != want:
            check(False, f"killed at {moment:.3f} of {cost:.3f} s, then {again[:2]}: exit code {code}, {said[-300:]}")
    check(kills >= num, f"runs: {kills} kills, {resumed} from a checkpoint, {fresh} before the first one: "
                        f"{len(want)} files byte by byte, every PVD opens")


def kill_studies(num, seed):
    """Sweeps and refinements killed at random moments (their workers die with them); the same command again ends with the
    same tables."""
    rng = random.Random(seed)
    path = model("oscillator", oscillator("poincare: {zero: x, direction: up, record: [x, vx]}"))
    studies = {
        "sweep": (["sweep", path, "--over", "zeta=0:0.1:5", "--set", "end=1", "--jobs", "2"], ("sweep.csv", "bifurcation.csv")),
        "converge": (["converge", path, "--vary", "step=8 ms,4 ms,2 ms", "--set", "end=1", "--probe", "x"], ("converge.csv",)),
    }
    for name, (words, tables) in studies.items():
        whole = folder("whole_" + name)
        cost = length_of(words, whole)
        want = {table: steady(whole, table) for table in tables}
        kills, share = 0, num // 2
        while kills < share:
            out = folder("killed_" + name)
            kills += kill_at(start([*words, "--out", out]), rng.uniform(0, cost)) == -signal.SIGKILL
            end = time.monotonic() + 30
            while (code_said := call([*words, "--out", out]))[0] == 2 and "running" in code_said[1] and time.monotonic() < end:
                time.sleep(0.05)  # a worker that has just been told to die holds the lock
            got = {table: steady(out, table) if os.path.exists(os.path.join(out, table)) else None for table in tables}
            if code_said[0] != 0 or got != want:
                odd = [table for table in tables if got[table] != want[table]]
                check(False, f"{name} killed, then again: exit code {code_said[0]}, differs: {odd} {code_said[1][-300:]}")
        check(kills >= share, f"{name}: {kills} kills, then the same command: {', '.join(tables)} as undisturbed")


def steady(out, table):
    """The table without columns of computing time."""
    lines = [line.split(",") for line in text_of(out, table).splitlines()]
    keep = [i for i, name in enumerate(lines[0]) if "wall" not in name and "seconds" not in name and "cpu" not in name]
    return [[line[i] for i in keep if i < len(line)] for line in lines]


def shim():
    path = os.path.join(OUT, "starve.so")
    if not os.path.exists(path):
        made = subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, os.path.join(SOURCE, "tests", "support", "starve.c")],
                              capture_output=True, text=True, check=False)
        check(made.returncode == 0, f"the shim is built: {made.stderr[-300:]}")
    return path


class Running:
    """A run from its beginning. Other things that are refused something, below, have the same functions."""
    name, processes = "", 1

    def begin(self):
        self.whole = folder("whole")
        self.prepare(self.whole)
        code, said = call(self.words(self.whole))
        check(code == 0, f"undisturbed{self.name}: exit code {code} {said[-200:]}")
        self.want = self.results(self.whole)

    def prepare(self, out):
        pass

    def words(self, out):
        return ["run", "--force", run_model(), "--quiet", "--out", out]

    def again(self, out):
        held = os.path.exists(os.path.join(out, "checkpoint.bin"))
        return ["run", "--resume", out, "--quiet"] if held else self.words(out)

    def results(self, out):
        return results(out)


class Resuming(Running):
    """The second half of a run."""
    name = " (resume)"

    def begin(self):
        half = model("half", machine(end="0.003 s", sample="1e-3 s", vtk="0.001 s", checkpoint="0 s"))
        self.half = folder("half")
        code, said = call(["run", half, "--quiet", "--out", self.half])
        check(code == 0, f"the first half: exit code {code} {said[-200:]}")
        super().begin()

    def prepare(self, out):
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(self.half, out)

    def words(self, out):
        return ["run", "--resume", out, "--set", "end=0.006 s", "--quiet"]

    def again(self, out):
        return self.words(out)

    def results(self, out):  # nothing that says when and how often it was resumed
        return {name: text for name, text in results(out).items() if name != "run.json"}


class Sweeping(Running):
    """A sweep: its own calls, and those of every process that it starts."""
    name, processes = " (sweep)", 2

    def words(self, out):
        return ["sweep", model("oscillator", oscillator("poincare: {zero: x, direction: up, record: [x, vx]}")), "--over", "zeta=0:0.1:3",
                "--set", "end=0.5", "--jobs", "2", "--out", out]

    def again(self, out):
        return self.words(out)

    def results(self, out):
        return {table: steady(out, table) if os.path.exists(os.path.join(out, table)) else None
                for table in ("sweep.csv", "bifurcation.csv")}


def refuse(kind, numbers, scene=None):
    """The n-th call of this kind on a file of the results folder fails. The program ends with 3 (2 where the folder itself
    cannot be had), says one sentence, or goes on where the call was one that may fail; results of an older run in another
    folder are as they were, and the run can be resumed, or begun again, to the same bytes."""
    scene = scene or Running()
    scene.begin()
    codes, calls, bad = {}, "", 0
    out = os.path.join(OUT, "refused")
    one_sentence = scene.processes == 1  # a sweep says how its points ended
    if kind != "malloc" and scene.processes == 1:  # how many there are
        scene.prepare(folder("refused"))
        call(scene.words(out), {"LD_PRELOAD": shim(), "GUD_REFUSE": kind, "GUD_REFUSE_AT": "1000000000", "GUD_REFUSE_UNDER": out,
                                "GUD_REFUSE_COUNT": os.path.join(OUT, "count")})
        there = int(text_of(OUT, "count"))
        check(there > 0, f"{kind}{scene.name}: {there} calls in the undisturbed run")
        calls, numbers = f", {there} in the run", [n for n in numbers if n <= there + 1]
    for number in numbers:
        scene.prepare(folder("refused"))
        env = {"LD_PRELOAD": shim()}
        if kind == "malloc":
            env.update(GUD_STARVE_FROM=str(number), GUD_STARVE_SIZE="1", GUD_STARVE_OWN="1", GUD_STARVE_ONCE="1")
        else:
            env.update(GUD_REFUSE=kind, GUD_REFUSE_AT=str(number), GUD_REFUSE_UNDER=out)
        code, said = call(scene.words(out), env)
        codes[code] = codes.get(code, 0) + 1
        lines = [line for line in said.splitlines() if line]
        wrong = ""
        if code not in (0, 2, 3):
            wrong = "exit code"
        elif code and (not lines or (len(lines) > 2 and one_sentence) or "PETSC ERROR" in said):
            wrong = "not one sentence"
        elif code == 0 and scene.results(out) != scene.want:
            wrong = "exit code 0, but other results"
        elif pvd_opens(out):
            wrong = pvd_opens(out)
        if not wrong and code:
            words = scene.again(out)
            again, said_again = call(words)
            if again != 0 or scene.results(out) != scene.want:
                wrong = f"then {' '.join(words[:2])}: exit code {again}, {said_again[-200:]}"
        if wrong:
            bad += 1
            check(False, f"{kind}{scene.name} {number}: exit code {code}: {wrong}: {said[-300:]}")
    check(scene.results(scene.whole) == scene.want, "the results of the older run are as they were")
    check(not bad, f"{kind}{scene.name} {numbers[0]} ... {numbers[-1]} ({len(numbers)} of them{calls}): "
                   f"exit codes {codes}")


def refused_folders():
    """A full disk, a folder that may not be written, one that goes away, one that is in use."""
    words = ["run", "--force", run_model(), "--quiet"]
    whole = folder("whole")
    code, _ = call([*words, "--out", whole])
    want = results(whole)
    for kilobytes in (1, 4, 7):  # no file may grow beyond
        out = folder("full")
        code, said = call([*words, "--out", out],
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10)))
        check(code == 3 and "too large" in said, f"files up to {kilobytes} kB: exit code {code}, {said.strip()[:100]}")
        check(not pvd_opens(out), "what is there opens")
        held = os.path.exists(os.path.join(out, "checkpoint.bin"))
        code, said = call(["run", "--resume", out, "--quiet"] if held else [*words, "--out", out])
        check(code == 0 and results(out) == want, f"with room again: {'resumed' if held else 'begun again'}, {code} {said}")
    out = folder("disk")
    os.makedirs(out)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", out], check=False, capture_output=True).returncode == 0:
        try:
            code, said = call([*words, "--out", os.path.join(out, "results")])
            check(code == 3 and "No space left" in said, f"a disk of 64 kB: exit code {code}, {said.strip()[:100]}")
            subprocess.run(["mount", "-o", "remount,size=64m", out], check=False)
            held = os.path.exists(os.path.join(out, "results", "checkpoint.bin"))
            inside = os.path.join(out, "results")
            code, said = call(["run", "--resume", inside, "--quiet"] if held else [*words, "--out", inside])
            check(code == 0 and results(inside) == want, f"with room again: {'resumed' if held else 'begun again'}, {code} {said}")
            subprocess.run(["mount", "-o", "remount,ro", out], check=False)
            code, said = call([*words, "--out", inside])
            check(code == 2 and "Read-only" in said, f"a disk that is read-only: exit code {code}, {said.strip()[:100]}")
            check(results(inside) == want, "and the results there are untouched")
        finally:
            subprocess.run(["umount", out], check=False)
    else:
        print("no tmpfs may be mounted here: only limits of file sizes")
    out = folder("gone")
    process = start([*words, "--out", out])
    while not os.path.exists(os.path.join(out, "probes.csv")) and process.poll() is None:
        time.sleep(0.005)
    shutil.rmtree(out, ignore_errors=True)
    said = process.communicate(timeout=300)[1]
    check(process.returncode == 3 and "No such file" in said, f"the folder is removed: exit code {process.returncode}, {said.strip()[:100]}")
    out = folder("two")
    first = start([*words, "--out", out])
    while not os.path.exists(os.path.join(out, "probes.csv")) and first.poll() is None:
        time.sleep(0.005)
    first.send_signal(signal.SIGSTOP)
    code, said = call([*words, "--out", out])
    first.send_signal(signal.SIGCONT)
    check(code == 2 and "another run" in said, f"a second run in the folder: exit code {code}, {said.strip()[:100]}")
    first.communicate(timeout=300)
    check(first.returncode == 0 and results(out) == want, "the first is not disturbed")


def signals():
    """TERM, HUP, INT: 130 and a checkpoint; PIPE and a closed stdout change nothing in the results."""
    words = ["run", "--force", run_model(), "--quiet"]
    whole = folder("whole")
    cost = length_of(words, whole)
    want = results(whole)
    for sign in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        out = folder("signal")
        process = start([*words, "--out", out])
        while not os.path.exists(os.path.join(out, "checkpoint.bin")) and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(sign)
        said = process.communicate(timeout=300)[1]
        check(process.returncode in (130, 0), f"{sign.name}: exit code {process.returncode} {said.strip()[:80]}")
        code, said = call(["run", "--resume", out, "--quiet"])
        check(code == 0 and results(out) == want, f"{sign.name}, resumed: exit code {code} {said}")
    for name, sign_at in (("SIGPIPE", 0.5 * cost),):
        out = folder("pipe")
        process = start([*words, "--out", out])
        while process.poll() is None and (cpu_time(process.pid) or 0) < sign_at:
            time.sleep(0.001)
        process.send_signal(signal.SIGPIPE)
        process.communicate(timeout=300)
        check(process.returncode == 0 and results(out) == want, f"{name}: exit code {process.returncode}")
    out = folder("closed")
    code = subprocess.run(["sh", "-c", 'exec "$@" >&- 2>&-', "sh", GUDGEON, *words[:3], "--out", out], check=False, cwd=OUT, env=ALONE,
                          timeout=300).returncode
    check(code in (0, 3) and results(out) == want, f"stdout and stderr closed: exit code {code}, results complete")


def kill_rank(num, seed):
    """One of two processes is killed: the other ends too, soon, and the run can be resumed."""
    rng = random.Random(seed)
    path = model("machine_2", machine(end="0.3 s", sample="1e-3 s", vtk="0.1 s", checkpoint="0 s"))
    words = [MPIEXEC, "--oversubscribe", "-n", "2", GUDGEON, "run"]
    whole = folder("whole_2")
    code = subprocess.run([*words, path, "--out", whole, "--quiet"], check=False, cwd=OUT, env=ENVIRONMENT, capture_output=True,
                          timeout=600).returncode
    check(code == 0, f"undisturbed on two processes: exit code {code}")
    for k in range(num):
        out = folder("rank")
        process = subprocess.Popen([*words, path, "--out", out, "--quiet"], cwd=OUT, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        while not os.path.exists(os.path.join(out, "checkpoint.bin")) and process.poll() is None:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.2))
        ranks = ranks_of(out)
        victim = rng.choice(ranks) if ranks else 0
        if victim:
            os.kill(victim, signal.SIGKILL)
        begin = time.monotonic()
        try:
            process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            check(False, "one process killed: mpiexec did not end within 60 s")
            process.kill()
            process.communicate()
        took = time.monotonic() - begin
        left = ranks_of(out)
        check(len(ranks) == 2 and process.returncode != 0 and not left,
              f"one of {len(ranks)} processes killed: mpiexec ends with {process.returncode} after {took:.1f} s, {len(left)} left")
        code = subprocess.run([*words, "--resume", out, "--quiet"], check=False, cwd=OUT, env=ENVIRONMENT, capture_output=True,
                              timeout=600).returncode
        check(code == 0 and results(out) == results(whole), f"resumed on two processes ({k + 1}): exit code {code}, same bytes")


def ranks_of(out):
    """Processes of the program that write into this folder."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.path.basename(os.readlink(f"/proc/{name}/exe")) == os.path.basename(GUDGEON):
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if out.encode() in file.read():
                        found.append(int(name))
        except OSError:
            pass
    return found

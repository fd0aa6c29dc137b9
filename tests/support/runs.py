"""What the scripts of tests/cases share: starting the command, reading its results, saying what is wrong.

Environment (set by CTest): GUDGEON, GUDGEON_EXTENDED, GUD_OUT, GUD_SOURCE, MPIEXEC. Plain Python: no numpy.
"""
import csv
import math
import os
import shutil
import signal
import subprocess
import sys
import time

OUT = os.environ.get("GUD_OUT", "/tmp/gudgeon_cases")
SOURCE = os.environ.get("GUD_SOURCE", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
GUDGEON = os.environ.get("GUDGEON", "gudgeon")
DOOR = os.environ.get("GUDGEON_EXTENDED", "")
MPIEXEC = os.environ.get("MPIEXEC", "mpiexec")

failures = []


def check(good, text):
    """One line per check; finish() turns failures into the exit code."""
    print(("ok      " if good else "FAILED  ") + text, flush=True)
    if not good:
        failures.append(text)
    return good


def below(value, bound, text):
    return check(value <= bound, f"{text}: {value:.3g} (bound {bound:.3g})")  # NaN fails


def finish():
    if failures:
        print(f"{len(failures)} checks failed")
    sys.exit(1 if failures else 0)


def folder(name):
    """A fresh path in the scratch folder (nothing there)."""
    path = os.path.join(OUT, name)
    shutil.rmtree(path, ignore_errors=True)
    return path


def model(name, text):
    """A model file in the scratch folder."""
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, name + ".yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def study(name):
    return os.path.join(SOURCE, "studies", name)


def command(words, processes=1, program=None):
    start = [MPIEXEC, "--oversubscribe", "-n", str(processes)] if processes > 1 else []
    if words[:1] == ["run"] and "--out" in words and "--resume" not in words:
        words = [*words, "--force"]  # scratch folders may hold the results of an earlier test run
    return [*start, program or GUDGEON, *words]


# processes that wait give way: there may be more of them than cores
ENVIRONMENT = {**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1"}


def call(words, processes=1, program=None, cwd=None):
    """Runs the command to its end."""
    return subprocess.run(command(words, processes, program), capture_output=True, text=True, check=False,
                          timeout=900, cwd=cwd or OUT, env=ENVIRONMENT)


def run(name, model_file, *words, sets=(), processes=1, program=None, code=0):
    """gudgeon run into a fresh folder; the folder."""
    out = folder(name)
    flags = [word for pair in sets for word in ("--set", pair)]
    done = call(["run", model_file, "--out", out, *flags, *words], processes, program)
    if done.returncode != code:
        print(done.stdout[-2000:], done.stderr[-2000:])
        check(False, f"{name}: exit code {done.returncode}, expected {code}")
        finish()
    return out


def stop_at(percent, sign, words, program=None):
    """Starts the command and sends a signal when its progress reaches `percent`. (exit code, what it wrote to stderr)"""
    process = subprocess.Popen(command(words, 1, program), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               text=True, cwd=OUT)
    said = ""
    for line in process.stderr:
        said += line
        if line.split("%")[0].strip().isdigit() and int(line.split("%")[0]) >= percent:
            process.send_signal(sign)
            break
    said += process.stderr.read()
    process.stderr.close()
    return process.wait(timeout=900), said


def interrupt_at(percent, words, program=None):
    return stop_at(percent, signal.SIGINT, words, program)


def busy(process, seconds):
    """Waits until the process has used this much CPU time."""
    ticks = os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / ticks > seconds:
            return
        time.sleep(0.02)


def read_csv(path):
    """{column: [values]}; refuses ragged or unreadable rows."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"{path}:{number + 1}: {len(row)} columns, the header has {len(rows[0])}")
    return {name.split(" [")[0]: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def read_rows(path):
    """[{column: text}], columns without their units."""
    with open(path, newline="", encoding="utf-8") as file:
        return [{name.split(" [")[0]: value for name, value in row.items()} for row in csv.DictReader(file)]


def probes(out):
    return read_csv(os.path.join(out, "probes.csv"))


def energy(out):
    return read_csv(os.path.join(out, "energy.csv"))


def text_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def results(out):
    """{name: bytes} of everything that a run leaves for people: csv, pvd, vtu."""
    files = {}
    for where, _, names in os.walk(out):
        for name in names:
            if name.endswith((".csv", ".pvd", ".vtu")):
                with open(os.path.join(where, name), "rb") as file:
                    files[os.path.relpath(os.path.join(where, name), out)] = file.read()
    return files


def same_results(one, two, text):
    """Byte by byte."""
    a, b = results(one), results(two)
    odd = sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))
    what = ""
    if odd:
        what = f": {len(odd)} files differ, first {odd[0]}"
        x, y = a.get(odd[0]), b.get(odd[0])
        if x is not None and y is not None and odd[0].endswith(".csv"):
            pairs = list(zip(x.splitlines(), y.splitlines()))
            line = next((i for i, (u, v) in enumerate(pairs) if u != v), len(pairs))
            what += f", line {line + 1} of {len(x.splitlines())} and {len(y.splitlines())}"
            if line < len(pairs):
                what += f"\n        {pairs[line][0].decode()}\n        {pairs[line][1].decode()}"
    return check(not odd, f"{text}: {len(a)} files byte by byte{what}")


def difference(a, b, columns=None, peak=None):
    """(largest |a - b| relative to the peak of its column, that column); infinity if the shapes differ."""
    worst = 0.0, ""
    if a.keys() != b.keys():
        return math.inf, "the columns differ"
    for name in columns or a:
        if len(a[name]) != len(b[name]):
            return math.inf, f"{len(a[name])} and {len(b[name])} rows"
        size = max(map(abs, a[name])) if peak is None else peak
        error = max((abs(x - y) for x, y in zip(a[name], b[name])), default=0.0)
        error = error / size if size > 0 else error
        if not error <= worst[0]:
            worst = error, name
    return worst


def orders(errors, ratio=2.0):
    """Observed orders between successive refinements by `ratio`."""
    return [math.log(a / b) / math.log(ratio) if b > 0 else math.inf for a, b in zip(errors, errors[1:])]

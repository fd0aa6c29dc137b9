#!/usr/bin/env python3
# label: fast
"""Helpers of the study tests (python standard library only). Run alone, it tests itself.

    rep  = Report("planar slider-crank")            collects failures; rep.done() ends the script
    text = study("flores2007/slider_crank.yaml")    text of a study, or model("x.yaml"): of tests/studies/models
    run  = simulate(text, "name", {"step": "1e-5 s"}, edits=[("default: period/60", "default: 0")])
    run.t, run["column"], run.energy["kinetic"], run.text (terminal output), run.log, run.code

Every rep.below() and rep.within() prints a row "| case | reference | measured error | bound |"; nothing else is
printed as long as all is well. A failure says what was expected, what came, and where.
"""
import math
import os
import resource
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ.get("GUD_SOURCE", os.path.dirname(os.path.dirname(HERE)))
OUT = os.environ.get("GUD_OUT", os.path.join("/tmp", "gud_studies_%d" % os.getuid()))
GUDGEON = os.environ.get("GUDGEON", os.path.join(SOURCE, "build", "release", "gudgeon"))
sys.path.insert(0, os.path.join(SOURCE, "tests", "oracle"))


class Run:
    """One run: code, text, folder; probes as columns, energies as columns."""

    def __init__(self, code, text, folder):
        self.code, self.text, self.folder = code, text, folder
        self.columns, self.energy = {}, {}
        if code == 0:
            self.columns = read_csv(os.path.join(folder, "probes.csv"))
            self.energy = read_csv(os.path.join(folder, "energy.csv"))
            self.t = self.columns["t"]
            with open(os.path.join(folder, "run.log"), errors="replace") as f:
                self.log = f.read()

    def __getitem__(self, name):
        return self.columns[name]

    def at(self, name, t):
        """The value of a column in the row of time t; the row must exist."""
        k = min(range(len(self.t)), key=lambda i: abs(self.t[i] - t))
        if abs(self.t[k] - t) > 1e-9 * max(1e-3, abs(t)):
            raise SystemExit("FAILED %s: no row at t = %.12g, nearest is %.12g" % (self.folder, t, self.t[k]))
        return self.columns[name][k]


def read_csv(path):
    """Columns by name; '#' lines are skipped, every row must have as many numbers as there are names."""
    with open(path) as f:
        lines = [x.strip() for x in f if x.strip() and not x.startswith("#")]
    names = lines[0].split(",")
    rows = [[float(x) for x in line.split(",")] for line in lines[1:]]
    for k, r in enumerate(rows):
        if len(r) != len(names):
            raise SystemExit("FAILED %s row %d: expected %d numbers, got %d" % (path, k + 1, len(names), len(r)))
    return {n.split(" [")[0]: [r[i] for r in rows] for i, n in enumerate(names)}


def log_number(run, before, after=" "):
    """The number between two texts in run.log."""
    return float(run.log.split(before)[1].split(after)[0])


def entries(lines):
    """Blocks of a mapping written in block style: [key, lines]; comments and empty lines belong to the block before them."""
    indent = next((len(x) - len(x.lstrip()) for x in lines if x.strip() and not x.lstrip().startswith("#")), 0)
    out = [[None, []]]
    for line in lines:
        if line.strip() and not line.lstrip().startswith("#") and len(line) - len(line.lstrip()) == indent:
            out.append([line.split(":")[0].strip(), []])
        out[-1][1].append(line)
    return out


def flat(text, folder):
    """The text of a model with its `include: FILE` merged in, so that it can be edited and written elsewhere: sections are
    joined, an entry of this file takes the place of the one that the included file has."""
    own = entries(text.splitlines(True))
    name = next((block[0].split(":", 1)[1].strip() for key, block in own if key == "include"), None)
    if name is None:
        return text
    path = os.path.join(folder, name)
    with open(path) as f:
        merged = entries(flat(f.read(), os.path.dirname(path)).splitlines(True))
    for key, block in own:
        there = next((x for x in merged if x[0] == key and key is not None), None)
        if key == "include":
            continue
        if there is None or len(block) == 1 or len(there[1]) == 1:
            merged = [x for x in merged if x is not there] + [[key, block]]
            continue
        names = {k for k, _ in entries(block[1:]) if k}
        there[1] = there[1][:1] + [x for k, b in entries(there[1][1:]) if k not in names for x in b] + block[1:]
    return "".join(x for _, b in merged for x in b)


def study(name):
    path = os.path.join(SOURCE, "studies", name)
    with open(path) as f:
        return flat(f.read(), os.path.dirname(path))


def model(name):
    with open(os.path.join(HERE, "models", name)) as f:
        return f.read()


def edit(text, edits, where="model"):
    """Text substitutions, each of which must fit exactly once: a study that changes must not silently lose its test."""
    for old, new in edits:
        if text.count(old) != 1:
            raise SystemExit("FAILED %s: expected '%s' once, found it %d times" % (where, old, text.count(old)))
        text = text.replace(old, new)
    return text


def simulate(text, name, sets=None, edits=(), expect=0, options=()):
    """Writes the model to GUD_OUT/name.yaml, runs it and reads the results. The exit code must be `expect`."""
    os.makedirs(OUT, exist_ok=True)
    path, folder = os.path.join(OUT, name + ".yaml"), os.path.join(OUT, name)
    with open(path, "w") as f:
        f.write(edit(text, edits, name))
    command = [GUDGEON, "run", "--force", path, "--out", folder]
    for key, value in (sets or {}).items():
        command += ["--set", "%s=%s" % (key, value)]
    start, before = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    p = subprocess.run(command + list(options), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       universal_newlines=True, errors="replace")
    if p.returncode != expect:
        print("FAILED %s\n  command:  %s\n  expected: exit code %d\n  got:      %d\n%s"
              % (name, " ".join(command), expect, p.returncode, p.stdout[-2000:]))
        sys.exit(1)
    run = Run(p.returncode, p.stdout, folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    run.seconds = time.time() - start
    run.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime  # whatever else the machine does
    return run


def extrapolated(text, name, step, sets=None, edits=(), count=3):
    """Runs with step, step/2, step/4, ... whose errors in h^2, h^3, ... are removed (Richardson): a run whose columns
    are exact but for the tolerances. Raw errors of `count` runs are in .runs for an order test. The model must have a
    parameter `step`, and its rows must fall on step ends."""
    runs = [simulate(text, "%s_%d" % (name, k), dict(sets or {}, step="%.17g s" % (step / 2 ** k)), edits)
            for k in range(count)]
    out = Run(None, "", name)
    out.runs, out.t, out.steps = runs, runs[0].t, [step / 2 ** k for k in range(count)]
    for source, target in ((lambda r: r.columns, out.columns), (lambda r: r.energy, out.energy)):
        for c in source(runs[0]):
            table = [source(r)[c] for r in runs]
            for n in range(2, count + 1):
                table = [[(2 ** n * b - a) / (2 ** n - 1) for a, b in zip(p, q)] for p, q in zip(table, table[1:])]
            target[c] = table[0]
    return out


class Worst:
    """The largest error of a column and where it is."""

    def __init__(self, error=0.0, t=math.nan, expected=math.nan, got=math.nan, name=""):
        self.error, self.t, self.expected, self.got, self.name = error, t, expected, got, name

    def __str__(self):
        return "%s at t = %.9g: expected %.15g, got %.15g" % (self.name, self.t, self.expected, self.got)


def compare(run, name, want, peak=None, begin=-math.inf, end=math.inf):
    """Largest |got - want(t)| of a column in units of the peak of the expected values (or of the given peak).
    `want` is a function of time or a list. A value that is not a number is an infinite error; no rows at all, too."""
    values = want if isinstance(want, list) else [want(t) for t in run.t]
    if len(values) != len(run.t):
        return Worst(math.inf, math.nan, len(values), len(run.t), name + " (number of rows)")
    use = [k for k, t in enumerate(run.t) if begin <= t <= end]
    if not use:
        return Worst(math.inf, name=name + " (no rows)")
    if peak is None:
        peak = max(abs(values[k]) for k in use)
    out = Worst(-1.0)
    for k in use:
        got = run.columns[name][k]
        e = abs(got - values[k]) / peak
        if math.isnan(e):
            e = math.inf
        if e > out.error:
            out = Worst(e, run.t[k], values[k], got, name)
    return out


def worst_of(several):
    return max(several, key=lambda w: w.error)


def lagrange(t, y, use, x):
    """Value at x of the polynomial through the samples (t[i], y[i]), i in use."""
    total = 0.0
    for i in use:
        w = 1.0
        for j in use:
            if j != i:
                w *= (x - t[j]) / (t[i] - t[j])
        total += w * y[i]
    return total


def peak(t, y, sign=1):
    """Place and value of the largest sign*y of a smooth sampled curve: the polynomial through the nine samples around
    the largest one, searched by thirds. Its error is of order (dt)^9: far below that of the samples."""
    k = max(range(len(y)), key=lambda i: sign * y[i])
    first = min(max(k - 4, 0), len(y) - 9)
    use = range(first, first + 9)

    def f(x):
        return sign * lagrange(t, y, use, x)
    a, b = t[max(k - 1, first)], t[min(k + 1, first + 8)]
    for _ in range(80):
        u, v = a + (b - a) / 3, b - (b - a) / 3
        a, b = (u, b) if f(u) < f(v) else (a, v)
    x = 0.5 * (a + b)
    return x, sign * f(x)


def order(errors, steps):
    """Observed order between consecutive steps."""
    return [math.log(a / b) / math.log(p / q) for a, b, p, q in zip(errors, errors[1:], steps, steps[1:])]


def raw_multipliers(rep, text, reference, begin):
    """Multipliers of the steps themselves of a motion that drivers prescribe wholly, from `begin` on: of second order in plain
    index 3; by default it is not integrated at all (src/solve/prescribed.c), and they are exact at any step."""
    steps = [4e-5, 2e-5, 1e-5]
    for form, name in (("none", "index 3"), ("index_2", "prescribed")):
        errors = {"crank_moment": [], "joint_force": []}
        for h in steps:
            run = simulate(text, "raw_%s_%g" % (form, h), {"step": "%g s" % h, "sample": "4e-5 s", "revolutions": 1},
                           [("  sample: sample", "  values: raw\n  sample: sample"),
                            ("analysis:\n", "analysis:\n  stabilisation: %s\n" % form)])
            ref = reference(run)
            for c in errors:
                errors[c].append(compare(run, c, ref[c], begin=begin).error)
        for c, e in errors.items():
            if form == "index_2":
                rep.below("%s: raw %s, any step" % (name, c), "closed form", max(e), 1e-9)
                continue
            for h, o in zip(steps[1:], order(e, steps)):
                rep.within("%s: raw %s, order at h = %g" % (name, c, h), "2", o, 1.8, 2.2, "errors %s" % e)
            # planar_revolute.md: 1e-5 ... 6e-5 at h = 1e-5; it also proves that raw values were really written
            rep.within("%s: raw %s, error at h = 1e-5" % (name, c), "1e-5 ... 6e-5", e[-1], 1e-6, 6e-5)


def macro_events(t, v, begin, end, threshold=0.01):
    """Instants, counted from begin, at which |v| falls below the threshold ('S') or rises above it ('+', '-': direction)."""
    out = []
    for k in range(1, len(t)):
        a, b = abs(v[k - 1]) - threshold, abs(v[k]) - threshold
        if begin <= t[k] <= end and (a < 0) != (b < 0):
            out.append((t[k - 1] + (t[k] - t[k - 1]) * a / (a - b) - begin, "S" if b < 0 else "+" if v[k] > 0 else "-"))
    return out


def events_error(got, want):
    """Largest difference to a list like "2.8644S 3.5448+"; infinite where their kinds or number differ."""
    want = [(float(x[:-1]), x[-1]) for x in want.split()]
    if [k for _, k in got] != [k for _, k in want]:
        return math.inf
    return max(abs(a - b) for (a, _), (b, _) in zip(got, want))


class Report:
    def __init__(self, title):
        self.title, self.failures, self.checks = title, 0, 0

    def fail(self, case, expected, got, where=""):
        self.failures += 1
        print("FAILED %s: %s\n  expected: %s\n  got:      %s\n  where:    %s"
              % (self.title, case, expected, got, where or "-"))

    def row(self, case, reference, measured, bound):
        print("| %s: %s | %s | %s | %s |" % (self.title, case, reference, measured, bound))

    def below(self, case, reference, error, bound, where="", quiet=False):
        """error (a number or a Worst) must be at most bound; NaN fails."""
        if isinstance(error, Worst):
            error, where = error.error, where or str(error)
        self.checks += 1
        if not quiet:
            self.row(case, reference, "%.2g" % error, "%.2g" % bound)
        if not error <= bound:
            self.fail(case, "error at most %.3g against %s" % (bound, reference), "%.6g" % error, where)

    def within(self, case, reference, value, low, high, where="", quiet=False):
        self.checks += 1
        if not quiet:
            self.row(case, reference, "%.4g" % value, "%.4g ... %.4g" % (low, high))
        if not low <= value <= high:
            self.fail(case, "between %.6g and %.6g (%s)" % (low, high, reference), "%.9g" % value, where)

    def true(self, case, condition, expected, got, where=""):
        self.checks += 1
        if not condition:
            self.fail(case, expected, got, where)

    def done(self):
        if self.checks == 0:
            print("FAILED %s: nothing was checked" % self.title)
            sys.exit(1)
        sys.exit(1 if self.failures else 0)


def _silent(action):
    """What an action prints and whether it ended the script."""
    import contextlib
    import io
    text, ended = io.StringIO(), False
    with contextlib.redirect_stdout(text):
        try:
            action()
        except SystemExit as e:
            ended = e.code
    return text.getvalue(), ended


def _self_test():
    class Fake(Run):
        def __init__(self, t, x):
            self.t, self.columns = t, {"x": x}
    run = Fake([0.0, 1.0, 2.0], [0.0, 2.0, 4.5])
    w = compare(run, "x", lambda t: 2 * t)
    assert abs(w.error - 0.125) < 1e-15 and w.t == 2.0, w
    assert compare(run, "x", lambda t: 2 * t, peak=1.0).error == 0.5
    e = macro_events([0.0, 1.0, 2.0, 3.0], [0.0, 0.02, 0.0, -0.04], 0.0, 3.0)
    assert [k for _, k in e] == ["+", "S", "-"] and abs(e[0][0] - 0.5) < 1e-15, e
    assert abs(events_error(e, "0.5+ 1.5S 2.26-") - 0.01) < 1e-12 and events_error(e, "0.5+ 1.5S") == math.inf
    assert compare(run, "x", lambda t: 2 * t, end=1.0).error == 0.0
    assert compare(run, "x", lambda t: 2 * t, begin=3.0).error == math.inf       # nothing compared is no success
    assert compare(run, "x", [0.0, 2.0]).error == math.inf
    assert compare(Fake([0.0], [math.nan]), "x", [1.0]).error == math.inf
    grid = [0.01 * i for i in range(400)]
    x, y = peak(grid, [math.sin(3 * u) for u in grid])
    assert abs(y - 1) < 1e-13 and abs(math.cos(3 * x)) < 1e-6, (x, y)
    x, y = peak(grid, [math.sin(3 * u) for u in grid], -1)
    assert abs(y + 1) < 1e-13, (x, y)
    assert abs(order([16e-5, 4e-5], [2e-3, 1e-3])[0] - 2) < 1e-12

    def bad(*args):
        rep = Report("self-test")
        rep.below("x", "y", *args)
        rep.done()
    assert _silent(lambda: bad(1.0, 2.0))[1] == 0
    text, code = _silent(lambda: bad(3.0, 2.0))
    assert code == 1 and "expected" in text and "| self-test: x | y | 3 | 2 |" in text, text
    assert _silent(lambda: bad(math.nan, 2.0))[1] == 1 and _silent(lambda: bad(w, 0.1))[1] == 1
    assert _silent(lambda: Report("none").done())[1] == 1
    assert "found it 2 times" in str(_silent(lambda: edit("a a", [("a", "b")]))[1])
    assert edit("a c", [("a", "b")]) == "b c"


if __name__ == "__main__":
    _self_test()

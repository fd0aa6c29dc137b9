#!/usr/bin/env python3
# label: fast
"""Everything that can be wrong with a model file or a command line gets its specific message and exit code 2, and
nothing is written.

tests/input/models/NNN_what.yaml stands beside NNN_what.expect: first lines `exit CODE` and, where needed, `args WORDS` for the
command line; then all that must be printed to stderr, line by line, and nothing else. Both `gudgeon check` and
`gudgeon run` must refuse. What cannot be kept in the repository (folders, huge files, damaged checkpoints) is made
below, with its message beside it. With names as arguments only those cases run."""
import os
import shlex
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

GUDGEON = os.environ["GUDGEON"]
BAD = os.path.join(os.environ["GUD_SOURCE"], "tests", "input", "models")
OUT = os.path.join(os.environ.get("GUD_OUT", "."), "bad")
MADE = os.path.join(OUT, "made")
SANITIZED = "GUD_SANITIZED" in os.environ
ALL = "GUD_BAD_ALL" in os.environ  # `run` on every file too
MORE = "..."  # as the last expected line: anything may follow

ARM = """bodies:
  arm: {type: rigid_body, mass: 1 kg, inertia: [0.1, 0.1, 0.1], from: [0, 0, 0], to: [1 m, 0, 0]}
joints:
  pin: {type: revolute, a: ground, b: arm.from, axis: [0, 1, 0]}
analysis: {end: 2 ms, step: 1 ms}
output: {vtk: 0}
"""
PULL = "0,1\n1,2\n"
PULLED = """include: arm.yaml
forces:
  pull: {type: force, a: arm.to, direction: [1, 0, 0], value: {type: table, file: pull.csv}}
"""


class Case:
    """One call of gudgeon: its words, exit code and lines on stderr."""

    def __init__(self, name, words, lines, code=2, cwd=MADE, out=None):
        self.name, self.words, self.lines, self.code, self.cwd, self.out = name, words, lines, code, cwd, out

    def run(self):
        # Open MPI: processes that start alone at the same time would share a session folder and remove it
        tmp = os.path.join(OUT, f"tmp{threading.get_ident()}")
        os.makedirs(tmp, exist_ok=True)
        environment = dict(os.environ, OMPI_MCA_orte_tmpdir_base=tmp)
        try:
            p = subprocess.run([GUDGEON] + self.words, cwd=self.cwd, stdin=subprocess.DEVNULL, capture_output=True,
                               timeout=60, env=environment)
        except subprocess.TimeoutExpired:
            return ["did not end within 60 s"]
        got = p.stderr.decode("utf-8", "replace").splitlines()
        want = self.lines
        faults = []
        if p.returncode != self.code:
            faults.append(f"exit code {p.returncode}, expected {self.code}")
        if want and want[-1] == MORE:
            want = want[:-1]
            same = got[: len(want)] == want
        else:
            same = got == want
        if not same:
            faults += ["expected:"] + ["  " + x for x in want] + ["got:"] + ["  " + x[:600] for x in got[:30]]
        if self.code == 2 and p.stdout:
            faults.append("stdout: " + p.stdout.decode("utf-8", "replace")[:300])
        if self.out and os.path.lexists(self.out):
            faults.append(f"{self.out} was made")
        return faults


def kept_cases():
    """The pairs of tests/input/models."""
    for name in sorted(os.listdir(BAD)):
        stem, ext = os.path.splitext(name)
        if ext != ".yaml":
            continue
        path = os.path.join(BAD, stem + ".expect")
        with open(path, encoding="utf-8") as f:
            lines = f.read().splitlines()
        code = int(lines.pop(0).split()[1])
        words = shlex.split(lines.pop(0)[5:]) if lines and lines[0].startswith("args ") else []
        out = os.path.join(OUT, stem)
        yield Case(stem + " check", ["check", name] + words, lines, code, BAD)
        # a start costs 0.1 s, and more with sanitizers: `run`, which reads by the same functions, is tried on a part,
        # and on all that are refused after reading (without a line)
        unread = any(f"{name}: error" in line for line in lines)
        if ALL or unread or (not SANITIZED and int(stem[:3]) % 3 == 0):
            yield Case(stem + " run", ["run", name, "--out", out] + words, lines, code, BAD, out)


def put(name, content):
    path = os.path.join(MADE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(content if isinstance(content, bytes) else content.encode())


def made_models():
    """Model files that are made here."""
    os.makedirs(os.path.join(MADE, "folder.yaml"))
    os.symlink("loop.yaml", os.path.join(MADE, "loop.yaml"))
    os.mkfifo(os.path.join(MADE, "pipe.yaml"))
    put("deep.yaml", "title: " + "[" * 200000 + "]" * 200000 + "\n")
    put("deep_blocks.yaml", "".join(" " * i + "a:\n" for i in range(2000)))
    put("long_line.yaml", "title: " + "x" * 5000000 + "\nbodies: {arm: {type: point_mass, mass: 1 m}}\n")
    put("many.yaml", ARM + "more: [" + "1," * 250000 + "1]\n")
    put("many_errors.yaml", "bodies:\n" + "".join(f"  b{i}: {{type: rigid_bodi}}\n" for i in range(2000)))
    with open(os.path.join(MADE, "large.yaml"), "wb") as f:
        f.truncate(100 << 20)
    for i in range(40):
        put(f"chain{i}.yaml", f"include: chain{i + 1}.yaml\n")
    put("chain40.yaml", ARM)
    put("denied.yaml", ARM)
    os.chmod(os.path.join(MADE, "denied.yaml"), 0)

    def model(name, *lines):
        return (name, list(lines))

    cases = [
        model("none.yaml", "error: cannot read 'none.yaml': No such file or directory"),
        model("folder.yaml", "error: cannot read 'folder.yaml': it is a folder, not a file"),
        model("loop.yaml", "error: cannot read 'loop.yaml': Too many levels of symbolic links"),
        model("pipe.yaml", "error: cannot read 'pipe.yaml': it is a device or pipe, not a file"),
        model("deep.yaml", "deep.yaml:1:71: error: values are nested more than 64 deep"),
        model("deep_blocks.yaml", "deep_blocks.yaml:65:65: error: values are nested more than 64 deep"),
        model("long_line.yaml", "long_line.yaml:2:40: error: body 'arm', 'mass': expected a mass (kg), found '1 m', "
              "a length (m)"),
        model("many.yaml", "many.yaml:7:399944: error: the model has more than 200000 values"),
        model("many_errors.yaml", *[f"many_errors.yaml:{i + 2}:{14 if i < 10 else 15}: error: body 'b{i}': unknown "
                                    "type 'rigid_bodi'; did you mean 'rigid_body'?" for i in range(100)], "... and 1900 more"),
        model("large.yaml", "error: 'large.yaml' is larger than 16 MiB"),
        model("chain0.yaml", "chain32.yaml:1:10: error: files include each other more than 32 deep"),
    ]
    if os.geteuid() != 0:  # root may read everything
        cases.append(model("denied.yaml", "error: cannot read 'denied.yaml': Permission denied"))
    for name, lines in cases:
        out = os.path.join(OUT, "made_" + name)
        yield Case(name + " check", ["check", name], lines)
        if not SANITIZED:
            yield Case(name + " run", ["run", name, "--out", out], lines, out=out)


def command_lines():
    """Calls that are wrong in themselves."""
    put("good.yaml", ARM)
    put("a_file", "")
    known_run = "(known here: --set --out --force --resume --check-limits --quiet)"
    for words, lines in [
        ([], [MORE]),
        (["chekc", "good.yaml"], ["gudgeon: unknown command 'chekc'; did you mean 'check'?", MORE]),
        (["fly"], ["gudgeon: unknown command 'fly'", MORE]),
        (["check"], ["error: which model? gudgeon check MODEL"]),
        (["run"], ["error: which model? gudgeon run MODEL"]),
        (["run", "good.yaml", "--outt", "x"], [f"error: unknown option --outt; did you mean '--out'? {known_run}"]),
        (["run", "good.yaml", "--ou", "x"], [f"error: unknown option --ou; did you mean '--out'? {known_run}"]),
        (["run", "good.yaml", "--", "x"], [f"error: unknown option -- {known_run}"]),
        (["check", "good.yaml", "--out", "x"], ["error: unknown option --out; did you mean '--set'? (known here: --set)"]),
        (["plot", "x", "--out", "x"],
         ["error: unknown option --out (known here: --orbit --phase --loop --map --bifurcation --sweep --campbell --waterfall --circle --with-sweep --wrap --from "
          "--to --probes --over --cycle --last --unit --spectrum --log --logx)"]),
        (["run", "good.yaml", "--out"], ["error: --out needs a value"]),
        (["check", "good.yaml", "--set"], ["error: --set needs a value"]),
        (["check", "good.yaml", "other.yaml"], ["error: unexpected argument 'other.yaml'"]),
        (["run", "good.yaml", "--resume", "x"], ["error: --resume takes the model from its folder: leave MODEL out"]),
        (["run", "--resume", "nowhere"], ["error: there is no checkpoint in nowhere"]),
        (["run", "--resume", "folder.yaml"], ["error: there is no checkpoint in folder.yaml"]),
        (["run", "good.yaml", "--out", "a_file"], ["error: cannot make the folder a_file: Not a directory"]),
        (["run", "good.yaml", "--out", "a_file/x"], ["error: cannot make the folder a_file/x: Not a directory"]),
        (["run", "good.yaml", "--out", "/proc/gudgeon"],
         ["error: cannot make the folder /proc/gudgeon: No such file or directory"]),
        (["run", "good.yaml", "--out", "x" * 300],
         [f"error: cannot make the folder {'x' * 300}: File name too long"]),
        (["run", "good.yaml", "--out", ""], ["error: --out needs a value"]),
        (["compare", "a"], ["error: which results? gudgeon compare FOLDER REFERENCE_FOLDER"]),
        (["compare", "a", "b", "--set"], ["error: unknown option --set (none is known here)"]),
        (["compare", "nowhere", "folder.yaml"],
         ["error: nowhere/summary.csv: cannot be read; it is written at the end of a run"]),
        (["help", "revolut"], ["no help for 'revolut'; did you mean 'revolute'?"]),
        (["plot"], ["error: which results? gudgeon plot FOLDER..."]),
        (["plot", "nowhere"], ["error: nowhere: no such folder"]),
        (["plot", "good.yaml"], ["error: good.yaml is a file: plot takes the folder of a run, as results/NAME"]),
        (["plot", "folder.yaml"],
         ["error: there are no results of gudgeon in folder.yaml: no probes.csv, sweep.csv, branch.csv ..."]),
        (["good.yaml"], ["gudgeon: unknown command 'good.yaml'; did you mean 'gudgeon run good.yaml'?",
                         "gudgeon --help lists the commands"]),
        (["check", "good"], ["error: cannot read 'good': No such file or directory; did you mean 'good.yaml'?"]),
        (["check", "good.yml"], ["error: cannot read 'good.yml': No such file or directory; did you mean 'good.yaml'?"]),
        (["run", "good.yaml", "-o", "x"], ["error: unknown option -o; did you mean '--out'?"]),
        (["run", "good.yaml", "-quiet"], ["error: unknown option -quiet; did you mean '--quiet'?"]),
        (["run", "good.yaml", "--set", "a", "=", "1"],
         ["error: unexpected argument '='; a value is given as name=value, without spaces, or in quotes"]),
    ]:
        yield Case("gudgeon " + " ".join(words)[:70], words, lines)


def damaged_checkpoints():
    """A run is made; then its checkpoint is cut, bent and moved away from its model."""
    put("kept.yaml", ARM)
    put("gone.yaml", ARM)
    for model in ("kept", "gone"):
        p = subprocess.run([GUDGEON, "run", model + ".yaml", "--out", model, "--quiet"], cwd=MADE, capture_output=True)
        assert p.returncode == 0, p.stderr.decode()
    with open(os.path.join(MADE, "kept", "checkpoint.bin"), "rb") as f:
        whole = f.read()
    n = len(whole)
    bent = bytearray(whole)
    bent[n // 2] ^= 1
    damages = {"empty": b"", "short": whole[:7], "half": whole[: n // 2], "without_end": whole[:-1], "bent": bytes(bent),
               "longer": whole + b"\0", "text": b"this is not a checkpoint\n" * 100, "version": b"X" + whole[1:]}
    for name, data in damages.items():
        put(f"cp_{name}/checkpoint.bin", data)
        yield Case(f"checkpoint {name}", ["run", "--resume", f"cp_{name}"],
                   [f"error: the checkpoint in cp_{name} is damaged"])
    real = os.path.realpath(MADE)
    os.remove(os.path.join(MADE, "gone.yaml"))
    yield Case("checkpoint without model", ["run", "--resume", "gone"],
               [f"error: {real}/gone.yaml is gone or has changed since the checkpoint in gone was written"])
    put("changed.yaml", ARM)
    subprocess.run([GUDGEON, "run", "changed.yaml", "--out", "changed", "--quiet"], cwd=MADE, check=True)
    put("changed.yaml", ARM.replace("1 kg", "2 kg"))
    yield Case("checkpoint of another model", ["run", "--resume", "changed"],
               [f"error: {real}/changed.yaml is gone or has changed since the checkpoint in changed was written"])
    # so is what the model file reads: another model file, the data of a function
    for name, part, other in (("part", ARM.replace("1 kg", "2 kg"), PULL), ("data", ARM, PULL.replace("1,2", "1,3")),
                              ("no_part", None, PULL)):
        put(f"{name}/arm.yaml", ARM)
        put(f"{name}/pull.csv", PULL)
        put(f"{name}/model.yaml", PULLED)
        subprocess.run([GUDGEON, "run", f"{name}/model.yaml", "--out", f"{name}_out", "--quiet"], cwd=MADE, check=True)
        put(f"{name}/pull.csv", other)
        if part:
            put(f"{name}/arm.yaml", part)
        else:
            os.remove(os.path.join(MADE, name, "arm.yaml"))
        yield Case(f"checkpoint of other files, {name}", ["run", "--resume", f"{name}_out"],
                   [f"error: a file that is read by {real}/{name}/model.yaml is gone or has changed since the checkpoint in "
                    f"{name}_out was written"])


def contents(folder):
    """Every file below a folder with its size and time of change."""
    found = {}
    for path, folders, files in os.walk(folder):
        for name in files + folders:
            info = os.lstat(os.path.join(path, name))
            found[os.path.join(path, name)] = (info.st_size, info.st_mtime_ns)
    return found


def main():
    wanted = sys.argv[1:]
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(MADE)
    cases = list(kept_cases())
    files = {c.name.split()[0] for c in cases}
    assert len(files) >= 110, f"only {len(files)} bad model files"
    cases += list(made_models()) + list(command_lines()) + list(damaged_checkpoints())
    cases = [c for c in cases if not wanted or any(w in c.name for w in wanted)]
    before = [contents(BAD), contents(MADE)]
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for case, faults in zip(cases, pool.map(Case.run, cases)):
            if faults:
                failed += 1
                print(f"FAILED {case.name}: gudgeon {' '.join(case.words)[:200]}", *faults, sep="\n  ")
    for folder, old in zip((BAD, MADE), before):
        new = contents(folder)
        for path in sorted(set(old) ^ set(new)) + sorted(p for p in new if p in old and new[p] != old[p]):
            failed += 1
            print(f"FAILED: {path} was {'changed' if path in old and path in new else 'made or removed'}")
    print(f"{len(files)} bad model files, {len(cases)} calls, {failed} failed")
    return 1 if failed else 0


sys.exit(main())

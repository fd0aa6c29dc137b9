#!/usr/bin/env python3
# label: study
"""Forces as good as the motion, over all studies whose motion is smooth: errors of motion and forces at default settings, each relative to the
peak of its column, against a run of Radau's method at a tight tolerance. Samples fall between step ends as they come.

Motion: m, rad, m/s, rad/s. Forces: N, N m, Pa, and accelerations. Tables for docs/results.md: one row per study and method."""
from common import Report, simulate, study
import math
import re

rep = Report("force errors")
MOTION, FORCES = ("m", "rad", "m/s", "rad/s"), ("N", "N m", "Pa", "m/s^2", "rad/s^2")
# study, settings, tolerance of the reference[, bound of the forces]. Ends are shorter where several periods show nothing more; the lubricated
# four-bar is unstable behind 0.5 s: errors grow a thousandfold within 0.3 s. The rotor, whose study has a fixed step, runs adaptively. Exception:
# beams without damping that are let go undeformed ring for ever, with frequencies that forces show and positions do not; the same
# pendulum begins deformed in the row after it.
CASES = (
    ("benchmarks/driven_film.yaml", {}, "1e-10"),
    ("benchmarks/andrews.yaml", {"sample": "1e-4 s"}, "1e-11"),
    ("flores2007/slider_crank.yaml", {"joint": "ideal", "revolutions": "1"}, "1e-11"),
    ("flores2009/spatial_four_bar.yaml", {"joint": "ideal", "tolerance": "1e-8"}, "1e-11"),
    ("flores2009/spatial_four_bar.yaml", {"joint": "lubricated", "tolerance": "1e-8", "end": "0.5 s"}, "1e-12"),
    ("alshaer2005/slider_crank.yaml", {"tolerance": "1e-8", "revolutions": "2"}, "1e-11"),
    ("iftomm/spatial_slider_crank.yaml", {"end": "2 s"}, "1e-11"),
    ("connecting_rod.yaml", {"revolutions": "1"}, "1e-9"),
    ("connecting_rod.yaml", {"revolutions": "1", "joint": "ideal"}, "1e-9"),
    ("connecting_rod.yaml", {"revolutions": "1", "joint": "ideal", "tolerance": "1e-8"}, "1e-10"),
    ("tian2010/double_pendulum.yaml", {"links": "rigid"}, "1e-11"),
    ("tian2010/double_pendulum.yaml", {"E": "6.9e8 Pa", "elements": "4", "end": "0.5 s", "sample": "1e-3 s"}, "1e-11", 2e-3),
    ("tian2010/double_pendulum.yaml", {"E": "6.9e8 Pa", "elements": "4", "start": "quasi_static", "end": "0.5 s", "sample": "1e-3 s"}, "1e-11"),
    ("tian2010/slider_crank.yaml", {"end": "0.04 s"}, "1e-10"),
    ("tian2010/slider_crank.yaml", {"end": "0.04 s", "joint": "lubricated"}, "1e-10"),
    ("benchmarks/misaligned_four_bar.yaml", {}, "1e-9"),
    ("benchmarks/rotor.yaml", {"step": "0 s", "end": "0.05 s"}, "1e-10"),
)


def with_analysis(text, **keys):
    """Entries of `analysis:` put in place of those that it has; no frames."""
    for key, value in keys.items():
        text = re.sub(r"(?m)^(analysis: \{.*?)\b%s: [^,}]*(, )?" % key, r"\1", text)
        head, _, tail = text.partition("\nanalysis:")
        lines = tail.split("\n")
        k = next((i for i, x in enumerate(lines[1:], 1) if x and not x.startswith(" ")), len(lines))
        lines[1:k] = [x for x in lines[1:k] if not x.startswith("  %s:" % key)]
        first = lines[0]
        lines[0] = first.replace("{", "{%s: %s, " % (key, value), 1) if "{" in first else first + "\n  %s: %s" % (key, value)
        text = head + "\nanalysis:" + "\n".join(lines)
    head, _, tail = text.partition("\noutput:")
    return head + "\noutput:" + re.sub(r"vtk: [^\n,}]*", "vtk: 0", tail)


def errors(run, ref, units):
    """(largest error over peak, its column) of the probes with these units; columns that are zero but for round-off do not count."""
    found = re.findall(r"(?m)^probe (\S+), unit (.*)$", run.log)
    size = {u: max((max(map(abs, ref[n])) for n, v in found if v == u), default=0.0) for u in units}
    worst = 0.0, "-"
    for name, unit in found:
        peak = max(map(abs, ref[name]))
        if unit in units and peak > 1e-6 * size[unit]:
            e = [abs(a - b) / peak for a, b in zip(run[name], ref[name])]
            worst = max(worst, (max(e) if all(map(math.isfinite, e)) else math.inf, name))
    return worst


print("| study | method, steps, CPU s | largest error of motion / peak | of | largest error of forces / peak | of |")
print("|---|---|---:|---|---:|---|")
for name, sets, tight, *bound in CASES:
    text = study(name)
    label = name.split(".")[0] + "".join(", %s %s" % kv for kv in sets.items() if kv[0] not in ("sample", "end", "revolutions", "step"))
    rest = {k: v for k, v in sets.items() if k != "tolerance"}
    ref = simulate(with_analysis(text, method="radau", tolerance=tight, step="0 s"), "reference", rest)
    for method in ("auto", "generalized_alpha", "radau"):
        run = simulate(with_analysis(text, method=method), "run", sets)
        chosen = run.log.split("\nmethod: ")[1].split("\n")[0].replace(":", ",").split(",")[0]
        if method == "auto":
            first = chosen
        elif method == first:
            continue
        steps = run.log.split(" steps,")[0].split()[-1]
        (motion, which), (force, of) = errors(run, ref, MOTION), errors(run, ref, FORCES)
        print("| %s | %s%s, %s, %.2f | %.1e | %s | %.1e | %s |" % (label, chosen, " (default)" if method == "auto" else "", steps, run.cpu,
                                                             motion, which, force, of), flush=True)
        rep.below("%s, %s: forces" % (label, chosen), "tight run", force, (bound or [1e-3])[0] if method == "auto" else 0.1, of, quiet=True)
        rep.true("%s: something compared" % label, of != "-" and ref.cpu > 0, "a force", of)
rep.done()

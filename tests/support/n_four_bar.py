"""The N-four-bar mechanism (IFToMM benchmark A03): N square loops of rods of 1 m and 1 kg in a row. Whenever the cranks are horizontal all bars lie in one
line, and N rows depend on the others; the motion passes there four times in 3 s."""


def text(n, analysis):
    out = ["space: 2d", "gravity: [0, -9.81 m/s^2]", "bodies:",
           "  ground: {points: {%s}}" % ", ".join(f"p{i}: [{i}, 0]" for i in range(n + 1))]
    rod = "centre: [0.5, 0], mass: 1 kg, shape: rod"
    out += [f"  u{i}: {{type: rigid_body, from: [{i}, 0], to: [{i}, 1], {rod}, spin: -1}}" for i in range(n + 1)]
    out += [f"  h{i}: {{type: rigid_body, from: [{i}, 1], to: [{i + 1}, 1], {rod}, velocity: [1, 0]}}" for i in range(n)]
    out += ["joints:"] + [f"  g{i}: {{type: revolute, a: ground.p{i}, b: u{i}.from}}" for i in range(n + 1)]
    for i in range(n):
        out += [f"  a{i}: {{type: revolute, a: u{i}.to, b: h{i}.from}}", f"  b{i}: {{type: revolute, a: u{i + 1}.to, b: h{i}.to}}"]
    out += ["probes:", "  theta: {type: angle, of: u0, reference: [0, 1, 0]}", "  last: {type: angle, of: u%d, reference: [0, 1, 0]}" % n,
            "  E: {type: energy}", f"analysis: {{{analysis}}}", "output: {vtk: 0, sample: 0.01 s}", ""]
    return "\n".join(out)


def check_matrix(tools, sizes, end, steps, tolerances):
    """Every size with every step and tolerance: passes, on the branch of the parallelogram, with an energy drift that falls."""
    check, below, call, folder, model, probes = tools
    for n in sizes:
        for kind, values, more in (("step", steps, ", rho: 0.9"), ("tolerance", tolerances, "")):
            drifts = []
            for value in values:
                name = f"bar{n}_{kind}_{value}"
                out = folder(name)
                done = call(["run", model(name, text(n, f"end: {end} s, {kind}: {value}{more}")), "--out", out, "--quiet"])
                if not check(done.returncode == 0, f"N = {n}, {kind} {value}: exit code {done.returncode} {done.stderr[-200:].strip()}"):
                    continue
                got = probes(out)
                below(max(abs(a - b) for a, b in zip(got["theta"], got["last"])), 1e-3, f"N = {n}, {kind} {value}: first and last crank stay parallel, rad")
                drifts.append(max(abs(x - got["E"][0]) for x in got["E"]) / (n + 1))
            print(f"| N = {n}, {kind} " + " ".join(values) + " | energy drift, J per loop: " + " ".join(f"{d:.1e}" for d in drifts) + " |")
            if len(drifts) < 2:
                continue
            if kind == "step":
                for a, b, h, k in zip(drifts, drifts[1:], values, values[1:]):
                    below(b / a, 1.6 * (float(k) / float(h)) ** 2, f"N = {n}, steps {h} and {k}: ratio of drifts (second order)")
            else:
                for a, b, h, k in zip(drifts, drifts[1:], values, values[1:]):
                    below(b / a, 1, f"N = {n}, tolerances {h} and {k}: the drift falls")

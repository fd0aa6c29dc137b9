"""Models and simulations."""
import json
import os
import tempfile

from ctypes import byref, c_char_p, c_double, c_int, c_long, c_void_p

from .library import Context, GudgeonError, running
from .results import Column, Results, Table, array, numpy

OUTCOMES = {-1: "running", 0: "done", 2: "bad input", 3: "failed", 130: "interrupted"}


def yaml(value):
    """A value as YAML: texts as they are ("0.1 mm", "{type: spring}"), all else as JSON, which is YAML."""
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list, tuple, bool, int, float)):
        return json.dumps(value)
    return repr(float(value))  # numbers of numpy


def reals(values):
    values = [float(x) for x in values]
    return (c_double * len(values))(*values)


class Model:
    """The description of a model. set, put and add change it and return it, so that calls can be chained.

        Model("x.yaml")                      from a file
        Model.from_text(text)                from a text
        Model.empty()                        to be filled by add and put
    """

    def __init__(self, path=None, comm=None, on_message=None, _text=None, _name=None):
        self.context = Context(comm, on_message)
        self.handle = c_void_p()
        if path is not None:
            self.context.call("GudSpecCreateFromFile", self.context.handle, os.fsencode(path), byref(self.handle))
        elif _text is not None:
            self.context.call("GudSpecCreateFromText", self.context.handle, _text.encode(), _name.encode(),
                              byref(self.handle))
        else:
            self.context.call("GudSpecCreate", self.context.handle, byref(self.handle))

    @classmethod
    def from_text(cls, text, name="model", **options):
        return cls(None, _text=text, _name=name, **options)

    @classmethod
    def empty(cls, **options):
        return cls(None, **options)

    def __del__(self):
        if running() and getattr(self, "handle", None):
            self.context.call("GudSpecDestroy", byref(self.handle))
            self.context.call("GudContextDestroy", byref(self.context.handle))

    def set(self, **parameters):
        """Parameters of the model, as by --set: clearance="0.1 mm", or numbers in SI units."""
        for name, value in parameters.items():
            self.context.call("GudSpecSetParameter", self.handle, name.encode(), yaml(value).encode())
        return self

    def put(self, place, value):
        """The value at a place such as "analysis.end" or "bodies.rod.mass"."""
        self.context.call("GudSpecSet", self.handle, place.encode(), yaml(value).encode())
        return self

    def add(self, section, name, value):
        """A new entry: add("forces", "spring", {"type": "spring", "a": "ground", "b": "rod", "stiffness": "10 N/mm"})."""
        self.context.call("GudSpecAdd", self.handle, section.encode(), name.encode(), yaml(value).encode())
        return self

    def simulation(self, folder=None):
        """A simulation to be advanced step by step; folder None: nothing is written."""
        return Simulation(self, folder)

    def resume(self, folder):
        """Continue a run of this model from the checkpoint in its folder."""
        return Simulation(self, folder, resume=True)

    def run(self, folder=None, progress=False):
        """To the end; the Results. folder None: nothing is kept on disk. A run that fails raises GudgeonError; the results so far
        are in its `results`."""
        if folder is not None:
            return self._run(os.fspath(folder), progress)
        with tempfile.TemporaryDirectory(prefix="gudgeon_") as scratch:
            return self._run(os.path.join(scratch, "run"), progress)

    def _run(self, folder, progress):
        with self.simulation(folder) as sim:
            outcome = sim.run(progress)
            why = sim.failure
        results = Results(folder)
        if outcome == "failed":
            error = GudgeonError(f"the run failed at t = {results.info['t']} s: {why}")
            error.results = results
            raise error
        return results

    def sweep(self, folder=None, **parameter):
        """One run for each value of a parameter: sweep(clearance=["0.1 mm", "0.2 mm"]). A Table: the parameter (SI), then NAME.min,
        .max, .mean, .rms, .last of every probe. folder: results of run i are kept in FOLDER/i."""
        if len(parameter) != 1:
            raise ValueError("one parameter and its values: sweep(clearance=[...])")
        (name, values), = parameter.items()
        rows, units = [], {}
        for i, value in enumerate(values):
            self.set(**{name: value})
            results = self.run(None if folder is None else os.path.join(folder, str(i)))
            given = results.info["parameters"][name]
            row = {name: given["value"]}
            units[name] = given.get("unit", "")
            for probe in results:
                for what in ("min", "max", "mean", "rms", "last"):
                    x = results.summary(probe)[what]
                    row[f"{probe}.{what}"] = float("nan") if x is None else x
                    units[f"{probe}.{what}"] = results[probe].unit
            rows.append(row)
        numeric = lambda xs: array(xs) if not any(isinstance(x, str) for x in xs) else xs
        return Table([Column(key, units[key], numeric([row[key] for row in rows])) for key in units])


class Simulation:
    """A model with its state, made by Model.simulation(). Use it in a with block, or close it."""

    def __init__(self, model, folder=None, resume=False):
        self.model, self.context = model, model.context  # the model keeps the context alive
        self.handle = c_void_p()
        self.context.call("GudSimulationResumeFrom" if resume else "GudSimulationCreateFrom", model.handle,
                          None if folder is None else os.fsencode(folder), byref(self.handle))

    def close(self):
        if self.handle:
            self.context.call("GudSimulationDestroy", byref(self.handle))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if running() and getattr(self, "handle", None):
            self.close()

    def _call(self, name, *args):
        if not self.handle:
            raise GudgeonError("the simulation is closed")
        self.context.call(name, self.handle, *args)

    def _real(self, name, *args):
        value = c_double()
        self._call(name, *args, byref(value))
        return value.value

    def _count(self, name):
        value = c_int()
        self._call(name, byref(value))
        return value.value

    def _units(self, count, info):
        result = {}
        for i in range(self._count(count)):
            name, unit = c_char_p(), c_char_p()
            self._call(info, i, byref(name), byref(unit))
            result[name.value.decode()] = unit.value.decode()
        return result

    # ---- running ----

    def step(self):
        """One step; "running", "done" or "failed"."""
        outcome = c_int()
        self._call("GudSimulationStep", byref(outcome))
        return OUTCOMES[outcome.value]

    def run(self, progress=False):
        """All steps that are left; "done", "failed" or "interrupted"."""
        outcome = c_int()
        self._call("GudSimulationRun", int(progress), byref(outcome))
        return OUTCOMES[outcome.value]

    def advance(self, t, stop_at_events=False):
        """To time t exactly, or to the first event before it: "time" or "event" (see `event`). GudgeonError if a step fails."""
        stop = c_int()
        self._call("GudSimulationAdvance", float(t), int(stop_at_events), byref(stop))
        if stop.value == 2:
            raise GudgeonError(f"the step at t = {self.time} s failed: {self.failure}")
        return ("time", "event")[stop.value]

    @property
    def event(self):
        """The last located event: (time, name of the joint or force, number), or None."""
        t, name, number = c_double(), c_char_p(), c_int()
        self._call("GudSimulationGetEvent", byref(t), byref(name), byref(number))
        return (t.value, name.value.decode(), number.value) if name.value else None

    @property
    def failure(self):
        text = c_char_p()
        self._call("GudSimulationGetFailure", byref(text))
        return text.value.decode()

    # ---- values ----

    @property
    def time(self):
        return self._real("GudSimulationGetTime")

    @property
    def end(self):
        return self._real("GudSimulationGetEnd")

    @property
    def probes(self):
        """{name: unit}"""
        return self._units("GudSimulationGetNumProbes", "GudSimulationGetProbeInfo")

    def __getitem__(self, probe):
        """Value of a probe at the present time."""
        return self._real("GudSimulationGetProbe", probe.encode())

    def values(self):
        """{name: value} of all probes."""
        names = list(self.probes)
        x = (c_double * max(1, len(names)))()
        self._call("GudSimulationGetProbes", x)
        return dict(zip(names, x))

    @property
    def inputs(self):
        """{name: unit}"""
        return self._units("GudSimulationGetNumInputs", "GudSimulationGetInputInfo")

    def set_input(self, name, value):
        """From now on, SI units."""
        self._call("GudSimulationSetInput", name.encode(), float(value))

    def input(self, name):
        return self._real("GudSimulationGetInput", name.encode())

    @property
    def statistics(self):
        x = [c_long(), c_long(), c_long()]
        self._call("GudSimulationGetStatistics", *(byref(v) for v in x))
        return dict(zip(("steps", "factorisations", "iterations"), (v.value for v in x)))

    # ---- state ----

    @property
    def bodies(self):
        names = []
        for i in range(self._count("GudSimulationGetNumBodies")):
            name = c_char_p()
            self._call("GudSimulationGetBodyName", i, byref(name))
            names.append(name.value.decode())
        return names

    def pose(self, body):
        """(r, R): origin, and rotation matrix by rows."""
        r, R = (c_double * 3)(), (c_double * 9)()
        self._call("GudSimulationGetPose", body.encode(), r, R)
        return array(r), array(R) if numpy is None else array(R).reshape(3, 3)

    def velocity(self, body):
        """(v, w): velocity of the origin, spin."""
        v, w = (c_double * 3)(), (c_double * 3)()
        self._call("GudSimulationGetVelocity", body.encode(), v, w)
        return array(v), array(w)

    def set_pose(self, body, r, R):
        flat = [x for row in R for x in (row if hasattr(row, "__len__") else [row])]
        self._call("GudSimulationSetPose", body.encode(), reals(r), reals(flat))

    def set_velocity(self, body, v, w):
        self._call("GudSimulationSetVelocity", body.encode(), reals(v), reals(w))

    def assemble(self):
        """Closes joints after set_pose, set_velocity or `coordinates`; the largest change of a position, m."""
        return self._real("GudSimulationAssemble")

    @property
    def coordinates(self):
        """(q, v): all coordinates and velocities. It can be set, too."""
        n, rows, mobility = c_int(), c_int(), c_int()
        self._call("GudSimulationGetSizes", byref(n), byref(rows), byref(mobility))
        q, v = (c_double * max(1, n.value))(), (c_double * max(1, n.value))()
        self._call("GudSimulationGetCoordinates", q, v)
        return array(q), array(v)

    @coordinates.setter
    def coordinates(self, qv):
        self._call("GudSimulationSetCoordinates", reals(qv[0]), reals(qv[1]))

    def save(self):
        """A snapshot for restore()."""
        return Snapshot(self)

    def restore(self, snapshot):
        self._call("GudSimulationRestore", snapshot.handle)

    def reset(self):
        """Back to the start."""
        self._call("GudSimulationReset")


class Snapshot:
    """A copy of the state of a simulation."""

    def __init__(self, sim):
        self.context, self.model, self.handle = sim.context, sim.model, c_void_p()
        sim._call("GudSimulationSave", byref(self.handle))

    def __del__(self):
        if running() and getattr(self, "handle", None):
            self.context.call("GudSnapshotDestroy", byref(self.handle))

"""Reading a folder of results: run.json, csv files, frames. Standard library only."""
import csv
import json
import math
import os
import xml.etree.ElementTree as ElementTree


class Missing(Exception):
    """What was looked for is not there; the text says what."""


def read_json(folder):
    path = os.path.join(folder, "run.json")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Missing(f"{path}: {error.strerror}; it is written by `gudgeon run`") from error
    except ValueError as error:
        raise Missing(f"{path}: {error}") from error


def split_label(label):
    """("film_min", "m") of "film_min [m]"; the unit is None where the header has none."""
    if label.endswith("]") and " [" in label:
        name, unit = label[:-1].split(" [", 1)
        return name, unit
    return label, None


def unit_without_header(path, name):
    """The unit of a column whose header has none: of probes in run.json, energies are joule."""
    folder, file = os.path.split(path)
    if name == "t":
        return "s"
    if file == "energy.csv":
        return "J"
    try:
        return read_json(folder).get("probes", {}).get(name, {}).get("unit")
    except Missing:
        return None


def read_csv(path):
    """({name: [values]}, {name: unit}); a row that is cut off, at the end of an interrupted run, is left out."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
    except OSError as error:
        raise Missing(f"{path}: {error.strerror}") from error
    if not rows:
        raise Missing(f"{path}: empty")
    labels = [split_label(label) for label in rows[0]]
    if not any(unit for _, unit in labels):  # output: {header: columns}
        labels = [(name, unit_without_header(path, name)) for name, _ in labels]
    good = [row for row in rows[1:] if len(row) == len(labels)]
    columns = {}
    for i, (name, _) in enumerate(labels):
        try:
            columns[name] = [float(row[i]) for row in good]
        except ValueError:
            columns[name] = [row[i] for row in good]
    return columns, dict(labels)


def read_frames(path):
    """[(time, {part: file})] of a .pvd, in the order of time. Parts: 0 bodies, 1 joints, 2 films, 3 symbols."""
    try:
        entries = ElementTree.parse(path).getroot().findall("Collection/DataSet")
    except OSError as error:
        raise Missing(f"{path}: {error.strerror}") from error
    except ElementTree.ParseError as error:
        raise Missing(f"{path}: {error}") from error
    frames = {}
    for entry in entries:
        vtu = os.path.join(os.path.dirname(path), entry.get("file"))
        frames.setdefault(float(entry.get("timestep")), {})[int(entry.get("part") or 0)] = vtu
    return sorted(frames.items())


# Units for people, each with its factor, from small to large.
PEOPLE = {"m": (("µm", 1e6), ("mm", 1e3), ("m", 1)), "Pa": (("Pa", 1), ("kPa", 1e-3), ("MPa", 1e-6), ("GPa", 1e-9)),
          "N": (("N", 1), ("kN", 1e-3), ("MN", 1e-6)), "N m": (("N m", 1), ("kN m", 1e-3)),
          "W": (("mW", 1e3), ("W", 1), ("kW", 1e-3)), "J": (("mJ", 1e3), ("J", 1), ("kJ", 1e-3)),
          "rad": (("deg", 180 / math.pi),), "s": (("µs", 1e6), ("ms", 1e3), ("s", 1)),
          "m^3/s": (("mm^3/s", 1e9), ("cm^3/s", 1e6), ("l/s", 1e3)), "m/s": (("mm/s", 1e3), ("m/s", 1)),
          "m^3": (("mm^3", 1e9), ("cm^3", 1e6), ("l", 1e3)), "W/m^2": (("W/m^2", 1), ("kW/m^2", 1e-3), ("W/mm^2", 1e-6))}


def for_people(unit, largest):
    """(unit, factor): the one that writes the largest value with few digits before the point."""
    choices = PEOPLE.get(unit)
    if not choices:
        return unit or "", 1.0
    best = choices[0]
    for name, factor in choices:
        if abs(largest) * factor >= 1:
            best = name, factor
    return best


# roles of stresses in run.json (src/contract/output.h), first those that a picture shows first
STRESSES = ("stress_equivalent", "stress_bending", "stress")
TITLES = {"stress_equivalent": "von Mises stress"}


def field_role(info, name):
    """Role of a field in run.json; "" if that does not have it."""
    return info.get("fields", {}).get(name, {}).get("role", "")


def field_title(info, name):
    """Of a scale of colours: fields have their name with spaces."""
    return TITLES.get(field_role(info, name), name.replace("_", " "))


def never_negative(info, name):
    """Is a field the size of something?"""
    return field_role(info, name) in ("stress_equivalent", "stress_bending")


def field_rank(info, name):
    """Fields in the order in which they are offered."""
    role = field_role(info, name)
    return (STRESSES.index(role) if role in STRESSES else len(STRESSES), name)


def nice_range(low, high):
    """The range widened to multiples of a round step, and the number of its labels."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(k * power for k in (1, 2, 2.5, 5, 10) if k * power >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-6), math.ceil(high / step - 1e-6)
    return (first * step, last * step), last - first + 1


def turning_probe(columns, units):
    """The first angle that turns one way by at least one turn: the crank. None: there is none."""
    for name, unit in units.items():
        if unit != "rad" or len(columns[name]) < 3:
            continue
        x = columns[name]
        span = x[-1] - x[0]
        if abs(span) < 2 * math.pi * (1 - 1e-6):
            continue
        steps = [(b - a) * math.copysign(1, span) for a, b in zip(x, x[1:])]
        if min(steps) > -0.02 * abs(span):
            return name
    return None


def glass_bodies(info):
    """Numbers of the rigid blocks that carry a bearing: they would hide it, and are drawn as glass."""
    names = {side for joint in info.get("joints", ()) if joint.get("journal_radius") for side in (joint["a"], joint.get("b"))}
    return [i for i, body in enumerate(info.get("bodies", ())) if body["name"] in names and not body.get("mesh", True)
            and body.get("shape") in ("box", "cylinder", "sphere")]

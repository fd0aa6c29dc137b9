"""Results: columns with units, tables, folders that runs and sweeps have written."""
import csv
import json
import os

try:
    import numpy
except ImportError:
    numpy = None


def array(values):
    """A numpy array where numpy is installed, else a list."""
    return numpy.array(values, dtype=float) if numpy else [float(x) for x in values]


class Column:
    """Values with a name and a unit; it can be used as a sequence and as a numpy array."""

    def __init__(self, name, unit, values):
        self.name, self.unit, self.values = name, unit, values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        return self.values[i]

    def __iter__(self):
        return iter(self.values)

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.values, dtype=dtype)

    @property
    def label(self):
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    def __repr__(self):
        return f"<{self.label}: {len(self)} values>"


class Table:
    """Columns by their names: table["x"], table.names, table.units; len(table) is the number of rows."""

    def __init__(self, columns):
        self.columns = {c.name: c for c in columns}

    @property
    def names(self):
        return list(self.columns)

    @property
    def units(self):
        return {name: c.unit for name, c in self.columns.items()}

    def __getitem__(self, name):
        try:
            return self.columns[name]
        except KeyError:
            raise KeyError(f"there is no column '{name}': there are {', '.join(self.columns)}") from None

    def __contains__(self, name):
        return name in self.columns

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(next(iter(self.columns.values()))) if self.columns else 0

    def rows(self):
        """The rows as dictionaries."""
        return [{name: c[i] for name, c in self.columns.items()} for i in range(len(self))]

    def __repr__(self):
        return f"<{type(self).__name__}: {len(self)} rows of {', '.join(c.label for c in self.columns.values())}>"


def split_label(label):
    """("x", "m") of "x [m]"."""
    if label.endswith("]") and " [" in label:
        return tuple(label[:-1].split(" [", 1))
    return label, ""


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def read_table(path):
    """A csv file with units in its header. Columns that are not all numbers stay texts."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows:
        raise ValueError(f"{path}: empty")
    good = [row for row in rows[1:] if len(row) == len(rows[0])]  # a last row may be cut off
    columns = []
    for i, label in enumerate(rows[0]):
        texts = [row[i] for row in good]
        numbers = [number(text) if text else float("nan") for text in texts]
        columns.append(Column(*split_label(label), array(numbers) if None not in numbers else texts))
    return Table(columns)


class Results(Table):
    """A run: its probes over time (results["x"], results.time), `energy`, and `info`, which is run.json: parameters, extremes,
    statistics, warnings, limits. `outcome` is done, interrupted or failed."""

    def __init__(self, folder):
        with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
            self.info = json.load(file)
        table = read_table(os.path.join(folder, "probes.csv"))
        super().__init__(table.columns.values())
        self.folder = folder
        self.time = self.columns.pop("t")
        for name, column in self.columns.items():
            if not column.unit:  # output: {header: plain}
                column.unit = self.info["probes"].get(name, {}).get("unit", "")
        energy = os.path.join(folder, "energy.csv")
        self.energy = read_table(energy) if os.path.exists(energy) else None

    @property
    def outcome(self):
        return self.info["outcome"]

    @property
    def warnings(self):
        return self.info.get("warnings", [])

    def parameter(self, name):
        return self.info["parameters"][name]["value"]

    def summary(self, name):
        """min, max, mean, rms, last of a probe over all steps, and the times of the extremes."""
        return self.info["probes"][name]


def read(folder):
    """What a folder holds: Results of a run, or the Table of a sweep."""
    for file in ("sweep.csv", "converge.csv"):
        path = os.path.join(folder, file)
        if os.path.exists(path):
            return read_table(path)
    if not os.path.exists(os.path.join(folder, "run.json")):
        raise FileNotFoundError(f"{folder}: neither run.json of a run nor sweep.csv of a sweep")
    return Results(folder)

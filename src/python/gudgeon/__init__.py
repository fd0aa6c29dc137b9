"""Gudgeon: flexible multibody dynamics with real joints, from Python.

    import gudgeon
    results = gudgeon.Model("slider_crank.yaml").set(clearance="0.1 mm").run()
    moment = results["crank_moment"]          # values over time, with moment.unit

The module calls libgudgeon by ctypes (the functions of gudgeon.h); numpy is used where it is installed. docs/python.md.
"""
from .library import GudgeonError, git_id, version
from .model import Model, Simulation
from .results import Column, Results, Table, read

__all__ = ["Column", "GudgeonError", "Model", "Results", "Simulation", "Table", "git_id", "read", "version"]
__version__ = version()

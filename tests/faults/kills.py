#!/usr/bin/python3
# label: long
# timeout: 20000
"""100 kills at random moments of runs, 100 of sweeps and refinements, 10 of one process of two."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import faulty
from runs import finish

faulty.kill_runs(100, seed=1)
faulty.kill_studies(100, seed=2)
faulty.kill_rank(10, seed=3)
finish()

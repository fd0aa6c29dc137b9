#!/usr/bin/python3
# label: long
# timeout: 7200
"""The matrix of issue 14: N = 2, 10, 20, 40, steps 1e-2 ... 5e-5 s, tolerances 1e-6 ... 1e-12, through four singular positions."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from n_four_bar import check_matrix
from runs import below, call, check, finish, folder, model, probes

tools = (check, below, call, folder, model, probes)
STEPS = ["1e-2", "5e-3", "2e-3", "1e-3", "5e-4", "2e-4", "1e-4", "5e-5"]
TOLERANCES = ["1e-6", "1e-7", "1e-8", "1e-9", "1e-10", "1e-11", "1e-12"]
check_matrix(tools, [2, 10, 20, 40], 3, STEPS, TOLERANCES)
finish()

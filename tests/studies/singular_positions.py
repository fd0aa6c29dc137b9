#!/usr/bin/python3
# label: study
# timeout: 300
"""Mechanisms pass singular positions whatever the step is: the N-four-bar mechanism, a part of the matrix (singular_positions_long has all)."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from n_four_bar import check_matrix
from runs import below, call, check, finish, folder, model, probes

tools = (check, below, call, folder, model, probes)
check_matrix(tools, [2], 3, ["1e-2", "1e-3", "2e-4"], ["1e-6", "1e-8", "1e-11"])
check_matrix(tools, [10], 1.5, ["1e-2", "1e-3"], ["1e-7", "1e-10"])
finish()

"""Sweeps of label noise, and the tables and figures of the papers; resumable, on many cores."""

from belieflab.experiments.cells import Cell, Job, Outcome, Result, list_jobs
from belieflab.experiments.labelled import with_labels
from belieflab.experiments.reproducing import reproduce
from belieflab.experiments.running import Progress, run
from belieflab.experiments.store import ResultStore
from belieflab.experiments.sweep import (
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    Sweep,
    hand_over,
)
from belieflab.experiments.sweep_files import parse_sweep, read_sweep, write_sweep

__all__ = [
    "Assessment",
    "Cell",
    "DataChoice",
    "Job",
    "LawChoice",
    "MethodChoice",
    "Outcome",
    "Progress",
    "Result",
    "ResultStore",
    "Sweep",
    "hand_over",
    "list_jobs",
    "parse_sweep",
    "read_sweep",
    "reproduce",
    "run",
    "with_labels",
    "write_sweep",
]

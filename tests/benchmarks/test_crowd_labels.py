"""The benchmark of annotator models finds the real crowds of a folder; its peer is not needed."""

from pathlib import Path

import numpy as np

from belieflab.crowd import ReliabilityModel
from benchmarks import crowd_labels

ANSWERS = Path(__file__).parents[2] / "sample_data" / "answers"


def test_files_with_a_truth_are_measured_and_others_passed_over(monkeypatch):
    monkeypatch.setattr(crowd_labels, "folder", ANSWERS)
    found = dict(crowd_labels._real_crowds())
    assert sorted(name.partition(",")[0] for name in found) == [
        "credal.csv",
        "crowdtruth.tsv",
        "features_and_annotators.csv",
    ]
    for real in found.values():
        fitted = ReliabilityModel().fit(real.answers)
        assert crowd_labels.accuracy(fitted.posteriors_.argmax(axis=1), real.truth) > 0.75
        assert (
            len(real.singles) == len(real.answers) and (np.asarray(real.singles.label) >= 0).all()
        )

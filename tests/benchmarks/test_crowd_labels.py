"""The benchmark of annotator models finds the real crowds of a folder; its peer is not needed."""

from functools import partial
from pathlib import Path

import numpy as np
import yaml

from belieflab import Frame
from belieflab.crowd import ReliabilityModel
from belieflab.data.crowd_answers import CrowdAnswers
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
        assert (fitted.posteriors_.argmax(axis=1) == real.truth).mean() > 0.75
        assert (
            len(real.singles) == len(real.answers) and (np.asarray(real.singles.label) >= 0).all()
        )


def test_true_classes_in_a_second_file_are_joined(monkeypatch, tmp_path):
    said = {who: {7: True, 9: False, 11: True} for who in ("ann", "bob")}
    (tmp_path / "bluebirds_labels.yaml").write_text(yaml.safe_dump(said))
    (tmp_path / "bluebirds_truth.yaml").write_text("{11: false, 9: false, 7: true}\n")
    (tmp_path / "labelme_answers.txt").write_text("2 -1 2\n0 1 -1\n-1 1 1\n0 0 2\n")
    (tmp_path / "labelme_LabelMe_Z_train.txt").write_text("2\n0\n1\n0\n")
    monkeypatch.setattr(crowd_labels, "folder", tmp_path)
    found = dict(crowd_labels._real_crowds())
    birds = found["bluebirds_labels.yaml, 2 classes"]
    assert birds.truth.tolist() == [1, 0, 0]  # of false, true
    assert found["labelme_answers.txt, 3 classes"].truth.tolist() == [2, 0, 1, 0]
    (tmp_path / "labelme_LabelMe_Z_train.txt").write_text("2\n0\n")
    assert list(dict(crowd_labels._real_crowds())) == ["bluebirds_labels.yaml, 2 classes"]


def test_the_difference_is_paired_and_sets_are_drawn_anew():
    simulated = crowd_labels.simulate(3)
    assert crowd_labels.has_sets(simulated.answers)
    assert not crowd_labels.has_sets(crowd_labels.simulate(1).answers)
    first, second = (crowd_labels.draw_members(simulated.answers, seed) for seed in (1, 2))
    masks = simulated.answers.focal[simulated.answers.starts[:-1]]
    assert (masks >> first.label.to_numpy() & 1).all()
    assert (first.label != second.label).mean() > 0.2
    gain = np.array([1.0, 0.0, 0.0, -1.0, 1.0])
    assert crowd_labels.with_error(gain) == "0.2000 (standard error 0.3742)"


def test_the_verdict_is_about_objects_with_several_answers_that_say_something():
    sets = np.array([1, 7, 1, 2, 1, 1, 4])
    answers = CrowdAnswers.from_sets(
        Frame("abc"), 4, [0, 0, 1, 1, 2, 3, 3], [0, 1, 0, 1, 0, 0, 1], sets
    )
    assert crowd_labels.shared_objects(answers).tolist() == [False, True, False, True]
    good, bad = np.tile([1.0, 1.0, 1.0, 0.0], 25), np.tile([1.0, 0.0, 1.0, 0.0], 25)
    apart = np.tile([False, True, False, True], 25)
    everywhere = "all 100 objects: yes (+0.2500, one standard error is 0.0435)"
    said = partial(crowd_labels.verdict, True, good, bad)
    assert said(apart) == (
        "better on sets: yes (+0.5000, one standard error is 0.0714), on the 50 objects; "
        f"{everywhere}"
    )
    assert said(~apart).startswith("better on sets: no (+0.0000, one standard error is 0.0000)")
    assert said(~apart).endswith(f"on the 50 objects; {everywhere}")
    assert said(apart | True) == "better on sets: yes (+0.2500, one standard error is 0.0435)"
    nothing = "no object has two answers that say something"
    assert said(apart & ~apart) == f"better on sets: cannot be shown, {nothing}; {everywhere}"
    said = partial(crowd_labels.verdict, False)
    assert said(bad, good, apart).startswith("within one standard error: no (-0.5000, one")
    assert said(bad, good, ~apart).startswith("within one standard error: yes (+0.0000, one")
    assert "objects: no (-0.2500, one standard error is 0.0435)" in said(bad, good, ~apart)
    assert said(good, bad, apart & ~apart).startswith(f"within one standard error: {nothing}; all")


def test_the_time_is_judged_where_there_are_as_many_answers_as_the_bar_is_about():
    said = crowd_labels.time_verdict
    assert said(100_000, 1.994) == "100,000 answers under 2 s: yes (1.99 s for 100,000)"
    assert said(120_000, 2.5) == "100,000 answers under 2 s: no (2.50 s for 120,000)"
    assert said(7_280, 0.1) == "100,000 answers under 2 s: cannot be shown, there are 7,280"

"""Structures are compared by models that were fitted to the end."""

import pytest

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.comparison import fit_each
from belieflab.data import build_labels, load_sample
from belieflab.iteration import StopFlag, until_stopped

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=1)


@pytest.mark.parametrize("before", ["reading", "a step"])
def test_a_model_that_was_stopped_is_not_among_them(before):
    flag, taken = StopFlag(), []
    models = {key: GaussianNetworkClassifier(key) for key in ("naive", "tan", "full")}

    def points(structure: str):
        taken.append(structure)
        if len(taken) == 2 and before == "reading":
            flag.set()
        return IRIS.X

    if before == "a step":
        follow = models["tan"].iterate

        def iterate(*given, stop):
            for step in follow(*given, stop=stop):
                flag.set()
                yield step

        models["tan"].iterate = iterate
    found = list(until_stopped(fit_each(models, points, LABELS, flag), flag))
    assert [key for key, _ in found] == ["naive"] and taken == ["naive", "tan"]
    assert found[0][1].n_iter_ > 1

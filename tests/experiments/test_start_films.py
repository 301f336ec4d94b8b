"""The films of the first page: the files are those that the code makes, and their numbers hold."""

from importlib.resources import files

import numpy as np
import pytest

from belieflab.experiments.start_films import make_films, overlapping_classes


@pytest.fixture(scope="module")
def films():
    return make_films()


def test_the_files_are_what_the_code_draws(films):
    for film in films:
        kept = (files("belieflab.figures") / "films" / film.file).read_text(encoding="utf-8")
        assert film.svg == kept


def test_the_numbers_stated_beneath_them_hold(films):
    without, with_labels = films
    assert (round(without.error, 2), round(with_labels.error, 2)) == (0.30, 0.15)
    dataset, labels = overlapping_classes()
    assert np.mean(labels.pignistic().argmax(axis=1) != dataset.truth) == pytest.approx(
        0.25, abs=0.02
    )

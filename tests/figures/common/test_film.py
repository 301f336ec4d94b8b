"""The films of the first page: the files are those that the code makes, and their numbers hold."""

import xml.etree.ElementTree as ElementTree
from importlib.resources import files

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.figures.common.film import draw_film
from belieflab.figures.start.film import make_films, overlapping_classes


@pytest.fixture(scope="module")
def films():
    return make_films()


def test_the_files_are_what_the_code_draws(films):
    for film in films:
        kept = (files("belieflab.figures") / "films" / film.file).read_text(encoding="utf-8")
        assert film.svg == kept


def test_the_numbers_told_beneath_them_hold(films):
    without, with_labels = films
    assert (round(without.error, 2), round(with_labels.error, 2)) == (0.30, 0.15)
    dataset, labels = overlapping_classes()
    assert np.mean(labels.pignistic().argmax(axis=1) != dataset.truth) == pytest.approx(
        0.25, abs=0.02
    )


def test_every_outline_moves_through_all_frames_and_rests_on_the_last():
    circle = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]])
    outlines = np.stack([np.stack([circle + step, circle - step]) for step in range(3)])
    labels = MassTable(["a", "b"], [1, 2], [[1, 0], [0, 1]])
    tree = ElementTree.fromstring(  # noqa: S314
        draw_film(np.array([[0.0, 0.0], [1.0, 1.0]]), labels, outlines, "x < y")
    )
    paths = [each for each in tree if each.tag.endswith("}path")]
    assert len(paths) == 2
    for path in paths:
        frames = path[0].attrib["values"].split(";")
        assert len(frames) == 4 == len(path[0].attrib["keyTimes"].split(";"))
        assert frames[-1] == frames[-2] == path.attrib["d"]
        assert frames[0] != frames[1]

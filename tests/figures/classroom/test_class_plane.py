"""The plane of a class: what stays, and what the answers change."""

import numpy as np

from belieflab import Frame, MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.classroom.class_plane import (
    ASKED,
    MAX_OTHERS,
    OTHERS,
    class_marks,
    class_plane,
)
from belieflab.figures.common.palette import OMEGA_GREY, QUESTION, class_colour

FRAME = Frame(["a", "<b>"])


def test_asked_objects_have_their_own_trace_and_names_stay_text() -> None:
    points = np.arange(12.0).reshape(6, 2)
    figure = class_plane(points, ("x", "<i>y"), FRAME.names, np.array([1, 4]))
    assert figure.data[ASKED].x.tolist() == [2, 8]
    assert figure.data[OTHERS].x.tolist() == [0, 4, 6, 10]
    names = [trace.name for trace in figure.data if trace.showlegend is not False]
    assert names == ["a", "&lt;b&gt;", "open (Ω)", "disputed"]
    assert figure.layout.yaxis.title.text == "&lt;i&gt;y"
    many = class_plane(np.zeros((9_000, 2)), ("x", "y"), FRAME.names, np.array([5]))
    assert len(many.data[OTHERS].x) == MAX_OTHERS


def test_objects_are_called_by_their_ids() -> None:
    named = Dataset(np.zeros((3, 1)), ("x",), ids=("k1", "7", "<k3>"))
    asked = np.array([1, 2])
    figure = class_plane(np.zeros((3, 2)), ("x", "y"), FRAME.names, asked, dataset=named)
    assert list(figure.data[ASKED].hovertext) == ["id 7", "&lt;k3&gt;"]
    labels, zeros = MassTable.vacuous(3, FRAME), np.zeros(3, dtype=int)
    marks = class_marks(labels, np.zeros(3), zeros, asked, dataset=named)
    assert marks["hovertext"] == ["<b>id 7</b><br>0 answers", "<b>&lt;k3&gt;</b><br>0 answers"]


def test_marks_tell_class_certainty_and_conflict() -> None:
    labels = MassTable(FRAME, [1, 2, 3], [[0, 0, 1], [1, 0, 0], [0.5, 0.5, 0]])
    asked = np.array([0, 1, 2])
    marks = class_marks(labels, np.array([0, 0, 0.8]), np.array([0, 1, 2]), asked)
    assert marks["marker.color"][0] == OMEGA_GREY
    assert marks["marker.color"][1] == class_colour(0)
    sizes = marks["marker.size"]
    assert sizes[0] < sizes[1]
    widths = marks["marker.line.width"]
    assert widths[2] > widths[1] and marks["marker.line.color"][2] == QUESTION
    assert marks["hovertext"][0] == "<b>Row 1</b><br>0 answers"
    assert "1 answer<br>mass: {a} 1.00" in marks["hovertext"][1]

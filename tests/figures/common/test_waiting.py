"""Charts before anything is known: they say what will come, and no number that means nothing."""

from belieflab.figures.common.canvas import chart
from belieflab.figures.common.trace import draw_growing
from belieflab.figures.common.waiting import WAITING, await_values


def test_axes_keep_their_names_and_lose_their_numbers():
    figure = draw_growing("iteration", "log-likelihood")
    assert figure.layout.xaxis.title.text == "iteration"
    assert figure.layout.yaxis.title.text == "log-likelihood"
    assert not figure.layout.xaxis.showticklabels and not figure.layout.yaxis.showticklabels
    assert [note.name for note in figure.layout.annotations] == [WAITING]


def test_known_ranges_keep_their_numbers_and_a_sentence_is_text():
    figure = await_values(chart("x", "y", 200), "<b>soon</b>", numbers=True, scale=2.0)
    assert figure.layout.xaxis.showticklabels is None
    [note] = figure.layout.annotations
    assert note.text == "&lt;b&gt;soon&lt;/b&gt;" and note.font.size == 26

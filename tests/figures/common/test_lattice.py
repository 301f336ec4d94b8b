"""The lattice holds every subset once, with its numbers, and stays readable."""

import numpy as np
import pytest

from belieflab import DataError, Frame, MassTable
from belieflab.figures.common.lattice import lattice, node_names, node_places

TABLE = MassTable(["a", "b", "c"], [1, 3, 7], [[0.3, 0.4, 0.3]])


def test_every_subset_is_a_node_with_its_numbers():
    edges, nodes = lattice(TABLE).data
    assert list(nodes.hovertext) == [TABLE.frame.format(mask) for mask in range(8)]
    for mask, numbers in enumerate(np.asarray(nodes.customdata)):
        assert numbers == pytest.approx(
            [
                TABLE.mass_of(mask)[0],
                TABLE.belief(mask)[0],
                TABLE.plausibility(mask)[0],
                TABLE.commonality(mask)[0],
            ]
        )
    assert len(edges.x) == 3 * 12  # a cube has 12 edges; each is two ends and a gap


def test_mass_makes_a_node_grow():
    sizes = np.asarray(lattice(TABLE).data[1].marker.size)
    assert sizes[3] > sizes[1] == sizes[7] > sizes[0] == sizes[2]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_nodes_keep_their_distance_and_larger_sets_are_higher(size):
    places, n_rows = node_places(size)
    assert places[:, 1].max() == n_rows - 1
    for mask in range(1 << size):
        for k in range(size):
            if not mask >> k & 1:
                assert places[mask | 1 << k, 1] > places[mask, 1]
    gaps = [
        abs(one[0] - other[0])
        for i, one in enumerate(places)
        for other in places[:i]
        if one[1] == other[1]
    ]
    assert min(gaps, default=1.0) >= 0.19  # 120 pixels in a column of 640


def test_names_that_fit_are_whole_and_shown_letter_by_letter():
    names = node_names(Frame(["cat", "dog", "<b>"]))
    assert names[3:5] == ["{cat, dog}", "{&lt;b&gt;}"]
    assert node_names(Frame(["meningitis", "concussion", "x"]))[3] == "{meningitis,<br>concussion}"


def test_long_names_of_unions_are_short_codes():
    greek = node_names(Frame(["alpha", "beta", "gamma", "delta", "epsilon"]))
    assert [greek[1], greek[3], greek[30], greek[31]] == ["alpha", "{a, b}", "{b, g, d, e}", "Ω"]
    numbered = node_names(Frame([f"disease number {k}" for k in range(4)]))
    assert [numbered[1], numbered[3]] == ["1: disease number 0", "{1, 2}"]


def test_six_classes_are_refused():
    with pytest.raises(DataError, match="up to 5 classes"):
        lattice(MassTable.vacuous(1, "abcdef"))


def test_a_compact_lattice_has_two_lines_per_node():
    table = MassTable.from_sets([["alpha", "a very long name"]], ["alpha", "a very long name", "c"])
    figures = [lattice(table, compact=each) for each in (False, True)]
    whole, compact = (figure.data[1].text for figure in figures)
    assert all("q " in text for text in whole)
    assert all(text.count("<br>") == 1 and "[" in text for text in compact)
    assert [note.text for note in figures[1].layout.annotations] == ["m [bel, pl]"]
    assert not figures[0].layout.annotations


def test_names_that_have_no_room_in_a_compact_lattice_are_short():
    names = node_names(Frame(["meningitis", "concussion", "tumour"]), compact=True)
    assert names[1] == "meningitis" and names[3] == "{m, c}"

"""A legend explains every class in its pure colour, and shows names letter by letter."""

from belieflab.figures.common.palette import Marker, class_colour, class_symbol
from belieflab.figures.common.traces import class_entries, legend_entry


def test_every_class_has_an_entry_in_its_colour_and_symbol():
    entries = class_entries(["a", "b", "c"])
    assert [entry.name for entry in entries] == ["a", "b", "c"]
    for k, entry in enumerate(entries):
        assert entry.marker.color == class_colour(k, 3)
        assert entry.marker.symbol == class_symbol(k, 3)
        assert entry.x == (None,), "an entry draws nothing on the plane"


def test_names_of_classes_are_no_markup():
    [entry] = class_entries(["<b>x</b> & y"])
    assert "<" not in entry.name
    assert entry.legendgroup == entry.name


def test_a_mark_keeps_the_ring_it_is_given():
    entry = legend_entry("wrong", Marker("#D55E00", "#D55E00", 2.4, "circle-open"))
    assert entry.marker.line.color == "#D55E00"
    assert entry.marker.line.width == 2.4

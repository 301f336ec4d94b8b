"""A link holds the whole playground."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.belief.rules import RULES
from belieflab.ui.pages.playground.link import KEYS, PRESETS, read_link, write_link
from belieflab.ui.pages.playground.state import Playground, Source

NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8).filter(
    lambda name: name == name.strip() and name.strip()
)


@st.composite
def playgrounds(draw):
    names = tuple(draw(st.lists(NAMES, min_size=2, max_size=5, unique=True)))
    omega = (1 << len(names)) - 1
    sources = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=6, unique=True)):
        masses = draw(st.dictionaries(st.integers(0, omega - 1), st.integers(1, 1000), max_size=5))
        doubt = draw(st.integers(0, 100)) / 100
        thousandths = {mask: mass / 1000 for mask, mass in masses.items()}
        sources.append(Source(name, (), doubt).with_masses(thousandths))
    condition = draw(st.none() | st.integers(1, omega - 1))
    return Playground(names, tuple(sources), draw(st.sampled_from(sorted(RULES))), condition)


@given(playgrounds())
def test_round_trip_through_the_address_bar(playground):
    address = urlencode(write_link(playground))
    assert read_link(dict(parse_qsl(address))) == playground


@pytest.mark.parametrize("key", PRESETS)
def test_an_example_is_one_word(key):
    example = PRESETS[key].playground
    assert write_link(example) == {"preset": key}
    changed = replace(example, rule="yager", given=1)
    assert write_link(changed) == {"preset": key, "rule": "yager", "given": "a"}
    assert read_link(write_link(changed)) == changed


def test_a_link_reads_like_the_page():
    playground = Playground(
        ("rain", "dry"), (Source("Ann", (), 0.1).with_masses({1: 0.6}),), "average"
    )
    assert write_link(playground) == {
        "frame": "rain~dry",
        "who": "Ann",
        "m1": "a-0.6",
        "doubt": "0.1",
        "rule": "average",
    }


def test_masses_alone_are_enough():
    playground = read_link({"frame": "x~y", "m1": "a-0.2~ab-0.8", "m2": "-"})
    assert playground == Playground(
        ("x", "y"), (Source("Source 1", ((1, 0.2),)), Source("Source 2"))
    )


def test_classes_that_are_no_text_keep_their_kind():
    playground = Playground(("0", "1"), (Source("Ann", ((1, 0.6),)),), kind="integer")
    assert write_link(playground)["kind"] == "integer"
    assert read_link(write_link(playground)) == playground
    assert playground.frame.values == (0, 1)
    assert playground.with_names(["1", "7"]).frame.values == (1, 7)
    assert playground.with_names(["1", "other"]).frame.values == ("1", "other")
    text = replace(playground, kind="text")
    assert "kind" not in write_link(text)
    assert read_link(write_link(text)).frame.values == ("0", "1")


def test_other_parameters_are_nobodys_business_here():
    assert read_link({"data": "iris", "seed": "3"}) is None
    assert not {"data", "labels", "seed"} & set(KEYS)


@pytest.mark.parametrize(
    ("params", "sentence"),
    [
        ({"preset": "nobody"}, "no example called 'nobody'"),
        ({"m1": "a-1"}, "names no frame"),
        ({"frame": "a~b"}, "no mass function"),
        ({"frame": "a~b", "m1": "a=1"}, "a set, a dash and a number"),
        ({"frame": "a~b", "m1": "z-1"}, "the set 'z'"),
        ({"frame": "a~b", "m1": "a-much"}, "'much', which is not a number"),
        ({"frame": "a~b", "m1": "a-nan"}, "between 0 and 1"),
        ({"frame": "a~b", "m1": "a-7"}, "between 0 and 1"),
        ({"frame": "a~b", "m1": "a-1", "doubt": "-1"}, "doubt -1"),
        ({"frame": "a~b", "m1": "a-1", "rule": "guess"}, "the rule 'guess'"),
        ({"frame": "a~b", "m1": "a-1", "given": "0"}, "conditions on ∅"),
        ({"frame": "a~a", "m1": "a-1"}, "appears twice"),
        ({"frame": "a~b", "m1": "a-1", "kind": "integer"}, "'a' is not how a class of kind"),
        ({"frame": "a~b", "m1": "a-1", "kind": "odd"}, "'odd' is no kind of class"),
        ({"frame": "a~b~c~d~e~f", "m1": "a-1"}, "6 were given"),
    ],
)
def test_a_broken_link_is_a_sentence(params, sentence):
    with pytest.raises(DataError, match=sentence):
        read_link(params)

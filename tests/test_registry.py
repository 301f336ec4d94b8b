"""Entries by key: added for good, found or refused in a sentence, added for a while."""

from typing import NamedTuple

import pytest

from belieflab.errors import DataError
from belieflab.registry import Registry


class Toy(NamedTuple):
    key: str


def test_entries_keep_their_order_and_are_found_by_key():
    toys = Registry("toy", [Toy("ball"), Toy("kite")])
    added = toys.add(Toy("drum"))
    assert list(toys) == ["ball", "kite", "drum"]
    assert toys.find("drum") is added


def test_an_unknown_key_is_refused_with_the_keys_there_are():
    with pytest.raises(DataError, match=r"no toy called 'top'; there are ball, kite\."):
        Registry("toy", [Toy("ball"), Toy("kite")]).find("top")


def test_a_key_is_taken_once():
    toys = Registry("toy", [Toy("ball")])
    with pytest.raises(ValueError, match="already is a toy called 'ball'"):
        toys.add(Toy("ball"))


def test_an_entry_added_temporarily_is_gone_afterwards_even_after_an_error():
    toys = Registry("toy", [Toy("ball")])
    with pytest.raises(RuntimeError), toys.temporarily(Toy("kite"), Toy("drum")):
        assert list(toys) == ["ball", "kite", "drum"]
        raise RuntimeError
    assert list(toys) == ["ball"]


def test_an_entry_is_found_by_its_former_key_but_listed_once():
    toys = Registry("toy", [Toy("ball")], former={"balloon": "ball"})
    assert toys.find("balloon").key == "ball"
    assert list(toys) == ["ball"]


def test_a_long_key_is_not_repeated_whole():
    with pytest.raises(DataError) as raised:
        Registry("toy", [Toy("a")]).find("x" * 100_000)
    assert f"'{'x' * 99}…'" in str(raised.value)
    assert len(str(raised.value)) < 150

"""The glossary: every term complete, every link within it alive."""

from xml.etree import ElementTree

import pytest

from belieflab import DataError
from belieflab.belief.combination import RULES
from belieflab.ui.glossary.terms import BY_KEY, TERMS, hint, search


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.key)
def test_term_is_complete(term):
    assert term.sentence.endswith(".")
    assert term.sentence.count(". ") == 0, "one sentence"
    assert term.source
    assert all(key in BY_KEY for key in term.see)
    assert not set(term.sentence) & set("*_`[]<>$"), "hints are shown as Markdown"
    ElementTree.fromstring(term.draw())  # noqa: S314  our own text


def test_keys_are_unique_and_every_rule_has_a_term():
    assert len(BY_KEY) == len(TERMS)
    assert set(RULES) <= set(BY_KEY)


def test_hint_is_the_sentence():
    assert hint("vacuous") == "Total ignorance: all mass on Ω."
    with pytest.raises(DataError, match="no term 'nonsense'"):
        hint("nonsense")


def test_search_puts_names_before_mentions():
    assert search("belief")[0].key == "belief"
    assert [term.key for term in search("SHAFER simple support")] == ["simple-support"]
    assert search("") == list(TERMS)
    assert search("xyzzy") == []

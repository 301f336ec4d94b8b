"""The glossary: every term complete, every link within it alive."""

import re
from xml.etree import ElementTree

import pytest

from belieflab import DataError
from belieflab.belief.rules import RULES
from belieflab.ui.glossary.terms import TERMS, hint, search


@pytest.mark.parametrize("term", TERMS.values(), ids=lambda term: term.key)
def test_term_is_complete(term):
    assert term.sentence.endswith(".")
    assert term.sentence.count(". ") == 0, "one sentence"
    assert re.search(r"\(\d{4}\)", term.citation) and not re.search(r"[a-z]\d{4}", term.citation)
    assert term.references
    assert all(key in TERMS for key in term.see.split())
    assert not set(term.sentence) & set("*_`[]<>$"), "hints are shown as Markdown"
    ElementTree.fromstring(term.draw())  # noqa: S314  our own text


def test_every_rule_has_a_term():
    assert set(RULES) <= set(TERMS)


def test_hint_is_the_sentence():
    assert hint("vacuous") == "Total ignorance: all mass on Ω."
    with pytest.raises(DataError, match="no term called 'nonsense'"):
        hint("nonsense")


def test_search_puts_names_before_mentions():
    assert search("belief")[0].key == "belief"
    assert [term.key for term in search("SHAFER simple support")] == ["simple-support"]
    assert search("") == list(TERMS.values())
    assert search("xyzzy") == []

"""User text stays text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflab.ui.shell.text import JOINER, plain


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("setosa", "setosa"),
        ("*a_b*", r"\*a\_b\*"),
        ("![x](http://a.b)", r"\!\[x\]\(http\:" + JOINER + r"\/\/a\.b\)"),
        ("two\nlines", "two lines"),
        ("Ω é 漢", "Ω é 漢"),
    ],
)
def test_signs_of_markdown_are_escaped(text: str, seen: str) -> None:
    assert plain(text) == seen


@given(st.text())
def test_nothing_is_lost_but_white_space(text: str) -> None:
    undone = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", plain(text)).replace(JOINER, "")
    assert undone == " ".join(text.split()).replace(JOINER, "")


@given(st.text(alphabet="!*_[]()<>`$:~-=@./www ahtps", max_size=40))
def test_no_sign_of_punctuation_stands_bare(text: str) -> None:
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<\[$~]", plain(text).replace(r"\\", ""))


@pytest.mark.parametrize("text", ["https://a.b", "www.a.b", "a@b.cd", ":smile:", "->", ":red[x]"])
def test_what_streamlit_finds_even_when_escaped_is_parted(text: str) -> None:
    assert JOINER in plain(text)

"""The glossary on the page: the term a link asks for, a filter, and the cards."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from belieflab.ui.glossary.term import Term
from belieflab.ui.glossary.terms import TERMS, search
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button, in_rows
from belieflab.ui.shell.text import plain

_PARAMETER = "term"
_FILTER = "glossary.filter"


def draw_glossary() -> None:
    """Draw the term of `?term=…` on top, then the filter and the terms that pass it, by group."""
    linked = _linked_term()
    if lecture.current() is not None:
        _draw_for_lecture(linked)
        return
    if linked is not None:
        _draw_card(linked, list(TERMS.values()))
        forget = partial(st.query_params.pop, _PARAMETER, None)
        draw_button("All terms", "glossary.all", forget, icon="list")
    hint = "belief, discounting, Shafer …"
    text = st.text_input("Find", key=_FILTER, placeholder=hint, persist_state="session", width=420)
    found = search(text)
    st.caption(f"{len(found)} of {len(TERMS)} terms")
    if not found:
        st.info("No term matches all these words; try fewer or shorter ones.")
    below = [term for term in found if term is not linked]
    if text.strip():
        _draw_rows(below, found)
        return
    for group in dict.fromkeys(term.group for term in below):
        st.header(group)
        _draw_rows([term for term in below if term.group == group], found)


def _draw_for_lecture(linked: Term | None) -> None:
    """One term at a time, large."""
    titles = {key: term.title for key, term in TERMS.items()}
    first = 0 if linked is None else list(titles).index(linked.key)
    look: dict[str, Any] = {"index": first, "format_func": titles.__getitem__, "width": 420}
    chosen = st.selectbox("Term", list(titles), key="glossary.chosen", **look)
    _draw_card(TERMS[chosen], list(TERMS.values()), links=False)


def _linked_term() -> Term | None:
    """The term that the address asks for; one that is not there is said, and all are shown."""
    key = st.query_params.get(_PARAMETER)
    if key is not None and key not in TERMS:
        st.warning(f"The glossary has no term “{plain(key)}”; look for it below.")
        return None
    return None if key is None else TERMS[key]


def _draw_rows(terms: Sequence[Term], on_page: Sequence[Term]) -> None:
    for column, term in in_rows(terms, 2):
        with column:
            _draw_card(term, on_page)


def _draw_card(term: Term, on_page: Sequence[Term], *, links: bool = True) -> None:
    """Picture, sentence, formula, source and neighbours; all of it our own text."""
    with st.container(border=True, height="stretch"):
        st.subheader(term.title, anchor=term.key)
        picture, sentence = st.columns(2, vertical_alignment="center")
        picture.image(term.draw(), width=240 if links else 480, alt=f"Sketch of {term.title}")
        sentence.markdown(term.sentence)
        if term.formula:
            st.latex(term.formula)
        see = ", ".join(_link(TERMS[key], on_page) for key in term.see.split())
        st.caption(term.citation, help=term.references)
        if see and links:
            st.caption(f"See also {see}")


def _link(term: Term, on_page: Sequence[Term]) -> str:
    """A jump within the page where the term is on it, else a link that opens it."""
    target = f"#{term.key}" if term in on_page else f"glossary?{_PARAMETER}={term.key}"
    return f"[{term.title}]({target})"

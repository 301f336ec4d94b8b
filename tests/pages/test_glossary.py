"""The glossary page, driven in process."""

from pathlib import Path

from streamlit.testing.v1 import AppTest

from belieflab.ui.glossary.terms import TERMS

PAGE = Path(__file__).parents[2] / "pages" / "glossary.py"


def opened(**params) -> AppTest:
    at = AppTest.from_file(PAGE, default_timeout=60)
    for key, value in params.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def titles(at: AppTest) -> list[str]:
    return [heading.value for heading in at.subheader]


def test_every_term_is_there_once():
    assert sorted(titles(opened())) == sorted(term.title for term in TERMS.values())


def test_a_linked_term_comes_first_and_all_terms_leaves_it():
    at = opened(term="pignistic")
    assert titles(at)[0] == "Pignistic probability"
    assert len(titles(at)) == len(TERMS)
    at.button(key="glossary.all").click().run()
    assert not at.exception
    assert titles(at)[0] == next(iter(TERMS.values())).title
    assert "term" not in at.query_params


def test_filter():
    at = opened()
    at.text_input(key="glossary.filter").set_value("yager").run()
    assert titles(at)[0] == "Yager's rule"
    assert len(titles(at)) < 10
    at.text_input(key="glossary.filter").set_value("qwertz").run()
    assert titles(at) == []
    assert "No term" in at.info[0].value


def test_an_unknown_term_is_said():
    at = opened(term="![x](http://example.org)")
    assert "no term" in at.warning[0].value
    assert "![x]" not in at.warning[0].value
    assert len(titles(at)) == len(TERMS)

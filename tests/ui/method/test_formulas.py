"""Formulas are LaTeX; meanings and values are text, whatever signs they hold."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    from belieflab.formulas import Formula, Symbol
    from belieflab.ui.method.numbers import draw_formulas

    symbols = (
        Symbol(r"\pi_k", "share of class k", 0.123456789),
        Symbol("K", "classes | *names*", "![x](http://a)"),
    )
    draw_formulas([Formula("Criterion", r"L = \sum_i x_i", "Côme et al. 2009, (50)", *symbols)])


def test_the_equation_its_symbols_and_its_paper_are_shown():
    at = AppTest.from_function(page, default_timeout=60).run()
    assert at.latex[0].value.strip("$\n ") == r"L = \sum_i x_i"
    assert at.caption[0].value == r"Côme et al\. 2009\, \(50\)"
    table = at.markdown[1].value.splitlines()
    assert table[2] == r"| $\pi_k$ | share of class k | 0\.123457 |"
    assert r"classes \| \*names\*" in table[3]
    assert "![x]" not in table[3]

from belieflab.figures.common.text import plain


def test_markup_is_shown_letter_by_letter():
    assert plain("<b>a</b> & $x$") == "&lt;b&gt;a&lt;/b&gt; &amp; &#36;x&#36;"


def test_lines_become_one_and_long_text_is_cut():
    assert plain("a\nb\t c") == "a b c"
    assert plain("x" * 100, max_length=10) == "x" * 9 + "…"


def test_a_cut_never_splits_an_escaped_sign():
    assert plain("<" * 100, max_length=5) == "&lt;" * 4 + "…"

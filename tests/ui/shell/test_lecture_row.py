"""Next goes through the pages in the order of the bar and ends after the last."""

from itertools import pairwise

from belieflab.ui.shell.page_table import existing_pages, next_page


def test_next_follows_the_bar():
    entries = existing_pages()
    for entry, following in pairwise(entries):
        assert next_page(entry.key) == following


def test_after_the_last_page_and_on_an_unknown_one_there_is_no_next():
    assert next_page(existing_pages()[-1].key) is None
    assert next_page("nowhere") is None

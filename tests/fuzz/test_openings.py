"""Every page opened on a real server with heavy links and some hostile ones."""

import pytest
from fuzz.openings import Openings, open_page_with_everything

from belieflab.ui.shell.page_table import PAGES


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_heavy_and_hostile_links_give_a_page_in_bounded_time_and_memory(page):
    openings = Openings()
    open_page_with_everything(page, openings, every=10)
    print(f"{openings.tried} links tried, {len(openings.failed)} failed")  # noqa: T201
    assert not openings.failed, "\n".join(openings.failed[:5])

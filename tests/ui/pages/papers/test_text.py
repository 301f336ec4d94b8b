"""Texts of the Papers page."""

import pytest

from belieflab.experiments.papers import PAPERS
from belieflab.ui.pages.papers.text import file_name


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("come2009-table1", "belieflab-Come-et-al-2009-Table-1"),
        ("denoeux2015-butterfly", "belieflab-Denoeux-2015-butterfly"),
        ("lopezcruz2013-fig1", "belieflab-Lopez-Cruz-et-al-2013-Figure-1"),
        ("what-if", "belieflab-what-if"),
    ],
)
def test_a_file_is_named_after_its_paper(name: str, file: str) -> None:
    assert file_name(name) == file


def test_no_two_results_share_a_file_name() -> None:
    assert len({file_name(name) for name in PAPERS}) == len(PAPERS)

"""A few thousand damaged files and hostile links: each gives a result or one sentence."""

import pytest
from fuzz.fuzzing import fuzz
from fuzz.links import VALUES, follow, links, parameters

from belieflab import DataError
from belieflab.ui.pages.playground.session import open_label
from belieflab.ui.shell.lessons import library, session
from belieflab.ui.shell.workspace import Workspace

N_FILES, N_LINKS = 3_000, 3_000


def test_damaged_files_give_a_result_or_one_sentence():
    outcome = fuzz(N_FILES)
    print(f"{outcome.tried} files tried, {len(outcome.failed)} failed")  # noqa: T201
    assert outcome.tried == N_FILES
    assert not outcome.failed, "\n".join(outcome.failed[:5])


def test_hostile_links_give_a_page_or_one_sentence():
    tried = 0
    for query in links(N_LINKS, seed=15):
        follow(query)
        tried += 1
    print(f"{tried} links tried, 0 failed")  # noqa: T201
    assert tried == N_LINKS


def test_every_setting_refuses_every_hostile_value_in_a_sentence():
    assert len(parameters()) > 100
    for key, _ in parameters():
        for value in VALUES:
            if len(value) < 6_000:
                follow({key: value})


def test_long_numbers_of_rows_and_steps_in_links_get_a_sentence():
    workspace = Workspace()
    workspace.load_sample("iris")
    with pytest.raises(DataError, match="names row"):
        open_label(workspace, {"row": "9" * 5_000})
    lesson = next(iter(library.all_lessons()))
    for step in ("9" * 5_000, "000001" + "9" * 20):
        with pytest.raises(DataError, match="has the steps 1 to"):
            session.follow(workspace, {"lesson": lesson, "step": step})

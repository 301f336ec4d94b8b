"""A few thousand damaged files and hostile links: each gives a result or one sentence."""

import sys

import numpy as np
import pytest
from fuzz.fuzzing import MEMORY, fuzz
from fuzz.links import VALUES, follow, links, parameters
from fuzz.packed import packed_targets
from fuzz.targets import Target

from belieflab import DataError
from belieflab.ui.pages.playground.session import open_label
from belieflab.ui.shell.lessons import library, session
from belieflab.ui.shell.workspace import Workspace

N_FILES, N_LINKS = 3_000, 3_000


def test_good_packed_files_are_read_by_every_job(monkeypatch):
    monkeypatch.setattr("fuzz.packed.refused", lambda error: pytest.fail(str(error)))
    for target in packed_targets():
        target.read(target.content, target.name)


def test_damaged_files_give_a_result_or_one_sentence():
    outcome = fuzz(N_FILES)
    print(f"{outcome.tried} files tried, {len(outcome.failed)} failed")  # noqa: T201
    assert outcome.tried == N_FILES
    assert not outcome.failed, "\n".join(outcome.failed[:5])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not say what is held")
@pytest.mark.parametrize("forgets", [True, False], ids=["peak set back", "watched"])
def test_a_file_that_takes_much_memory_is_found_after_one_that_took_more(forgets, monkeypatch):
    if not forgets:
        monkeypatch.setattr("resident._forget_peak", lambda: False)

    def take(content: bytes, name: str) -> None:
        np.ones(int(content), dtype=np.uint8)

    np.ones(2 * MEMORY, dtype=np.uint8)  # what an earlier test took
    sizes = {"little": MEMORY // 4, "much": 3 * MEMORY // 2}
    every = [Target(name, b"%d" % size, take) for name, size in sizes.items()]
    (found,) = fuzz(2, every=every).failed
    assert found.startswith("much (take), file 1: ") and found.endswith(" MB")


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

"""Open workspaces: dropped in time after their connection ended, the oldest first."""

import numpy as np
import pytest

from belieflab.answers import Answers
from belieflab.data.dataset import Dataset
from belieflab.ui.method.runs import Run  # which says what may go
from belieflab.ui.shell.departed import STRIP_SECONDS
from belieflab.ui.shell.page_settings import Latest
from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.live import Open, Registry
from belieflab.ui.shell.workspace import Workspace


def opened(session: str, on_disk: bool, seen: float = 0.0) -> Open:
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.zeros((100, 10)), tuple("abcdefghij")))
    return Open(workspace, session, Latest(), on_disk, seen=seen)


@pytest.mark.parametrize(
    ("on_disk", "seconds"), [(False, limits.PUBLIC_SECONDS), (True, limits.LOCAL_SECONDS)]
)
def test_a_workspace_goes_some_time_after_its_connection(on_disk: bool, seconds: float) -> None:
    connected = {"tab"}
    registry = Registry(connected.__contains__)
    entry = opened("tab", on_disk)
    registry.add("one", entry)
    registry.look(10_000.0)
    connected.clear()
    registry.look(10_000.0 + seconds - 1)
    assert registry.find("one") is not None
    registry.look(10_000.0 + seconds + 1)
    assert registry.find("one") is None
    assert (entry.workspace.dataset is None) == (not on_disk)  # a public server keeps nothing of it
    assert entry.workspace.can_undo == on_disk


def test_one_that_could_not_be_saved_stays_longer() -> None:
    entry = opened("tab", True)
    entry.saved.problem = "The disk is full."
    assert entry.seconds_kept == limits.PUBLIC_SECONDS


def test_of_too_many_the_one_that_left_first_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_MEMORY_BYTES", 2 * 8_000 + 500)
    registry = Registry(lambda session: session == "here")
    registry.add("here", opened("here", False))
    for number in range(3):
        registry.add(str(number), opened("gone", False, seen=float(number)))
    registry.look(10.0)
    assert [name for name in ("here", "0", "1", "2") if registry.find(name)] == ["here", "1", "2"]


def test_only_another_session_that_is_there_counts_as_another_tab() -> None:
    registry = Registry(lambda session: session == "there")
    assert registry.is_elsewhere(opened("there", True), "mine")
    assert not registry.is_elsewhere(opened("gone", True), "mine")
    assert not registry.is_elsewhere(opened("there", True), "there")


def test_what_a_departed_session_carries_counts_and_results_for_earlier_settings_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_MEMORY_BYTES", 1_000_000)
    here = {"small", "large"}
    registry = Registry(here.__contains__)
    for name, size in (("small", 10), ("large", 200_000)):
        kept = Answers()
        kept.put("page.run", 1, np.zeros(100_000))
        run = Run(lambda: iter(()), value=np.zeros(size))
        values = {"shell.runs": {"page.run": run}, "shell.kept_runs": kept}
        entry = opened(name, False)
        entry.values = values
        registry.add(name, entry)
    registry.look(100.0)
    here.clear()
    registry.look(105.0)  # a reload takes over all of it
    small = registry.find("small")
    assert small is not None and small.values["shell.kept_runs"] and registry.find("large")
    registry.look(100.0 + STRIP_SECONDS)
    assert not small.values["shell.kept_runs"] and small.values["shell.runs"]
    assert registry.find("small") is small and registry.find("large") is None

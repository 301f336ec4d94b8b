"""A file that is made when its button is clicked can be had at any moment."""

import pytest
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from belieflab.ui.shell import downloads


@pytest.fixture
def session(monkeypatch):
    """Whose run goes on, and a server in which `mine` and `theirs` are open."""
    for name in ("add_deferred", "_remove_orphaned_deferred_callables"):
        monkeypatch.setattr(MediaFileManager, name, getattr(MediaFileManager, name))
    downloads.keep_clickable()
    monkeypatch.setattr(downloads, "_is_open", {"mine", "theirs"}.__contains__)
    current = ["mine"]
    module = "streamlit.runtime.media_file_manager._get_session_id"
    monkeypatch.setattr(module, lambda: current[0])
    return current


@pytest.fixture
def manager(session):
    return MediaFileManager(MemoryMediaFileStorage("/media"))


def draw(manager, text, element_id="save"):
    make = text.encode
    return manager.add_deferred(
        make, "text/plain", f"1.{element_id}", "a.txt", element_id=element_id
    )


def content(manager, file_id):
    name = manager.execute_deferred(file_id).rsplit("/", 1)[-1].partition(".")[0]
    return manager.read_file(name).content


def test_a_button_keeps_its_id_and_gives_what_was_drawn_last(manager):
    first = draw(manager, "before")
    manager.clear_session_refs()
    assert draw(manager, "now") == first
    manager.remove_orphaned_files()
    assert content(manager, first) == b"now"
    assert draw(manager, "other", "csv") != first


def test_a_click_finds_its_file_while_a_run_goes_on_and_after_one_was_broken_off(manager, session):
    first = draw(manager, "text")
    manager.clear_session_refs()  # a run begins
    session[0] = "theirs"
    assert draw(manager, "secret") != first
    manager.remove_orphaned_files()  # theirs ends
    assert content(manager, first) == b"text"
    session[0] = "mine"
    manager.remove_orphaned_files()  # mine ends before it has drawn the button
    assert content(manager, first) == b"text"


def test_what_no_run_draws_any_more_is_forgotten(manager, session, monkeypatch):
    first = draw(manager, "text")
    manager.clear_session_refs()
    manager.remove_orphaned_files()
    monkeypatch.setattr(downloads, "GRACE_SECONDS", -1.0)
    manager.remove_orphaned_files()
    assert first not in manager._deferred_callables


def test_a_closed_session_leaves_nothing(manager, monkeypatch):
    draw(manager, "text")
    manager.clear_session_refs()
    monkeypatch.setattr(downloads, "_is_open", lambda session: False)
    manager.remove_orphaned_files()
    assert not manager._deferred_callables
    assert not manager._deferred_ids_by_session

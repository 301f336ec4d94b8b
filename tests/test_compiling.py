from pathlib import Path

import pytest

from belieflab import compiling


@pytest.fixture
def no_cache_chosen(monkeypatch, tmp_path):
    monkeypatch.setattr(compiling.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "forgotten")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    return tmp_path


def test_a_writable_place_leaves_the_choice_to_numba(no_cache_chosen, monkeypatch):
    monkeypatch.setattr(compiling, "_can_write", lambda place: "belieflab" in str(place))
    compiling._use_a_writable_cache()
    assert "NUMBA_CACHE_DIR" not in compiling.os.environ


def test_without_a_writable_place_the_cache_goes_to_a_folder_of_its_own(
    no_cache_chosen, monkeypatch
):
    monkeypatch.setattr(compiling, "_can_write", lambda place: False)
    compiling._use_a_writable_cache()
    folder = Path(compiling.os.environ["NUMBA_CACHE_DIR"])
    assert folder.parent == no_cache_chosen
    assert folder.stat().st_mode & 0o077 == 0


def test_a_chosen_cache_is_respected(no_cache_chosen, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "mine")
    monkeypatch.setattr(compiling, "_can_write", lambda place: False)
    compiling._use_a_writable_cache()
    assert compiling.os.environ["NUMBA_CACHE_DIR"] == "mine"


def test_a_place_that_does_not_exist_yet_counts_by_the_folder_above(tmp_path):
    assert compiling._can_write(tmp_path / "not" / "yet")
    assert not compiling._can_write(Path("/proc/nowhere"))

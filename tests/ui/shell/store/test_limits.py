"""Where workspaces are kept, and what passes for a key."""

import sys
from pathlib import Path

import pytest

from belieflab.ui.shell.store import limits
from belieflab.ui.shell.store.limits import Mode, data_folder, find_mode, is_key, name_of, new_key

HERE = "http://localhost:8501/labels?seed=7"


@pytest.mark.parametrize(
    ("address", "visited", "mode"),
    [
        ("localhost", HERE, Mode.DISK),
        ("127.0.0.1", "http://127.0.0.1:8501", Mode.DISK),
        ("::1", "http://[::1]:8501", Mode.DISK),
        ("localhost", None, Mode.DISK),
        ("0.0.0.0", HERE, Mode.MEMORY),  # noqa: S104
        (None, HERE, Mode.MEMORY),
        ("192.168.1.5", "http://192.168.1.5:8501", Mode.MEMORY),
        ("localhost", "https://lab.example.org/labels", Mode.MEMORY),
    ],
)
def test_only_a_server_for_this_computer_alone_writes_to_disk(
    address: str | None, visited: str | None, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(limits.STORE_VARIABLE, raising=False)
    assert find_mode(address, visited) is mode
    monkeypatch.setenv(limits.STORE_VARIABLE, "memory")
    assert find_mode(address, visited) is Mode.MEMORY
    monkeypatch.setenv(limits.STORE_VARIABLE, "disk")
    assert find_mode(address, visited) is mode
    monkeypatch.setenv(limits.STORE_VARIABLE, "Off")
    assert find_mode(address, visited) is Mode.OFF


def test_the_data_folder_is_the_user_s_or_the_one_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(limits.DATA_VARIABLE, str(tmp_path))
    assert data_folder() == tmp_path
    monkeypatch.delenv(limits.DATA_VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    for platform, folder in {
        "linux": tmp_path / "share" / "belieflab",
        "darwin": tmp_path / "Library" / "Application Support" / "belieflab",
    }.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert data_folder() == folder


def test_keys_are_long_different_and_their_names_harmless() -> None:
    keys = {new_key() for _ in range(100)}
    assert len(keys) == 100 and all(map(is_key, keys))
    key = keys.pop()
    assert key not in name_of(key) and name_of(key).isalnum()


HOSTILE = ["", "../../etc/passwd", "a" * 42, "a" * 44, "a" * 42 + "\n", "é" * 43, None, 7, ["a"]]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_else_passes_for_a_key(text: object) -> None:
    assert not is_key(text)


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
        {"x-real-ip": "127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Host": "lab.example.org"},
        {"Origin": "https://lab.example.org"},
        {"Origin": "https://[", "Host": "localhost:8501"},
    ],
)
def test_what_a_proxy_adds_counts_and_not_what_a_visitor_says_alone(
    headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(limits.STORE_VARIABLE, raising=False)
    own = {"Host": "localhost:8501", "Origin": "http://127.0.0.1:8501", "User-Agent": "x"}
    assert find_mode("localhost", HERE, own) is Mode.DISK
    assert find_mode("localhost", HERE, {"Host": "[::1]:8501", "Origin": "null"}) is Mode.DISK
    assert find_mode("localhost", HERE, own | headers) is Mode.MEMORY

"""Where workspaces are kept, for how long, and how much of them."""

import os
import re
import secrets
import sys
from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

STORE_VARIABLE = "BELIEFLAB_STORE"
"""Environment variable: `off` keeps nothing, `memory` nothing on disk."""

DATA_VARIABLE = "BELIEFLAB_DATA"
"""Environment variable that names another data folder."""

SAVE_AFTER = 0.7
"""Seconds between a change and its saving; further changes meanwhile are saved with it."""

MAX_AGE = 30 * 24 * 3600.0
"""Seconds since the last change after which a workspace on disk is deleted."""

MAX_WORKSPACE_BYTES = 400_000_000
MAX_TOTAL_BYTES = 2_000_000_000
"""Bytes on disk of one workspace and of all; beyond, the oldest are deleted."""

MAX_RESULT_BYTES = 100_000_000
"""Bytes on disk of the results of one workspace, part of the total; beyond, a run that begins keeps
there only those that are asked for then."""

MAX_WORKSPACES = 200
MAX_UNDO_STEPS = 10
MAX_UNDO_BYTES = 40_000_000
"""Earlier states kept on disk for Undo: so many, while their tables hold no more than this."""

LOCAL_SECONDS = 5 * 60.0
PUBLIC_SECONDS = 30 * 60.0
"""How long a workspace stays in memory after its connection has ended, on this computer, where it
is on disk too, and on a public server."""

MAX_MEMORY_BYTES = 1_000_000_000
"""Bytes of all workspaces without a connection; beyond, the one that left first is dropped."""

MAX_BROWSER_KEYS = 20
"""Keys that a browser keeps for new tabs."""

WAIT_SECONDS = 3.0
"""How long a page waits for the key of a browser that has said that it holds one."""

_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_BY_PROXY = frozenset(
    {
        *("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"),
        *("x-forwarded-server", "x-forwarded-port", "x-real-ip"),
    }
)
"""Headers that a proxy adds to what it passes on."""
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


class Mode(StrEnum):
    """Where workspaces are kept."""

    OFF = "off"
    MEMORY = "memory"
    DISK = "disk"


def find_mode(
    server_address: str | None, visited: str | None, headers: Mapping[str, str] | None = None
) -> Mode:
    """Where the workspaces of a session are kept.

    On disk only where the server listens on this computer alone and was visited from it: a server
    behind a proxy listens here as well, but is visited (`visited`: the whole address) by another
    name. That address is what the browser says; what a proxy adds to the headers counts, too.
    """
    asked = os.environ.get(STORE_VARIABLE, "").strip().lower()
    if asked in {"off", "0", "no", "false"}:
        return Mode.OFF
    said = {name.lower(): text for name, text in (headers or {}).items()}
    names = [_host_of(visited), _host_of(said.get("origin")), _host_of(f"//{said.get('host', '')}")]
    elsewhere = any(name is not None and name not in _LOOPBACK for name in names)
    public = server_address not in _LOOPBACK or elsewhere or not said.keys().isdisjoint(_BY_PROXY)
    return Mode.MEMORY if public or asked == Mode.MEMORY else Mode.DISK


def _host_of(address: str | None) -> str | None:
    """The name of a host in an address; empty where the address is none."""
    try:
        return urlsplit(address or "").hostname
    except ValueError:
        return ""


def data_folder() -> Path:
    """The user's data folder for belieflab on this platform, or the one asked for."""
    asked = os.environ.get(DATA_VARIABLE)
    if asked:
        return Path(asked).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
    return Path(base) / "belieflab"


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_key(text: object) -> bool:
    """Whether this may be a key."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def name_of(key: str) -> str:
    """The name under which the workspace of a key is kept; the key does not follow from it."""
    return sha256(key.encode()).hexdigest()

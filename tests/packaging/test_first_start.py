"""The first start of all: a terminal, a display and a home that Streamlit has never seen."""

import os
import pty
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from app_server import free_port, stop, wait_healthy


@contextmanager
def started_in_a_terminal(
    root: Path, home: Path, port: int
) -> Iterator[tuple[subprocess.Popen[bytes], list[bytes]]]:
    """The command of ``make run`` in a pseudo-terminal; its output grows in the list."""
    folder = home / "bin"
    folder.mkdir()
    opener = folder / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$1" > {home}/opened\n')
    opener.chmod(0o755)
    variables = {
        "HOME": str(home),
        "DISPLAY": ":99",
        "PATH": f"{folder}:/usr/bin:/bin",
        "TERM": "xterm",
    }
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
        cwd=root,
        env=variables,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    output: list[bytes] = []

    def read() -> None:
        while True:
            try:
                chunk = os.read(ours, 4096)
            except OSError:  # the terminal's other end is closed
                return
            output.append(chunk)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield process, output
    finally:
        stop(process)
        reader.join(timeout=10)
        os.close(ours)


def test_starts_without_a_question_and_opens_the_browser(root: Path, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://localhost:{port}"
    with started_in_a_terminal(root, tmp_path, port) as (process, output):
        assert wait_healthy(url, process), b"".join(output).decode()
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{url}/_stcore/metrics", timeout=10)  # noqa: S310
        opened = tmp_path / "opened"
        for _ in range(100):
            if opened.exists() and opened.read_text().strip():
                break
            threading.Event().wait(0.1)
    printed = b"".join(output).decode()
    assert "mail" not in printed.lower()
    assert url in printed
    assert opened.read_text().strip() == url


def test_make_run_is_that_command(root: Path) -> None:
    dry = subprocess.run(
        ["make", "-n", "run", "PORT=8599"], cwd=root, capture_output=True, text=True, check=True
    )
    assert "streamlit run app.py --server.port 8599" in dry.stdout

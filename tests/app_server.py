"""One real Streamlit server on a free port, for tests that need the app as a user finds it."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Server:
    """Where a running app answers, its log file and the number of its process."""

    url: str
    log: Path
    process: int = 0

    def tail(self, lines: int = 40) -> str:
        """The last lines of the server's output."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return "\n".join(text.splitlines()[-lines:])


def free_port() -> int:
    """A port of this machine that is not in use."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_healthy(url: str, process: subprocess.Popen[bytes], seconds: float = 90) -> bool:
    """Whether the server answered ``ok`` in time and before it ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:  # noqa: S310
                if answer.read() == b"ok":
                    return True
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.1)
    return False


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a server: terminate, and kill it after ten seconds."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def running_app(
    script: str = "app.py",
    students_port: int | None = None,
    *,
    port: int | None = None,
    data: str = "",
) -> Iterator[Server]:
    """Start the app from the root of the project in a home of its own; stop it at the end.

    With a port for students it is started as `make run-class` does. On the same `port` and with the
    same `data` folder it is what comes after a crash.
    """
    port = free_port() if port is None else port
    with tempfile.TemporaryDirectory(prefix="belieflab-home-") as home:
        log = Path(home) / "server.log"
        command = [sys.executable, "-m", "streamlit", "run", script]
        if students_port is not None:
            command[2:] = ["belieflab.classroom", "--students-port", str(students_port)]
        # Files that change while tests run must not reload half of the app.
        options = {"port": port, "headless": "true", "fileWatcherType": "none"}
        for name, value in options.items():
            command += [f"--server.{name}", str(value)]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=os.environ
                | {"HOME": home, "BELIEFLAB_DATA": data or f"{home}/data", "NO_COLOR": "1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        server = Server(f"http://localhost:{port}", log, process.pid)
        try:
            if not wait_healthy(server.url, process):
                raise RuntimeError(f"The app did not start on port {port}:\n{server.tail()}")
            yield server
        finally:
            stop(process)

"""`python -m belieflab.classroom`: the app on localhost, a class session on the network."""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from belieflab.classroom import PORT_VARIABLE, STORE_VARIABLE
from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.server import StudentServer, free_port
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import StudentRequests

FIRST_PORT = 8600
PATIENCE = 5.0
"""Seconds that the app has for ending."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve students for as long as the app runs; returns how the app ended."""
    parser = argparse.ArgumentParser(prog="python -m belieflab.classroom", description=__doc__)
    parser.add_argument("--students-port", type=int, help="otherwise the first free one from 8600")
    parser.epilog = "Further options are those of `streamlit run`."
    given, more = parser.parse_known_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    with tempfile.TemporaryDirectory(prefix="belieflab-class-") as folder:
        path = Path(folder) / "sessions.sqlite"
        try:
            port = given.students_port or free_port(FIRST_PORT)
            server = StudentServer(StudentRequests(Store(path)), port)
        except (OSError, OverflowError) as error:
            sys.stderr.write(f"Students cannot be served: {error}\n")
            return 1
        threading.Thread(target=server.serve_forever, name="students", daemon=True).start()
        address = f"http://{network_addresses()[0]}:{port}"
        sys.stdout.write(
            f"Students join at {address} once the page Class as crowd opens a session.\n"
        )
        sys.stdout.flush()
        try:
            return _run_app(path, port, more)
        finally:
            server.shutdown()
            server.server_close()


def _run_app(path: Path, port: int, more: Sequence[str]) -> int:
    """Run the app, on localhost whatever else is asked for, until it ends."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *more]
    variables = {STORE_VARIABLE: str(path), PORT_VARIABLE: str(port)}
    app = subprocess.Popen(  # noqa: S603  (our own command; the options are the caller's)
        [*command, "--server.address", "localhost"], env=os.environ | variables
    )
    try:
        return app.wait()
    except KeyboardInterrupt:  # Ctrl-C reaches the app, too
        return 0
    finally:
        _stop(app)


def _stop(app: subprocess.Popen[bytes]) -> None:
    """End the app, politely first: it must not outlive the file it shares with us."""
    if app.poll() is None:
        app.terminate()
    try:
        app.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        app.kill()
        app.wait()


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())

"""`python -m belieflab.classroom`: the app on localhost, a class session on the network."""

import argparse
import ipaddress
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from belieflab.classroom import ADDRESS_VARIABLE, PORT_VARIABLE, STORE_VARIABLE
from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.server import EVERYWHERE, StudentServer, free_port
from belieflab.classroom.store import MAX_PER_ADDRESS, Store
from belieflab.classroom.student_requests import StudentRequests

FIRST_PORT = 8600
PATIENCE = 5.0
"""Seconds that the app has for ending."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve students for as long as the app runs; returns how the app ended."""
    given, more = _parser().parse_known_args(arguments)
    signal.signal(signal.SIGTERM, _end)
    with tempfile.TemporaryDirectory(prefix="belieflab-class-") as folder:
        path, host = Path(folder) / "sessions.sqlite", given.students_address
        store = Store(path)
        store.max_per_address = given.students_per_address
        try:
            port = given.students_port or free_port(FIRST_PORT, host)
            names = given.students_name
            server = StudentServer(StudentRequests(store), port, host, names=names)
        except OSError as error:
            sys.stderr.write(f"Students cannot be served: {error}\n")
            return 1
        server.start()
        address = f"http://{network_addresses(host)[0]}:{port}"
        sys.stdout.write(
            f"Students join at {address} once the page Crowd, under Class, opens a session.\n"
        )
        sys.stdout.flush()
        shared = {STORE_VARIABLE: str(path), PORT_VARIABLE: str(port), ADDRESS_VARIABLE: host}
        try:
            return _run_app(shared, more)
        finally:
            server.stop()
            store.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m belieflab.classroom",
        description=__doc__,
        epilog="Further options are those of `streamlit run`.",
    )
    parser.add_argument("--students-port", type=int, help="otherwise the first free one from 8600")
    parser.add_argument(
        "--students-address",
        type=_interface,
        default=EVERYWHERE,
        metavar="ADDRESS",
        help="the interface for students: an IPv4 address of this machine, 127.0.0.1 for trying; "
        "otherwise all",
    )
    parser.add_argument(
        "--students-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a further name by which students' browsers reach this machine; may be repeated",
    )
    parser.add_argument(
        "--students-per-address",
        type=int,
        default=MAX_PER_ADDRESS,
        metavar="N",
        help="devices that may join from one address, as a school's router has one "
        "(default: %(default)s)",
    )
    return parser


def _interface(text: str) -> str:
    """An IPv4 address in numbers; argparse says what is wrong with anything else."""
    return str(ipaddress.IPv4Address("127.0.0.1" if text == "localhost" else text))


def _run_app(shared: dict[str, str], more: Sequence[str]) -> int:
    """Run the app, on localhost whatever else is asked for, until it ends."""
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *more]
    app = subprocess.Popen(  # noqa: S603  (our own command; the options are the caller's)
        [*command, "--server.address", "localhost"], env=os.environ | shared
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

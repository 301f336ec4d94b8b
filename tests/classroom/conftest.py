"""A session about a few points, and the file it is kept in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from class_clients import Ask, Serve, ask_server

from belieflab.classroom.server import StudentServer
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import StudentRequests


@dataclass
class Clock:
    """A time that passes only when a test says so."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


def make_session(n: int = 30, asked: int | None = None) -> ClassSession:
    rng = np.random.default_rng(5)
    rows = np.arange(n if asked is None else asked)
    return ClassSession(
        title="Points <b>&",
        class_names=("cat", "dog", "<img src=x>"),
        colours=("#0072B2", "#E69F00", "#009E73"),
        points=rng.normal(size=(n, 2)),
        axis_titles=("length", "width"),
        asked=rows,
        facts=tuple((f"length {row}",) for row in rows),
        note="Cats are *left*.",
        fingerprint="f",
        ids=tuple(f"animal {row}" for row in range(n)),
    )


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    return Store(tmp_path / "sessions.sqlite", clock)


@pytest.fixture
def new_session() -> Callable[..., ClassSession]:
    return make_session


@pytest.fixture
def serve(store: Store) -> Iterator[Serve]:
    """Start a server of students on loopback; it ends with the test."""
    running: list[StudentServer] = []

    def start(requests: StudentRequests | None = None, **look: Any) -> StudentServer:
        server = StudentServer(requests or StudentRequests(store), 0, "127.0.0.1", **look)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()


@pytest.fixture
def ask(serve: Serve) -> Ask:
    server = serve()

    def request(method: str, path: str, body: Any = None, **headers: str) -> Any:
        return ask_server(server, method, path, body, **headers)

    return request

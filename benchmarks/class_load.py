"""A class of sixty that joins and answers at once, beside the promised second."""

import asyncio
import json
import math
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from belieflab.classroom.server import StudentServer
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store, StoredSession
from belieflab.classroom.student_requests import StudentRequests
from benchmarks.measurement import Measurement

PROMISED_S = 1.0
STUDENTS, OBJECTS, LESSONS = 60, 60, 3
LOOK_SECONDS = 1.5


def run() -> Iterator[Measurement]:
    """The 95th percentile of all requests, median of some lessons, and how many answers got lost.

    The server is a process of its own on loopback, as in a lesson. Every student joins at the same
    moment and answers ten questions as fast as the server takes them, each request over a
    connection of its own, while the teacher's page reads the answers again and again.
    """
    lessons = [_lesson() for _ in range(LESSONS)]
    p95 = statistics.median(_p95(taken) for taken, _ in lessons)
    slowest = max(max(taken) for taken, _ in lessons)
    sent = sum(len(taken) - STUDENTS for taken, _ in lessons)
    yield Measurement(
        name="class-load",
        ours_s=p95,
        peer="the promised second",
        peer_s=PROMISED_S,
        ratio=PROMISED_S / p95,
        threads=1,
        what=f"95th percentile of all requests of {STUDENTS} students who join and answer at once, "
        f"median of {LESSONS} lessons; the slowest request {slowest:.2f} s; {sent} answers sent, "
        f"{sent - sum(kept for _, kept in lessons)} lost",
    )


def _lesson() -> tuple[list[float], int]:
    """The seconds of all requests, and the answers that the teacher has in the end."""
    with tempfile.TemporaryDirectory(prefix="belieflab-load-") as folder:
        path = Path(folder) / "sessions.sqlite"
        store = Store(path)
        store.open_session(_session())
        opened = store.latest_session()
        assert opened is not None
        here, there = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        server = context.Process(target=_serve, args=(path, there))
        server.start()
        taken = asyncio.run(_teach(int(here.recv()), store, opened))
        here.send("end")
        server.join()
        kept = len(store.answers(opened))
        store.close()
    return taken, kept


def _p95(taken: list[float]) -> float:
    return sorted(taken)[math.ceil(0.95 * len(taken)) - 1]


def _serve(path: Path, pipe: Connection) -> None:
    """The students' server, until it is told to end."""
    store = Store(path)
    server = StudentServer(StudentRequests(store), 0, "127.0.0.1")
    server.start()
    pipe.send(server.server_port)
    pipe.recv()
    server.stop()
    store.close()


def _session() -> ClassSession:
    points = np.random.default_rng(0).normal(size=(800, 2))
    asked = np.arange(OBJECTS)
    facts = tuple((f"length {row}", f"width {row}") for row in asked)
    colours, names = ("#0072B2", "#E69F00", "#009E73"), ("a", "b", "c")
    return ClassSession("Points", names, colours, points, ("length", "width"), asked, facts)


async def _teach(port: int, store: Store, opened: StoredSession) -> list[float]:
    """The seconds of all requests of all students."""
    looking = asyncio.create_task(_look(store, opened))
    taken = await asyncio.gather(*(_student(port, opened.code) for _ in range(STUDENTS)))
    looking.cancel()
    return [seconds for each in taken for seconds in each]


async def _look(store: Store, opened: StoredSession) -> None:
    """Read the answers as the teacher's page does."""
    while True:
        store.answers(opened)
        await asyncio.sleep(LOOK_SECONDS)


async def _student(port: int, code: str) -> list[float]:
    """The seconds of joining and of each answer."""
    seconds, cookie, sheet = await _ask(port, "/join", {"code": code}, "")
    taken = [seconds]
    for nth in range(len(sheet["questions"])):
        message = {"code": code, "question": nth, "class": nth % 3, "doubt": 0.2}
        taken.append((await _ask(port, "/answer", message, cookie))[0])
    return taken


async def _ask(port: int, path: str, message: Any, cookie: str) -> tuple[float, str, Any]:
    """How long one request took, the cookie it set, and what came back."""
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps(message)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    writer.write((head + body).encode())
    answer, _, content = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    first, *lines = answer.decode().split("\r\n")
    if " 200 " not in first:
        raise RuntimeError(f"{path} was answered by {first}: {content.decode()}")
    given = next((line for line in lines if line.startswith("Set-Cookie: ")), "")
    cookie = given.partition(": ")[2].partition(";")[0]
    return time.perf_counter() - begun, cookie, json.loads(content)

"""Requests to the students' server as a browser makes them."""

import http.client
import json
from collections.abc import Callable
from typing import Any

from belieflab.classroom.server import StudentServer

Ask = Callable[..., tuple[int, http.client.HTTPMessage, bytes]]
Serve = Callable[..., StudentServer]


def ask_server(server: StudentServer, method: str, path: str, body: Any, **headers: str) -> Any:
    """The status, headers and body that a request gets; `Content_Type` is a header's name."""
    line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
    given = {"Content-Type": "application/json"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    line.request(method, path, content, given)
    answer = line.getresponse()
    result = answer.status, answer.headers, answer.read()
    line.close()
    return result

"""One HTTP request, read strictly, and one response; every connection carries one of each."""

import asyncio
import ipaddress
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from belieflab.classroom.refusal import Refusal

MAX_HEAD = 8_192
MAX_HEADERS = 64
MAX_BYTES = 1_000
"""Of a message; the longest honest one has a hundred."""

NO_REQUEST = "This is not a request that is understood here."
TOO_LONG = f"A message has at most {MAX_BYTES:,} bytes."
FOREIGN = "This request comes from another site."
OTHER_NAME = "This machine does not go by that name. Open the link of your session."

SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}

_FIRST_LINE = re.compile(r"([A-Z]{1,16}) (/[!-~]*) HTTP/1\.[01]")
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\x80-\xff]*+)")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z.-]+)(?::[0-9]{1,5})?")
_LENGTH = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True)
class Request:
    """What was asked: names of headers are in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


async def read_request(reader: asyncio.StreamReader) -> Request:
    """The request of a connection; a Refusal where it is none."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise Refusal(400, "The head of the request is too long.") from None
    except asyncio.IncompleteReadError:
        raise ConnectionResetError from None
    method, path, headers = _parse_head(head[:-4].decode("latin-1"))
    length = _body_length(method, headers)
    try:
        body = await reader.readexactly(length)
    except asyncio.IncompleteReadError:
        raise Refusal(400, "The message is shorter than it says.") from None
    return Request(method, path, headers, body)


def _parse_head(head: str) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.split("\r\n")
    asked = _FIRST_LINE.fullmatch(first)
    if asked is None or len(lines) > MAX_HEADERS:
        raise Refusal(400, NO_REQUEST)
    headers: dict[str, str] = {}
    for line in lines:
        parts = _HEADER.fullmatch(line)
        if parts is None or parts[1].lower() in headers:  # twice: nobody says which one counts
            raise Refusal(400, NO_REQUEST)
        headers[parts[1].lower()] = parts[2].strip(" \t")
    return asked[1], asked[2], headers


def _body_length(method: str, headers: Mapping[str, str]) -> int:
    """How many bytes follow the head."""
    given = headers.get("content-length", "" if method == "POST" else "0")
    if "transfer-encoding" in headers or not _LENGTH.fullmatch(given):
        raise Refusal(400, "The length of the message is missing or no number.")
    if int(given) > MAX_BYTES:
        raise Refusal(413, TOO_LONG)
    return int(given)


def check_origin(request: Request, names: Collection[str]) -> None:
    """Refuse what was meant for another name (DNS rebinding), or was sent by another site.

    An address in numbers is always ours: only a name can be made to point here.
    """
    host = _HOST.fullmatch(request.headers.get("host", ""))
    if host is None or not (host[1].lower() in names or _is_address(host[1])):
        raise Refusal(400, OTHER_NAME)
    origin = request.headers.get("origin")
    ours = {f"{scheme}://{host[0]}".lower() for scheme in ("http", "https")}
    if origin is not None and origin.lower() not in ours:
        raise Refusal(403, FOREIGN)
    site = request.headers.get("sec-fetch-site", "none")
    if request.method == "POST" and site not in ("same-origin", "none"):
        raise Refusal(403, FOREIGN)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def write_response(
    status: int, body: bytes, kind: str, headers: Mapping[str, str] | None = None
) -> bytes:
    """A whole response; every one carries the security headers and ends its connection."""
    lines = {
        "Server": "belieflab",
        "Connection": "close",
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        **SECURITY_HEADERS,
        **(headers or {}),
    }
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    head += [f"{name}: {value}" for name, value in lines.items()]
    return "\r\n".join([*head, "", ""]).encode("latin-1") + body

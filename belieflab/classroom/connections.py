"""Open connections: limited in all and for one address; the one that dawdles longest gives way."""

from asyncio import BaseTransport, Transport
from dataclasses import dataclass

MAX_OF_ADDRESS = 200
MAX_AT_ONCE = 500


@dataclass(eq=False)
class Connection:
    """One connection; `idle` while the server waits for the other side."""

    address: str
    transport: BaseTransport
    idle: bool = True

    def abort(self) -> None:
        """Hang up without a word."""
        if isinstance(self.transport, Transport):
            self.transport.abort()


class Connections:
    """Who is connected. Used by one thread.

    Where an address has all it may have, a new connection takes the place of its oldest idle one:
    an honest request is whole after some milliseconds, so this is one that dawdles. When the server
    has all it can serve, the address with the most connections gives way in the same manner.
    """

    def __init__(self, of_address: int = MAX_OF_ADDRESS, at_once: int = MAX_AT_ONCE) -> None:
        self.of_address, self.at_once = of_address, at_once
        self._open: dict[str, dict[Connection, None]] = {}  # in the order they came
        self._count = 0

    def admit(self, connection: Connection) -> bool:
        """Whether a new connection is served; what has to give way for it is hung up on."""
        theirs = self._open.get(connection.address, {})
        if len(theirs) >= self.of_address and not self._drop_oldest(theirs):
            return False
        if self._count >= self.at_once:
            largest_first = sorted(self._open.values(), key=len, reverse=True)
            if not any(map(self._drop_oldest, largest_first)):
                return False
        self._open.setdefault(connection.address, {})[connection] = None
        self._count += 1
        return True

    def forget(self, connection: Connection) -> None:
        """A connection has ended."""
        theirs = self._open.get(connection.address, {})
        if connection not in theirs:
            return
        del theirs[connection]
        self._count -= 1
        if not theirs:
            del self._open[connection.address]

    def _drop_oldest(self, theirs: dict[Connection, None]) -> bool:
        oldest = next((each for each in theirs if each.idle), None)
        if oldest is None:
            return False
        oldest.abort()
        self.forget(oldest)
        return True

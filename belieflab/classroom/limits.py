"""How often one address may be wrong before it has to wait."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")


class MustWait(Exception):
    """Too many failures; `seconds` says how long to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"Wait for {seconds:.0f} seconds.")
        self.seconds = seconds


class AttemptLimit:
    """At most so many failures of one address within so many seconds; safe between threads.

    Memory is bounded: addresses whose failures are all forgotten are dropped, and above `most`
    addresses everyone new who fails waits.
    """

    def __init__(
        self,
        failures: int = 10,
        seconds: float = 300.0,
        most: int = 10_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failures, self.seconds, self.most = failures, seconds, most
        self._clock = clock
        self._times: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def attempt(self, address: str, check: Callable[[], Found | None]) -> Found | None:
        """What `check` finds; None is a failure. After too many, MustWait is raised instead.

        One attempt at a time, so that guesses of the same moment cannot slip through together and
        a whole class behind one router is not taken for one who guesses.
        """
        with self._lock:
            now = self._clock()
            times = [then for then in self._times.get(address, []) if now - then < self.seconds]
            if len(times) >= self.failures:
                raise MustWait(self.seconds - (now - times[0]))
            found = check()
            if found is None:
                self._note(address, [*times, now])
            return found

    def _note(self, address: str, times: list[float]) -> None:
        if address not in self._times and len(self._times) >= self.most:
            now = times[-1]
            self._times = {
                other: then for other, then in self._times.items() if now - then[-1] < self.seconds
            }
            if len(self._times) >= self.most:
                raise MustWait(self.seconds)
        self._times[address] = times

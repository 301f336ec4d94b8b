"""How often one address may be wrong before it has to wait."""

import threading
import time
from collections.abc import Callable


class AttemptLimit:
    """At most so many failures of one address within so many seconds; safe between threads.

    Memory is bounded: addresses whose failures are all forgotten are dropped, and above `most`
    addresses everyone new waits.
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

    def begin(self, address: str) -> float:
        """Count an attempt as failed until `forgive`; returns the seconds to wait, 0 when allowed.

        Counting first means that attempts made at the same moment cannot slip through together.
        """
        with self._lock:
            now = self._clock()
            times = [then for then in self._times.get(address, []) if now - then < self.seconds]
            if len(times) >= self.failures:
                self._times[address] = times
                return self.seconds - (now - times[0])
            if address not in self._times and len(self._times) >= self.most:
                self._forget(now)
                if len(self._times) >= self.most:
                    return self.seconds
            self._times[address] = [*times, now]
            return 0.0

    def forgive(self, address: str) -> None:
        """The latest attempt of this address was right after all."""
        with self._lock:
            times = self._times.get(address, [])
            if len(times) > 1:
                times.pop()
            else:
                self._times.pop(address, None)

    def _forget(self, now: float) -> None:
        self._times = {
            address: times
            for address, times in self._times.items()
            if now - times[-1] < self.seconds
        }

"""A progress bar with the time left, on a terminal or in a log."""

import time
from typing import TextIO

from belieflab.experiments.running import Progress

WIDTH = 30
PAUSE = 0.2
"""Seconds between two drawings on a terminal."""

LOG_SHARE = 0.1
"""Where nothing can be redrawn, a line per tenth."""


class Bar:
    """Draws how far a run is; `close` ends the line."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self._live = out.isatty()
        self._drawn = -PAUSE
        self._told = -1

    def show(self, progress: Progress) -> None:
        """Draw when there is something new to see."""
        if self._live:
            now = time.monotonic()
            if now - self._drawn >= PAUSE or progress.done == progress.total:
                self._drawn = now
                self.out.write(f"\r{describe(progress)}\x1b[K")
                self.out.flush()
        else:
            tenth = int(progress.done / progress.total / LOG_SHARE)
            if tenth > self._told:
                self._told = tenth
                self.out.write(f"{describe(progress)}\n")
                self.out.flush()

    def close(self) -> None:
        """Leave the last drawing where it is."""
        if self._live:
            self.out.write("\n")


def describe(progress: Progress) -> str:
    """The bar, the share done and the time left."""
    share = progress.done / progress.total
    filled = round(WIDTH * share)
    left = "" if progress.seconds_left is None else f", {say_time(progress.seconds_left)} left"
    bar = "█" * filled + "░" * (WIDTH - filled)
    return f"{bar} {share:4.0%} {progress.done}/{progress.total}{left}"


def say_time(seconds: float) -> str:
    """Seconds as a person says them."""
    if 0 < seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    return f"{seconds // 3600:.0f} h {seconds % 3600 // 60:.0f} min"

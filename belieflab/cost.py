"""What a computation is expected to take, before it begins."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """Expected time and memory; estimates, within a factor of about three.

    Attributes
    ----------
    seconds : wall-clock time on a machine like the one of the benchmarks (two cores)
    bytes : peak of the memory needed beyond the data that are there already
    """

    seconds: float
    bytes: float

    def __add__(self, other: "Cost") -> "Cost":
        """One after the other: times add up, memory is used again."""
        return Cost(self.seconds + other.seconds, max(self.bytes, other.bytes))

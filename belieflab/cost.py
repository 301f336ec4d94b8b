"""What a computation is expected to take, before it begins, and how to say it."""

from dataclasses import dataclass

QUICK_SECONDS, QUICK_BYTES = 0.8, 500_000_000
"""Up to these a page computes without being asked to, while a person waits."""


@dataclass(frozen=True)
class Cost:
    """Expected time and memory, within a factor of about three.

    Attributes
    ----------
    seconds : time of one core of a common machine; kernels that share rows take less on several
    bytes : peak of the memory needed beyond the data that are there already

    Examples
    --------
    >>> Cost(1.0, 8e6) + Cost(0.5, 2e6)
    Cost(seconds=1.5, bytes=8000000.0)
    """

    seconds: float
    bytes: float

    @property
    def is_quick(self) -> bool:
        """Whether nobody has to be asked, or to be told, before it is computed."""
        return self.seconds <= QUICK_SECONDS and self.bytes <= QUICK_BYTES

    def __add__(self, other: "Cost") -> "Cost":
        """One after the other: times add up, memory is used again."""
        return Cost(self.seconds + other.seconds, max(self.bytes, other.bytes))

    def __mul__(self, repetitions: float) -> "Cost":
        """The same so many times, one after the other."""
        return Cost(self.seconds * repetitions, self.bytes)


SECONDS_PER_NUMBER, BYTES_PER_NUMBER = 2e-7, 60
"""Of a random number that becomes part of points or labels; measured on a common machine."""


def drawing_cost(numbers: float) -> Cost:
    """What points or labels made of so many random numbers are expected to cost."""
    return Cost(SECONDS_PER_NUMBER * numbers, BYTES_PER_NUMBER * numbers)


def format_bytes(count: float) -> str:
    """An amount of memory as a person says it.

    Examples
    --------
    >>> format_bytes(700_000), format_bytes(34e6), format_bytes(1.23e9)
    ('less than 1 MB', '34 MB', '1.2 GB')
    """
    if count < 1e6:
        return "less than 1 MB"
    return f"{count / 1e6:,.0f} MB" if count < 1e9 else f"{count / 1e9:,.1f} GB"

"""How error rates are called wherever they stand: never without what they are counted against."""

TRUTH, LABELS = "true classes", "labels"
"""What decisions are judged by."""

WRONG_LABELS = "Wrong labels"
"""The share of the labels whose most probable class is not the true one."""


def error_rate(against: str = TRUTH) -> str:
    """The name of an error rate, as the title of a number.

    Examples
    --------
    >>> error_rate()
    'Error rate, true classes'
    """
    return f"Error rate, {against}"


def error_axis(against: str = TRUTH) -> str:
    """The same for axes, columns and pinned runs."""
    return error_rate(against).lower()

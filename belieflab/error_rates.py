"""How error rates are called wherever they stand: never without what they are counted against."""

TRUTH, LABELS = "true classes", "labels"
"""What decisions are judged by."""

WRONG_LABELS = "Wrong labels"
"""The share of the labels whose most probable class is not the true one."""


def error_rate(against: str = TRUTH, on: str = "") -> str:
    """The name of an error rate, as the title of a number; `on` says of which objects.

    Examples
    --------
    >>> error_rate(), error_rate(LABELS, on="test rows")
    ('Error rate, true classes', 'Error rate, labels, test rows')
    """
    return f"Error rate, {against}" + (f", {on}" if on else "")


def error_axis(against: str = TRUTH, on: str = "") -> str:
    """The same for axes, columns and pinned runs."""
    name = error_rate(against, on)
    return name[0].lower() + name[1:]

"""Lengths of time as people write them."""

import math


def format_seconds(seconds: float) -> str:
    """Seconds as minutes and hours where there are any, rounded up to a whole unit."""
    if seconds < 1:
        return "less than 1 s"
    whole = math.ceil(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    minutes = math.ceil(whole / 60)
    return f"{minutes // 60} h {minutes % 60} min"

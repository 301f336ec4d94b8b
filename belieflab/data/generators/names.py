"""Names for features and classes that have none of their own."""


def numbered(word: str, count: int, gap: str = " ") -> tuple[str, ...]:
    """The word with each of the numbers 1 to `count`."""
    return tuple(f"{word}{gap}{k + 1}" for k in range(count))

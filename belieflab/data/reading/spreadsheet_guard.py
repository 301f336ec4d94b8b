"""Text cells that a spreadsheet would run as a formula get a quotation mark in front.

A cell is guarded when, after any leading `'`, it starts with `= + - @`, a tab or a carriage
return. Counting the leading marks makes the guard reversible for every text: `=a` ↔ `'=a`,
`'=a` ↔ `''=a`, while `'a` and `a` stay as they are.
"""

DANGEROUS = ("=", "+", "-", "@", "\t", "\r")
GUARD = "'"


def guard(text: str) -> str:
    """The text as it is safe to write into a CSV file."""
    return GUARD + text if text.lstrip(GUARD).startswith(DANGEROUS) else text


def unguard(text: str) -> str:
    """The text that `guard` was given."""
    if text.startswith(GUARD) and text.lstrip(GUARD).startswith(DANGEROUS):
        return text[len(GUARD) :]
    return text

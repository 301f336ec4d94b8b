"""Text that came from a file or a person, made safe for Plotly.

Plotly reads a little HTML in every title, legend and hover text, and formulas between dollar signs.
"""

_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;"})


def plain(text: object, max_length: int = 60) -> str:
    """The text as Plotly will show it letter by letter, on one line, cut with … when too long."""
    line = " ".join(str(text).split())
    if len(line) > max_length:
        line = line[: max_length - 1] + "…"
    return line.translate(_SIGNS)


def count_of(number: int, noun: str) -> str:
    """`1 answer`, `2 answers`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

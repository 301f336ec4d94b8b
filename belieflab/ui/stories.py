"""Stories: one click loads data and labels, and each page names the next step."""


def draw_step(page: str) -> None:
    """Draw the sentence of the active story for this page; nothing when no story is active."""

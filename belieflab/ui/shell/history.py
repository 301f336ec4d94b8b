"""What is there now and what was there before, for Undo."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")

MAX_STEPS = 50
"""Steps that can be undone; earlier ones are forgotten."""


class History(Generic[Item]):
    """The current item and those before it, the oldest of which are forgotten.

    `fits` says whether items may be kept together; the current one and the one before always are.
    """

    def __init__(
        self,
        first: Item,
        max_steps: int = MAX_STEPS,
        fits: Callable[[Sequence[Item]], bool] = lambda items: True,
    ) -> None:
        self.items = [first]
        """All that is kept, the current one last."""
        self._max_steps = max_steps
        self._fits = fits

    @property
    def current(self) -> Item:
        """What is there now."""
        return self.items[-1]

    @property
    def previous(self) -> Item | None:
        """What was there before, if anything."""
        return self.items[-2] if self.can_undo else None

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to."""
        return len(self.items) > 1

    def push(self, item: Item) -> None:
        """Make this the current item; Undo brings back the one before."""
        self.items.append(item)
        del self.items[: -self._max_steps - 1]
        while len(self.items) > 2 and not self._fits(self.items):
            del self.items[0]

    def undo(self) -> Item | None:
        """Go back one step; returns what was undone, None when there was nothing to undo."""
        return self.items.pop() if self.can_undo else None

    def clear(self) -> None:
        """Forget what was there before."""
        del self.items[:-1]

    def drop_first(self) -> None:
        """Forget the oldest item, unless it is the current one."""
        del self.items[: min(1, len(self.items) - 1)]

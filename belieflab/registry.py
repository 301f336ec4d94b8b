"""Things one can ask for by key: label laws, classifiers, samples, algorithms, readers, pages."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from belieflab.errors import DataError

MAX_QUOTED = 100
"""Characters of an unknown key that a sentence repeats."""


class Keyed(Protocol):
    """Whatever has a key."""

    @property
    def key(self) -> str:
        """Its name in links, files and code."""
        ...


Entry = TypeVar("Entry", bound=Keyed)


class Registry(dict[str, Entry], Generic[Entry]):
    """Entries by key, in the order in which they are listed on screen.

    Parameters
    ----------
    kind : str
        What an entry is called in a sentence, such as "label law".
    entries : iterable of entries
    former : mapping, optional
        Keys that entries had in links, files and stores of earlier versions, and those of today.

    Examples
    --------
    >>> from collections import namedtuple
    >>> Law = namedtuple("Law", "key title")
    >>> laws = Registry("label law", [Law("hard", "Hard labels")])
    >>> with laws.temporarily(Law("toy", "A toy")):
    ...     list(laws)
    ['hard', 'toy']
    >>> laws.find("toy")
    Traceback (most recent call last):
    belieflab.errors.DataError: There is no label law called 'toy'; there are hard.
    """

    def __init__(
        self,
        kind: str,
        entries: Iterable[Entry] = (),
        *,
        former: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.kind = kind
        self.former = dict(former or {})
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> Entry:
        """Append an entry; a key that is taken is refused."""
        if entry.key in self:
            raise ValueError(f"There already is a {self.kind} called {entry.key!r}.")
        self[entry.key] = entry
        return entry

    def find(self, key: str) -> Entry:
        """The entry of that key, today's or a former one; a DataError lists the keys there are."""
        current = self.former.get(key, key)
        if current not in self:
            called = repr(key if len(key) <= MAX_QUOTED else key[: MAX_QUOTED - 1] + "…")
            raise DataError(
                f"There is no {self.kind} called {called}; there are {', '.join(self)}."
            )
        return self[current]

    @contextmanager
    def temporarily(self, *entries: Entry) -> Iterator[None]:
        """Add entries for as long as a block runs, as a test does."""
        added = [self.add(entry).key for entry in entries]
        try:
            yield
        finally:
            for key in added:
                del self[key]

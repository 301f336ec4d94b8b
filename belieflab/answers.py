"""What is computed and kept: limited in number, and in the bytes that hang on it.

Every cache is one of these: the answers of the pages, their runs, the charts on screen, and what
all sessions and all jobs of a process share.
"""

import gc
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import wraps
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, ParamSpec, TypeVar

import numpy as np

MAX_BYTES = 500_000_000
"""Of the answers of all pages of a session together; the last one is kept whatever it holds."""

SHARED_BYTES = 200_000_000
"""Of everything that `shared` keeps in a process; the last answer is kept whatever it holds."""

Parts = Mapping[int, int]
"""Bytes of the arrays, long texts and long lists that hang on something, by their ids."""

Key = TypeVar("Key", bound=Hashable)
Given = ParamSpec("Given")
Made = TypeVar("Made")

_MAX_OBJECTS = 50_000
_MAX_OBJECTS_OF_ANSWER = 5_000
_MAX_UNCOUNTED = 40
_LONG = 1_000  # characters or entries from which a text or a list is counted
_OBJECT_BYTES = 56  # of an entry of an array of Python objects
_SHARED = (ModuleType, type, FunctionType, BuiltinFunctionType, CodeType, threading.Thread)
_SMALL = (int, float, complex, type(None), *_SHARED)


def find_parts(root: Any, max_objects: int = _MAX_OBJECTS_OF_ANSWER) -> dict[int, int]:
    """Bytes of what is large and hangs on an object, by ids, as far as it is found soon."""
    seen, queue, found = {id(root)}, deque([root]), {}
    while queue and len(seen) < max_objects:
        current = queue.popleft()
        if size := _bytes_of(current):
            found[id(current)] = size
        for each in _referents(current):
            short = type(each) is str and len(each) < _LONG
            if not short and id(each) not in seen and not isinstance(each, _SMALL):
                seen.add(id(each))
                queue.append(each)
    return found


def _bytes_of(part: Any) -> int:
    """Bytes of one object, without those that it refers to; 0 where they are few."""
    if isinstance(part, np.ndarray):
        if part.base is not None:
            return 0
        return part.nbytes + (_OBJECT_BYTES * part.size if part.dtype.hasobject else 0)
    if isinstance(part, str | bytes | bytearray | list | tuple | dict | set):
        return sys.getsizeof(part) if len(part) >= _LONG else 0
    if type(part).__module__.startswith("pyarrow"):
        return int(getattr(part, "nbytes", 0))
    return 0


def _referents(part: Any) -> list[Any]:
    if isinstance(part, np.ndarray):
        return [] if part.base is None else [part.base]
    return gc.get_referents(part)


def array_bytes(root: Any) -> int:
    """Bytes of the arrays and long texts that hang on an object, each counted once."""
    return sum(find_parts(root, _MAX_OBJECTS).values())


def oldest_beyond(held: Mapping[Key, Parts], newest: Parts, max_bytes: int) -> Iterator[Key]:
    """What has to go, oldest first, so that the rest fits; never what would free nothing."""
    left = dict(held)
    for key, parts in held.items():
        if _together(newest, *left.values()) <= max_bytes:
            return
        if parts.keys() - newest.keys():
            del left[key]
            yield key


def _together(*parts: Parts) -> int:
    united: dict[int, int] = {}
    for each in parts:
        united |= each
    return sum(united.values())


class Answers(dict[str, dict[Hashable, Any]]):
    """Answers by kind and token, limited in number per kind and in the bytes of all together.

    The oldest leave first; arrays that several answers share count once.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        super().__init__()
        self._max_bytes = max_bytes
        self._parts: dict[tuple[str, Hashable], Parts] = {}
        self._uncounted: dict[tuple[str, Hashable], None] = {}

    def put(
        self,
        kind: str,
        token: Hashable,
        answer: Any,
        kept: int = sys.maxsize,
        *,
        count_later: bool = False,
    ) -> None:
        """Keep an answer, and at most `kept` of its kind.

        Counting the bytes of a figure takes milliseconds, for which a picture should not wait: with
        `count_later` that is left to `count`.
        """
        self.take(kind, token)
        self.setdefault(kind, {})[token] = answer
        self._uncounted[kind, token] = None
        self.limit(kind, kept)
        if not count_later or len(self._uncounted) > _MAX_UNCOUNTED:
            self.count()

    def count(self) -> None:
        """Count the bytes of what was kept since, and let the oldest go that do not fit."""
        newest: Parts = {}
        for kind, token in self._uncounted:
            newest = self._parts[kind, token] = find_parts(self[kind][token])
        self._uncounted.clear()
        for place in list(oldest_beyond(self._parts, newest, self._max_bytes)):
            self.take(*place)

    def take(self, kind: str, token: Hashable) -> Any:
        """The answer, which is then no longer kept; None where there is none."""
        self._parts.pop((kind, token), None)
        self._uncounted.pop((kind, token), None)
        return self.get(kind, {}).pop(token, None)

    def limit(self, kind: str, kept: int) -> None:
        """Keep at most `kept` of a kind."""
        for token in list(self.get(kind, ()))[: max(len(self.get(kind, ())) - kept, 0)]:
            self.take(kind, token)

    def clear(self) -> None:
        """Keep nothing."""
        super().clear()
        self._parts.clear()
        self._uncounted.clear()

    @property
    def held_bytes(self) -> int:
        """Bytes of what hangs on all answers."""
        return _together(*self._parts.values())


_FOR_ALL = Answers(SHARED_BYTES)
_TURN = threading.Lock()
_NOTHING = object()


def shared(kept: int = sys.maxsize) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Keep the last `kept` answers of a function, by its arguments, for all sessions and jobs.

    One answer of a function is made at a time: others wait for it.
    """

    def keep(function: Callable[Given, Made]) -> Callable[Given, Made]:
        kind, turn = f"{function.__module__}.{function.__qualname__}", threading.RLock()

        @wraps(function)
        def call(*given: Given.args, **named: Given.kwargs) -> Made:
            token = given, tuple(sorted(named.items()))
            with turn:
                known: Any = _FOR_ALL.get(kind, {}).get(token, _NOTHING)
                if known is _NOTHING:
                    known = function(*given, **named)
                    with _TURN:
                        _FOR_ALL.put(kind, token, known, kept)
                answer: Made = known
                return answer

        return call

    return keep

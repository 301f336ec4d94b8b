"""What a page has computed and keeps: limited in number, and in the bytes of its arrays."""

import gc
import threading
from collections import deque
from collections.abc import Hashable
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

MAX_BYTES = 500_000_000
"""Of all answers of one page together; the last one is kept whatever it holds."""

_MAX_OBJECTS = 50_000
_MAX_OBJECTS_OF_ANSWER = 5_000
_SHARED = (ModuleType, type, FunctionType, BuiltinFunctionType, CodeType, threading.Thread)


def find_arrays(root: Any, max_objects: int = _MAX_OBJECTS) -> dict[int, int]:
    """Bytes of the arrays that hang on an object, by their ids, as far as they are found soon."""
    seen, queue, found = {id(root)}, deque([root]), {}
    while queue and len(seen) < max_objects:
        current = queue.popleft()
        if isinstance(current, np.ndarray) and current.base is None:
            found[id(current)] = current.nbytes
        for each in gc.get_referents(current):
            if id(each) not in seen and not isinstance(each, _SHARED):
                seen.add(id(each))
                queue.append(each)
    return found


def array_bytes(root: Any) -> int:
    """Bytes of the arrays that hang on an object, each counted once."""
    return sum(find_arrays(root).values())


class Answers(dict[str, dict[Hashable, Any]]):
    """Answers by kind and token, limited in number per kind and in the bytes of all together.

    The oldest leave first; arrays that several answers share count once.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        super().__init__()
        self._max_bytes = max_bytes
        self._arrays: dict[tuple[str, Hashable], dict[int, int]] = {}

    def put(self, kind: str, token: Hashable, answer: Any, kept: int) -> None:
        """Keep an answer, and at most so many of its kind."""
        self.setdefault(kind, {})[token] = answer
        newest = self._arrays[kind, token] = find_arrays(answer, _MAX_OBJECTS_OF_ANSWER)
        while len(self[kind]) > kept:
            self._drop(kind, next(iter(self[kind])))
        for place in list(self._arrays):
            if self.held_bytes <= self._max_bytes:
                break
            if self._arrays[place].keys() - newest.keys():
                self._drop(*place)

    @property
    def held_bytes(self) -> int:
        """Bytes of the arrays of all answers."""
        together: dict[int, int] = {}
        for arrays in self._arrays.values():
            together |= arrays
        return sum(together.values())

    def _drop(self, kind: str, token: Hashable) -> None:
        del self[kind][token]
        self._arrays.pop((kind, token), None)

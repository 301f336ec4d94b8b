"""Seeded fuzzing of everything that reads files; `make fuzz N=100000` tries that many."""

import sys
import time
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from fuzz.mutations import damage
from fuzz.packed import packed_targets
from fuzz.targets import Target, targets
from resident import resident_growth

from belieflab.memory import resident_bytes

SLOWEST = 10.0
"""Seconds of CPU for one small file; what takes longer does not grow with its size."""

MEMORY = 600 << 20
"""Bytes that one small file may take while it is read, and that all may leave behind."""


@dataclass
class Outcome:
    """How many files were tried, and what went wrong with which."""

    tried: int = 0
    failed: list[str] = field(default_factory=list)
    kept: list[tuple[str, bytes]] = field(default_factory=list)


def fuzz(n_files: int, seed: int = 15, every: Sequence[Target] = ()) -> Outcome:
    """Read that many damaged files, each reader and layout in turn."""
    outcome, rng = Outcome(), np.random.default_rng(seed)
    every = every or (*targets(), *packed_targets())
    before = resident_bytes()
    for number in range(n_files):
        target = every[number % len(every)]
        content = target.content if number < len(every) else damage(target.content, rng)
        problem = _try(target, content)
        outcome.tried += 1
        if problem:
            outcome.failed.append(
                f"{target.name} ({target.read.__name__}), file {number}: {problem}"
            )
            outcome.kept.append((f"{number}-{target.name}", content))
    grown = (resident_bytes() or 0) - (before or 0)
    if grown > MEMORY:
        outcome.failed.append(f"The files left {grown >> 20} MB of memory behind.")
    return outcome


def _try(target: Target, content: bytes) -> str:
    """What went wrong with a file; empty when it gave a result or a sentence, at little cost."""
    begun = time.process_time()
    try:
        grown = resident_growth(lambda: target.read(content, target.name)) or 0
    except Exception:
        return traceback.format_exc(limit=-3)
    taken = time.process_time() - begun
    if grown > MEMORY:
        return f"{grown >> 20} MB"
    return f"{taken:.1f} s" if taken > SLOWEST else ""


def main() -> int:
    """Fuzz with another seed each time, and keep the files that failed."""
    n_files = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    warnings.simplefilter("error")
    outcome = fuzz(n_files, seed)
    folder = Path("fuzz-failures")
    for name, content in outcome.kept:
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    for failure in outcome.failed[:20]:
        print(failure)  # noqa: T201
    print(f"seed {seed}: {outcome.tried} files tried, {len(outcome.failed)} failed")  # noqa: T201
    return bool(outcome.failed)


if __name__ == "__main__":
    sys.exit(main())

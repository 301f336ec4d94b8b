"""A run in a process of its own: `python interrupted.py STORE`, to be killed or run twice."""

import sys
import time

from belieflab.experiments import (
    Assessment,
    DataChoice,
    LawChoice,
    MethodChoice,
    ResultStore,
    Sweep,
    list_jobs,
    run,
)

SWEEP = Sweep(
    "slow",
    (DataChoice("gaussians", {"size": 60}),),
    LawChoice("expert-doubt", "mean"),
    (0.1, 0.3),
    (MethodChoice("soft"), MethodChoice("supervised")),
    replicates=25,
    test=Assessment("fresh", size=50),
)
JOBS = list_jobs(SWEEP.cells, SWEEP.replicates, SWEEP.seed)


def main(path: str, pause: float) -> None:
    with ResultStore(path) as store:
        for progress in run(JOBS, store):
            time.sleep(pause)
            sys.stdout.write(f"{progress.done}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))

"""`python -m benchmarks [NAME ...] [--json]`: run the named benchmarks, or all of them."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from benchmarks import (
    active_iris,
    bayes,
    belief_table,
    class_load,
    credal_page,
    crowd_labels,
    ecm_1m,
    ecm_100,
    ecm_iteration,
    ecm_memory,
    eknn_classes,
    eknn_evtools,
    eknn_fit,
    eknn_grid,
    eknn_jousselme,
    eknn_loo,
    eknn_predict,
    eknnclus_100k,
    eknnclus_a3,
    em_figure3,
    em_large,
    em_memory,
    em_restarts,
    evclus_10k,
    evclus_100k,
    knn_search,
    live_drag,
    page_alive,
    page_step,
    session_memory,
    stop_time,
    suspects,
    upload,
)
from benchmarks.measurement import Measurement

BENCHMARKS: dict[str, Callable[[], Iterable[Measurement]]] = {
    "belief-table": belief_table.run,
    "em-restarts": em_restarts.run,
    "em-large": em_large.run,
    "em-memory": em_memory.run,
    "em-figure3": em_figure3.run,
    "eknn-predict": eknn_predict.run,
    "eknn-predict-evtools": eknn_evtools.run,
    "eknn-grid": eknn_grid.run,
    "eknn-loo": eknn_loo.run,
    "eknn-fit": eknn_fit.run,
    "eknn-classes": eknn_classes.run,
    "knn-search": knn_search.run,
    "eknn-jousselme": eknn_jousselme.run,
    "active-iris": active_iris.run,
    "bayes-naive": bayes.run_naive,
    "bayes-aode": bayes.run_aode,
    "bayes-search": bayes.run_search,
    "ecm-10k": ecm_iteration.run_many_points,
    "ecm-c8": ecm_iteration.run_many_sets,
    "ecm-1m": ecm_1m.run,
    "ecm-100": ecm_100.run,
    "ecm-memory": ecm_memory.run,
    "eknnclus-a3": eknnclus_a3.run,
    "eknnclus-100k": eknnclus_100k.run,
    "evclus-10k": evclus_10k.run,
    "evclus-100k": evclus_100k.run,
    "credal-page": credal_page.run,
    "crowd-labels": crowd_labels.run,
    "page-alive": page_alive.run,
    "live-drag": live_drag.run,
    "page-step": page_step.run,
    "class-load": class_load.run,
    "session-memory": session_memory.run,
    "stop-time": stop_time.run,
    "upload": upload.run,
    "suspects": suspects.run,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 2 when a name is unknown."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Ratios against the tools a person would use instead, measured in one run.",
        epilog="Benchmarks: " + ", ".join(BENCHMARKS),
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which to run; all without any")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="real crowds with true classes for crowd-labels"
    )
    chosen = parser.parse_args(arguments)
    crowd_labels.folder = chosen.data
    for name in chosen.names:
        if name not in BENCHMARKS:
            known = ", ".join(BENCHMARKS)
            print(f"There is no benchmark called {name!r}; there are: {known}.", file=sys.stderr)
            return 2
    for name in chosen.names or BENCHMARKS:
        for measurement in BENCHMARKS[name]():
            print(measurement.as_json() if chosen.json else measurement.as_text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The command line: list what can be run, run it with a bar and the time left, show results."""

import argparse
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import NoReturn, TextIO

from tqdm import tqdm

from belieflab.durations import format_seconds
from belieflab.errors import DataError
from belieflab.experiments.cells import Job
from belieflab.experiments.experiment import Experiment, of_sweep, summarise
from belieflab.experiments.papers import FROM_FILES, PAPERS, WITH_FILES, find_paper
from belieflab.experiments.report import write_csv, write_html, write_json, write_text
from belieflab.experiments.running import Progress, run
from belieflab.experiments.store import ResultStore, RunNote
from belieflab.experiments.stored_results import FIRST_LOOKS, FOLDER, write_stored
from belieflab.experiments.sweep_files import read_sweep

FAILED, STOPPED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was asked; 2 when it cannot be done, 130 when stopped by the keyboard."""
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.act(chosen))
    except DataError as error:
        sys.stderr.write(f"{error}\n")
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m belieflab.experiments",
        description="The papers' tables and figures, and sweeps of label noise of your own.",
    )
    acts = parser.add_subparsers(required=True, metavar="list | run NAME | show NAME | store")
    listing = acts.add_parser("list", help="what can be run by name")
    listing.set_defaults(act=_list)
    running = acts.add_parser("run", help="compute what is missing, then show it")
    showing = acts.add_parser("show", help="what is computed so far, beside the paper's numbers")
    storing = acts.add_parser("store", help="keep full results in the package, computing them")
    storing.set_defaults(act=_store, cluster=None, fresh=False, quick=False, seed=None)
    storing.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="of `list`, or a page; else all",
    )
    storing.add_argument("--into", type=Path, default=FOLDER, metavar="DIR", help="not the package")
    for act in (running, showing):
        act.add_argument("name", metavar="NAME", help="a name of `list`, or a YAML file of a sweep")
        act.add_argument("--seed", type=_whole, help="another seed, other draws")
    for act in (running, showing, storing):
        act.add_argument(
            "--results", type=Path, default=Path("results"), metavar="DIR",
            help="folder of the store and of the files written (results)",
        )  # fmt: skip
        act.add_argument(
            "--data",
            type=Path,
            metavar="DIR",
            help="folder of original files: a1, a2, a3 (A-sets), as .txt or .data.gz; or "
            "appendicitis.csv, fourclass.csv, glass.csv, ionosphere.csv, phoneme.csv, ring.csv; "
            "or credal_bird10",
        )
    for act in (running, storing):
        act.add_argument("--replicates", type=_positive, help="instead of the full number")
        act.add_argument(
            "--workers", type=_positive, default=os.cpu_count() or 1, help="processes (all cores)"
        )
    running.set_defaults(act=_run)
    running.add_argument("--quick", action="store_true", help="few replicates, for a first look")
    running.add_argument(
        "--cluster",
        metavar="tls://HOST:PORT",
        help="a Dask scheduler to compute on instead; tcp:// without certificates",
    )
    running.add_argument("--fresh", action="store_true", help="compute anew what is stored")
    showing.set_defaults(act=_show)
    showing.add_argument("--json", action="store_true", help="a list of cells")
    return parser


def _list(_: argparse.Namespace) -> int:
    width = max(map(len, PAPERS))
    for name in PAPERS:
        experiment = find_paper(name)
        count = experiment.replicates
        often = f"; {count} replicates" if count > 1 else ""
        _say(f"{name.ljust(width)}  {experiment.title}{often}")
    for name in [each for each in WITH_FILES if each not in PAPERS]:
        _say(f"{name.ljust(width)}  only with --data")
    return 0


def _run(chosen: argparse.Namespace) -> int:
    experiment = _find(chosen)
    with ResultStore(_path(chosen, experiment, ".sqlite")) as store:
        if chosen.fresh:
            store.forget(experiment.seed, [cell.key for cell in experiment.cells])
        if not _compute(chosen, experiment, store):
            return STOPPED
        _report(chosen, experiment, store)
    return 0


def _compute(chosen: argparse.Namespace, experiment: Experiment, store: ResultStore) -> bool:
    """Compute what is missing; False when it was stopped by the keyboard."""
    jobs = experiment.jobs(chosen.replicates or (experiment.quick if chosen.quick else None))
    begun, computed = time.perf_counter(), 0
    try:
        for _ in with_bar(_start(chosen, experiment, jobs, store), sys.stderr):
            computed += 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped; the same command goes on from here.\n")
        return False
    if computed:
        took, workers = time.perf_counter() - begun, _describe_workers(chosen)
        store.note_run(RunNote(experiment.seed, computed, len(jobs), workers, took))
    return True


def _store(chosen: argparse.Namespace) -> int:
    """Compute what is missing of every result and write it into the package."""
    done: set[str] = set()
    for name in chosen.names or (*PAPERS, *FIRST_LOOKS):
        if name in FROM_FILES and chosen.data is None:
            _say(f"{name}: left as it is, for it is stored for original files; give --data.")
            continue
        data = chosen.data if name in FROM_FILES else None
        experiment = FIRST_LOOKS[name]() if name in FIRST_LOOKS else find_paper(name, data)
        if experiment.file in done:
            continue
        with ResultStore(_path(chosen, experiment, ".sqlite")) as store:
            if not _compute(chosen, experiment, store):
                return STOPPED
            keys = [cell.key for cell in experiment.cells]
            results, versions = store.read(experiment.seed, keys), store.versions(experiment.seed)
        day = date.fromtimestamp(_path(chosen, experiment, ".sqlite").stat().st_mtime)
        came = {"version": ", ".join(versions), "computed": day.isoformat()}
        origin = write_stored(experiment, results, chosen.into, **came)
        done.add(experiment.file)
        _say(f"{origin.file}: {origin.results} results, {origin.replicates} replicates.")
    return 0


def with_bar(steps: Iterable[Progress], out: TextIO) -> Iterator[Progress]:
    """The same steps, each drawn on a progress bar; without a step there is no bar."""
    bar = None
    try:
        for step in steps:
            if bar is None:
                bar = _open_bar(step, out)
            if step.seconds_left is not None:  # unlike tqdm, we know what each job costs
                bar.set_postfix_str(f"{format_seconds(step.seconds_left)} left", refresh=False)
            bar.update(step.done - bar.n)
            yield step
    finally:
        if bar is not None:
            bar.close()


def _open_bar(first: Progress, out: TextIO) -> "tqdm[NoReturn]":
    """Redrawn on a terminal; where nothing can be redrawn, written once per tenth."""
    pace = {} if out.isatty() else {"miniters": max(1, first.total // 10), "mininterval": 0}
    layout = "{percentage:3.0f}%|{bar:30}| {n_fmt}/{total_fmt}{postfix}"
    return tqdm(
        total=first.total, initial=first.done - 1, file=out, ascii=False, bar_format=layout, **pace
    )


def _start(
    chosen: argparse.Namespace, experiment: Experiment, jobs: list[Job], store: ResultStore
) -> Iterator[Progress]:
    return run(jobs, store, workers=chosen.workers, cluster=chosen.cluster, given=experiment.given)


def _show(chosen: argparse.Namespace) -> int:
    experiment = _find(chosen)
    path = _path(chosen, experiment, ".sqlite")
    if not path.exists():
        raise DataError(
            f"Nothing is computed yet: there is no {path}. "
            f"Run it first: python -m belieflab.experiments run {chosen.name}"
        )
    with ResultStore(path) as store:
        results = store.read(experiment.seed, [cell.key for cell in experiment.cells])
    summaries = summarise(experiment, results)
    if chosen.json:
        _say(write_json(summaries))
        return 0
    _say(write_text(experiment, summaries))
    work = sum(result.seconds for result in results)
    _say(f"{len(results)} results, {format_seconds(work)} of work on one core.")
    return 0


def _report(chosen: argparse.Namespace, experiment: Experiment, store: ResultStore) -> None:
    results = store.read(experiment.seed, [cell.key for cell in experiment.cells])
    summaries = summarise(experiment, results)
    work = sum(result.seconds for result in results)
    remarks = (
        *map(_describe_run, store.runs(experiment.seed)),
        f"Behind this stand {len(results)} results, {format_seconds(work)} of work on one core.",
        f"Seed {experiment.seed}.",
    )
    _say(write_text(experiment, summaries))
    for line in remarks:
        _say(line)
    table, page = (_path(chosen, experiment, ending) for ending in (".csv", ".html"))
    table.write_text(write_csv(summaries), encoding="utf-8")
    try:
        page.write_text(write_html(experiment, summaries, remarks), encoding="utf-8")
    except ModuleNotFoundError as error:
        _say(f"Written: {table}. The figure needs {error.name}: pip install 'belieflab[app]'.")
    else:
        _say(f"Written: {table}, {page}")


def _describe_run(note: RunNote) -> str:
    return (
        f"{note.computed} of {note.total} results were computed with {note.workers} in "
        f"{format_seconds(note.seconds)}."
    )


def _describe_workers(chosen: argparse.Namespace) -> str:
    if chosen.cluster:
        return f"the cluster {chosen.cluster}"
    return "1 worker" if chosen.workers == 1 else f"{chosen.workers} workers"


def _find(chosen: argparse.Namespace) -> Experiment:
    if chosen.name.endswith((".yaml", ".yml")):
        found = of_sweep(read_sweep(chosen.name))
    else:
        found = find_paper(chosen.name, chosen.data)
    return found if chosen.seed is None else replace(found, seed=chosen.seed)


def _path(chosen: argparse.Namespace, experiment: Experiment, ending: str) -> Path:
    name = experiment.file if ending == ".sqlite" else experiment.name
    safe = re.sub(r"[^\w-]", "-", name)
    folder: Path = chosen.results
    return folder / f"{safe}{ending}"


def _positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 up")
    return number


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 up")
    return int(text)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")

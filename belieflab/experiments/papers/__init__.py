"""The papers' tables and figures, each by name, with the paper's numbers beside ours."""

from collections.abc import Callable
from pathlib import Path

from belieflab.errors import DataError
from belieflab.experiments.experiment import Experiment
from belieflab.experiments.papers import (
    come2009_figures,
    come2009_tables,
    denoeux2015_asets,
    denoeux2015_bernoulli,
    denoeux2015_fusion,
    denoeux2015_partitions,
    hoarau2022,
    lopezcruz2013_results,
)

PAPERS: dict[str, Callable[[], Experiment]] = {
    "come2009-fig2": come2009_figures.make_figure2,
    "come2009-fig3": come2009_figures.make_figure3,
    "come2009-table1": come2009_tables.make_table1,
    "come2009-table3": come2009_tables.make_table3,
    "hoarau2022-table1": hoarau2022.make_table1,
    "hoarau2022-fig1": hoarau2022.make_figure1,
    "denoeux2015-bernoulli": denoeux2015_bernoulli.make_bernoulli,
    "denoeux2015-butterfly": denoeux2015_partitions.make_butterfly,
    "denoeux2015-fourclass": denoeux2015_partitions.make_four_class,
    "denoeux2015-asets": denoeux2015_asets.make_asets,
    "denoeux2015-fusion": denoeux2015_fusion.make_fusion,
    "lopezcruz2013-fig1": lopezcruz2013_results.make_figure1,
    "lopezcruz2013-table2": lopezcruz2013_results.make_table2,
    "lopezcruz2013-table3": lopezcruz2013_results.make_table3,
}
"""What can be run by name."""

FROM_FILES: dict[str, Callable[..., Experiment]] = {
    "denoeux2015-asets": denoeux2015_asets.make_asets,
    "lopezcruz2013-fig1": lopezcruz2013_results.make_figure1,
    "lopezcruz2013-table2": lopezcruz2013_results.make_table2,
    "lopezcruz2013-table3": lopezcruz2013_results.make_table3,
}
"""Those that a folder of original files can be given to."""


WITH_FILES: dict[str, Callable[[Path], Experiment]] = {
    "hoarau2022-table1": hoarau2022.make_table1,
    "hoarau2022-fig2": hoarau2022.make_figure2,
}
"""Those that have more, or are there only, with a folder of files that nobody stores results of."""


def find_stored(name: str) -> Experiment:
    """The experiment of that name on those data that its stored results were computed on."""
    return FROM_FILES[name](None, stored=True) if name in FROM_FILES else find_paper(name)


def find_paper(name: str, data: Path | None = None) -> Experiment:
    """The experiment of that name; `data` is a folder of original files, where one uses them."""
    if data is not None and name in WITH_FILES:
        return WITH_FILES[name](data)
    if name in WITH_FILES and name not in PAPERS:
        raise DataError(f"{name} is computed on published files; give their folder by --data.")
    if name not in PAPERS:
        raise DataError(f"There is no experiment called {name!r}; there are {', '.join(PAPERS)}.")
    if data is None:
        return PAPERS[name]()
    if name not in FROM_FILES:
        raise DataError(f"{name} takes no files; only {', '.join([*FROM_FILES, *WITH_FILES])} do.")
    return FROM_FILES[name](data)

"""The tasks that only the papers' results need, by name."""

from collections.abc import Callable, Mapping

from belieflab.data.dataset import Dataset
from belieflab.experiments.cells import Job, Outcome
from belieflab.experiments.papers import (
    come2009_figures,
    denoeux2015_asets,
    denoeux2015_bernoulli,
    denoeux2015_fusion,
    denoeux2015_partitions,
    hoarau2022,
    hoarau2022_birds,
    lopezcruz2013,
)

PAPER_TASKS: dict[str, Callable[[Job, Mapping[str, Dataset]], Outcome]] = {
    come2009_figures.LANDSCAPE: come2009_figures.explore,
    denoeux2015_asets.EKNNCLUS: denoeux2015_asets.cluster,
    denoeux2015_bernoulli.BERNOULLI: denoeux2015_bernoulli.run_em,
    denoeux2015_fusion.FUSION: denoeux2015_fusion.fuse,
    denoeux2015_partitions.PARTITION: denoeux2015_partitions.partition,
    hoarau2022.ACTIVE: hoarau2022.learn,
    hoarau2022_birds.OWN_ACTIVE: hoarau2022_birds.learn_by_own_labels,
    lopezcruz2013.NETWORKS: lopezcruz2013.classify,
}

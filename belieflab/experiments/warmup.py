"""One small fit of every quick classifier, so that the first comparison does not wait."""

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.cells import list_jobs
from belieflab.experiments.sweep import Assessment, DataChoice, LawChoice, MethodChoice, Sweep
from belieflab.experiments.tasks import compute

SIZE = 40
MAX_SECONDS = 0.1
"""Expected of one fit, above which a classifier is left until it is asked for."""


def warm_up() -> None:
    """Load or compile whatever the classifiers need."""
    quick = [
        key for key, each in CLASSIFIERS.items() if each.cost(SIZE, 2, 2).seconds <= MAX_SECONDS
    ]
    sweep = Sweep(
        name="warm-up",
        data=(DataChoice("gaussians", {"size": SIZE}),),
        law=LawChoice("expert-doubt", "mean"),
        levels=(0.2,),
        methods=tuple(MethodChoice(key) for key in quick),
        test=Assessment(folds=2),
    )
    compute(list_jobs(sweep.cells, 1, 0), {})

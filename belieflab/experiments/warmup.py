"""One small fit of every quick classifier, so that the first comparison does not wait."""

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.cells import list_jobs
from belieflab.experiments.sweep import Assessment, DataChoice, LawChoice, MethodChoice, Sweep
from belieflab.experiments.tasks import compute

SIZE = 40


def warm_up() -> None:
    """Load or compile whatever the classifiers need."""
    quick = [key for key, each in CLASSIFIERS.items() if each.is_quick(SIZE, 2, 2)]
    sweep = Sweep(
        name="warm-up",
        data=(DataChoice("gaussians", {"size": SIZE}),),
        law=LawChoice("expert-doubt", "mean"),
        levels=(0.2,),
        methods=tuple(MethodChoice(key) for key in quick),
        test=Assessment(folds=2),
    )
    compute(list_jobs(sweep.cells, 1, 0), {})

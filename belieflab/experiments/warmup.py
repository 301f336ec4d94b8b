"""One small training of every method, so that the first comparison does not wait for loading."""

from belieflab.experiments.cells import list_jobs
from belieflab.experiments.methods import METHODS
from belieflab.experiments.sweep import Assessment, DataChoice, LawChoice, MethodChoice, Sweep
from belieflab.experiments.tasks import compute


def warm_up() -> None:
    """Load or compile whatever the methods need."""
    sweep = Sweep(
        name="warm-up",
        data=(DataChoice("gaussians", {"size": 40}),),
        law=LawChoice("expert-doubt", "mean"),
        levels=(0.2,),
        methods=tuple(MethodChoice(key) for key in METHODS),
        test=Assessment(folds=2),
    )
    compute(list_jobs(sweep.cells, 1, 0), {})

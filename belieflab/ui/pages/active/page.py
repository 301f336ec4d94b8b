"""The Active learning page: ask for the labels that help most, and learn from doubtful answers."""

from dataclasses import replace
from functools import partial

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.evaluation.classifiers import sources_of
from belieflab.ui.method import decision_costs, method_page
from belieflab.ui.method.controls import read_settings, set_value
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.method.prediction import PREDICT, Prediction
from belieflab.ui.pages.active import play, protocol, settings, text
from belieflab.ui.shell.workspace import Recipe


def _need_truth(dataset: Dataset, _: MassTable | None) -> str:
    if dataset.truth is not None:
        return ""
    return (
        f"The protocol measures accuracy on true classes, and {dataset.name} has none. "
        "You can still answer the model's questions yourself."
    )


NEED = Need(
    "Active learning needs points to ask about; their true classes let it measure what it learned.",
    "Load Iris with half of the labels spoilt",
    Recipe("iris"),
    Recipe("epsilon-noise", {"epsilon": 0.5}),
    labels_too=False,
)
PLAY_INSTEAD = settings.PLAY, partial(set_value, settings.PAGE, "mode", settings.PLAY)
declare = partial(
    MethodPage,
    key=settings.PAGE,
    sentence="Let a model ask for the labels that help it most, and see what answers with doubt "
    "are worth.",
)
PAGE = declare(
    need=replace(NEED, problem=_need_truth, alternative=PLAY_INSTEAD),
    parameters=settings.protocol_parameters,
    task=protocol.protocol_task,
    draw=protocol.draw,
    tabs={"Result": protocol.draw_result, PREDICT: protocol.draw_no_prediction},
    scores=protocol.scores,
    formulas=text.protocol_formulas,
    code=text.protocol_code,
    table=text.curve_table,
    rows="Every point of every curve.",
    sources=lambda context: sources_of(context.settings.models),
)
PLAY = declare(
    need=NEED,
    parameters=settings.play_parameters,
    task=play.play_task,
    draw=play.draw,
    tabs={"Result": play.draw_result},
    scores=play.scores,
    formulas=text.play_formulas,
    code=text.play_code,
    table=play.result_table,
    prediction=Prediction(
        lambda _, game: game.query.model,
        play.prediction_arguments,
        rule=lambda context: decision_costs.prediction_rule(settings.with_costs(context)),
        rule_code=lambda context: decision_costs.prediction_code(settings.with_costs(context)),
    ),
    decides=decision_costs.by_cost,
    rows="One row per object: answer, belief, decision.",
    sources=lambda context: sources_of([context.settings.model]),
)


def run() -> None:
    """Draw the page: the protocol, or the game in which a person answers."""
    mode = read_settings(settings.PAGE, [settings.MODE]).mode
    method_page.run(PLAY if mode == settings.PLAY else PAGE)

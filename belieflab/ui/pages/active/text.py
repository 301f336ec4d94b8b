"""Tables, Formula and Code of the Active learning page."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from belieflab.active import STRATEGIES, Curve, Tuning
from belieflab.active.oracles import GIVEN, HARD, NOISY, RICH
from belieflab.data.dataset import Dataset
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method import decision_costs
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.pages.active.dialogue import Game, lay_board
from belieflab.ui.pages.active.settings import Trial, chosen_oracle, with_costs


def end_table(curves: Sequence[Curve]) -> pd.DataFrame:
    """One row per curve: where it begins and ends, and its mean height."""
    return pd.DataFrame(
        {
            "model": [CLASSIFIERS.find(curve.line.model).title for curve in curves],
            "strategy": [STRATEGIES[curve.line.strategy].title for curve in curves],
            "at the start": [float(curve.mean[0]) for curve in curves],
            "at the end": [curve.final for curve in curves],
            "± 95 %": [float(curve.half_width[-1]) for curve in curves],
            "mean of the curve": [curve.average for curve in curves],
            "repetitions": [curve.n_repetitions for curve in curves],
        }
    )


def curve_table(context: Context, trial: Trial) -> pd.DataFrame:
    """Every point of every curve, one row each, for a file."""
    points = [
        {
            "model": curve.line.model,
            "strategy": curve.line.strategy,
            "labels": curve.n_labels,
            "accuracy": curve.mean,
            "half width of the 95 % interval": curve.half_width,
            "repetitions": curve.n_repetitions,
        }
        for curve in trial.protocol.curves()
    ]
    return pd.concat(map(pd.DataFrame, points), ignore_index=True)


def protocol_formulas(context: Context, trial: Trial) -> list[Formula]:
    """The equations of the run that is shown, with the values of their symbols."""
    settings, curves = trial.context.settings, trial.protocol.curves()
    strategies = [_strategy_formula(key) for key in settings.strategies]
    ends = [
        (f"at the end, {curve.line.title}", f"{curve.final:.3f} ± {curve.half_width[-1]:.3f}")
        for curve in curves
    ]
    count = Symbol("n", "repetitions", curves[0].n_repetitions)
    interval = Formula(
        "The band around a curve",
        r"\bar{x} \pm 1.96\, \frac{S}{\sqrt{n}}",
        f"{cite('hoarau2022', 'footnote 2')}; S is the standard deviation over the repetitions",
        count,
        *(Symbol(r"\bar{x} \pm", *end) for end in ends),
    )
    return [*strategies, *_model_formulas(settings.models, settings.K), interval]


def play_formulas(context: Context, game: Game) -> list[Formula]:
    """The equations of a dialogue."""
    row, board = game.query.row, game.board
    asked = "nothing is left" if row is None else context.dataset.name_of(row)
    answer = Formula(
        "What an answer becomes",
        r"m(A) = 1 - d, \quad m(\Omega) = d",
        "A is the set of classes that were named, d the doubt; a simple support function, "
        f"{cite('shafer1976')}",
    )
    models = _model_formulas([board.line.model], board.tuning.n_neighbors)
    return [_strategy_formula(board.line.strategy, asked), *models, answer]


def protocol_code(context: Context) -> str:
    """Python that draws the same curves again."""
    settings = context.settings
    defaults = {"n_start": 8, "n_queries": 20, "batch": 1, "n_repetitions": 100}
    keywords = settings.arguments(defaults)
    names = ["ActiveLearning", "Oracle"]
    if Tuning(settings.K) != Tuning():
        keywords["tuning"] = Name(f"Tuning({settings.K})")
        names.append("Tuning")
    oracle = chosen_oracle(context)
    calls = {
        GIVEN: "Oracle.given(labels)",
        HARD: "Oracle.hard()",
        NOISY: f"Oracle.noisy({oracle.settings.get('wrong')!r})",
        RICH: format_call("Oracle.rich", [oracle.law], oracle.settings),
    }
    given = Name(calls[oracle.kind])
    compared = [Name("dataset"), list(settings.models), list(settings.strategies), given]
    call = format_call("ActiveLearning", compared, keywords | {"seed": context.seed})
    return script(
        context.off_plane,
        f"from belieflab.active import {', '.join(names)}",
        "",
        f"protocol = {call}.fit()",
        "for curve in protocol.curves():",
        "    print(curve.line.title, curve.n_labels, curve.mean, curve.half_width)",
    )


def play_code(context: Context) -> str:
    """Python that comes to the same question again."""
    board = lay_board(context)
    dialogue, axes = board.dialogue, board.beginning.axes
    said = {answer.row: dict(answer.masses) for answer in (*dialogue.given, *dialogue.answers)}
    lay = [] if axes is None else ["from belieflab.neighbors.planar import lay_plane"]
    line, tuning = tuple(board.line), f"Tuning({board.tuning.n_neighbors})"
    points = "dataset.X" if axes is None else f"lay_plane(dataset, {axes!r}).features"
    begun = [Name(points), Name("frame"), Name("answers")]
    there = {"groups": dialogue.groups, "weights": dialogue.weights}
    known = {name: Name(f"dataset.{name}") for name, each in there.items() if each is not None}
    session = format_call("QuerySession", begun, {"seed": dialogue.seed} | known)
    return script(
        context.off_plane if axes is None else context,
        "from belieflab import Frame",
        "from belieflab.active import Answer, Line, QuerySession, Tuning",
        *lay,
        "",
        "# row of `dataset`, from 0: {set of classes as a bit mask: mass}",
        f"said = {said!r}",
        "answers = tuple(Answer(row, masses) for row, masses in said.items())",
        f"frame = Frame({list(dialogue.frame.values)!r})",
        f"session = {session}",
        f"query = session.next_query(Line{line!r}, {tuning})",
        'print("asks about", "nothing" if query.row is None else dataset.name_of(query.row))',
        "print(query.prediction.probabilities)",
        "model = query.model",
        *decision_costs.code_lines(with_costs(context), points),
    )


def answer_table(game: Game, dataset: Dataset) -> pd.DataFrame:
    """One row per answer of the person: what was said, the truth (unless hidden), the change."""
    frame, answers = game.dialogue.frame, game.dialogue.answers
    columns: dict[str, Any] = {
        "object": [dataset.name_of(answer.row) for answer in answers],
        "you said": [
            " · ".join(f"{frame.format(mask)} {mass:.2g}" for mask, mass in answer.masses.items())
            for answer in answers
        ],
    }
    if game.truth is not None:
        names = (*frame.names, "unknown")
        columns["truth"] = [names[game.truth[answer.row]] for answer in answers]
    columns[f"{game.what} before"] = list(game.measures[:-1])
    columns[f"{game.what} after"] = list(game.measures[1:])
    index = pd.RangeIndex(1, len(answers) + 1, name="answer")
    return pd.DataFrame(columns, index=index)


def _strategy_formula(key: str, question: str = "") -> Formula:
    strategy = STRATEGIES[key]
    symbols = (Symbol("x", "asked about next", question),) if question else ()
    title = f"What is asked about: {strategy.title}, the object with the largest score"
    return Formula(title, strategy.formula, strategy.source, *symbols)


def _model_formulas(models: Sequence[str], n_neighbors: int) -> list[Formula]:
    """The equations of those models that have some."""
    neighbours = Symbol("K", "neighbours", n_neighbors)
    eknn = [
        Formula(
            "γᵢ-EKNN: the evidence of a neighbour",
            r"m^{s,i}(A) = \alpha_0\, e^{-\gamma_i (d^{s,i})^\beta}\, m^i(A), \quad "
            r"m^{s,i}(\Omega) = 1 - \sum_{A \neq \Omega} m^{s,i}(A)",
            f"{cite('hoarau2022', 'eq. 6 and 8')}; combined by Dempster's rule, eq. 9 and 10",
            Symbol(r"\alpha_0", "trust in a neighbour at distance 0", 0.8),
            Symbol(r"\beta", "power of the distance", 2),
            neighbours,
        ),
        Formula(
            "γᵢ-EKNN: how far its evidence reaches",
            r"\gamma_i = \frac{1}{d_i^\beta}, \quad d_i = \frac{\sum_\nu \sum_\mu "
            r"(1 - d_J^{i,\nu})(1 - d_J^{i,\mu})\, d^{\nu,\mu}}"
            r"{[\sum_\nu (1 - d_J^{i,\nu})]^2 - \sum_\nu (1 - d_J^{i,\nu})^2}",
            f"{cite('hoarau2022', 'eq. 11')}; d_J is Jousselme's distance of labels",
        ),
    ]
    weighted = Formula(
        "Weighted k-NN",
        r"p(k) \propto \sum_{i \in \Phi} [\arg\max BetP^i = k] / d^{s,i}",
        f"{cite('dudani1976')}; {cite('hoarau2022', '§2.2')}",
        neighbours,
    )
    known = {"gamma-eknn": eknn, "weighted-knn": [weighted]}
    return [formula for model, found in known.items() if model in models for formula in found]

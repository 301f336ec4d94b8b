"""Formula and Code of the Suspects page."""

from belieflab.evaluation.held_out import FOLDS, HeldOut
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.pages.suspects.settings import arguments, look, way

OURS = "The use of these sums to rank labels is ours"


def formulas(context: Context, held: HeldOut) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    against = Formula(
        "Evidence against a label: the conflict of label and evidence",
        r"\sum_{A \cap B = \emptyset} m_i(A)\, m_i^y(B)",
        f"Conflict: {cite('shafer1976')}. {OURS}",
        Symbol("m_i", "evidence about object i", way(context, held)),
        Symbol("m_i^y", "its label", "from the workspace"),
        Symbol("n", "objects judged", int(held.done.sum())),
    )
    support = Formula(
        "Evidence for it",
        r"\sum_{B \neq \Omega} m_i^y(B)\, bel_i(B) + "
        r"m_i^y(\Omega)\, \frac{1}{K} \sum_k bel_i(\{k\})",
        "For a label that is one set the belief in that set; for a guess with doubt the beliefs in "
        "the classes, weighted by the pignistic probabilities of the label",
        Symbol("K", "classes", held.beliefs.frame.size),
    )
    ignorance = Formula(
        "Ignorance, and the order: rising ratio, less the doubt (logit, centred) by its weight b",
        r"m_i(\Omega), \qquad \ln q_i(B) - \ln \max_{k \notin B} q_i(k) - b\, u_i, \quad "
        r"b \in [0, 1], \quad q_i = \mathrm{BetP}_i - 0.7\, m_i(\Omega) / K",
        f"Three tenths of the ignorance count. Pignistic probabilities: {cite('smets1994')}",
    )
    points = Formula(
        "What the evidence points to",
        r"\{k_1, \dots, k_r\},\ r = \min\{j : bel_i(\{k_1, \dots, k_j\}) \geq \tfrac{1}{2}\}, "
        r"\quad \mathrm{BetP}_i(k_1) \geq \mathrm{BetP}_i(k_2) \geq \dots",
        "Ambiguous where r is more than 1 and less than K",
    )
    return [against, support, ignorance, points]


def code(context: Context) -> str:
    """Python that gives the same list and the same picture again."""
    settings = context.settings
    given: dict[str, object] = dict(arguments(context))
    if settings.uses("folds") and settings.folds != FOLDS:
        given["folds"] = settings.folds
    for name in ("groups", "weights"):
        if getattr(context.dataset, name) is not None:
            given[name] = Name(f"dataset.{name}")
    given["random_state"] = context.seed
    points = [Name("dataset.X"), Name("labels"), settings.classifier]
    view = format_call("SuspectsView", [], look(context).arguments(context.dataset))
    shown = {} if context.truth is None else {"truth": Name("dataset.truth")}
    drawn = [Name(name) for name in ("dataset", "labels", "beliefs", "view")]
    return script(
        context,
        "from belieflab.evaluation import held_out_masses, suspects",
        "from belieflab.figures.suspects import SuspectsView, draw_suspects",
        "",
        f"beliefs = {format_call('held_out_masses', points, given)}",
        'found = suspects(beliefs, labels, by="ratio")',
        "print(found.head(20).rename(dataset.name_of))",
        f"view = {view}",
        f"figure = {format_call('draw_suspects', drawn, shown)}",
        "# figure.show() opens a browser",
    )

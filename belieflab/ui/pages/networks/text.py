"""Code of the Networks page."""

from belieflab.ui.method.code_tab import format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import code_lines, decision_code_apart
from belieflab.ui.pages.networks.fit import max_judged
from belieflab.ui.pages.networks.settings import arguments, look, prediction_arguments


def code(context: Context) -> str:
    """Python that gives the same network and the same pictures again."""
    truth = "" if context.named_truth is None else ", truth=dataset.truth"
    taken = "table" if prediction_arguments(context) else "X"
    structure = context.settings.structure
    weights = "" if context.dataset.weights is None else ", dataset.weights"
    return script(
        context,
        "from belieflab.bayes import GaussianNetworkClassifier",
        "from belieflab.figures.networks import NetworkView, draw_criterion, draw_graph, draw_view",
        "",
        f"model = {format_call('GaussianNetworkClassifier', [], arguments(context))}",
        f"model.fit(dataset.{taken}, labels{weights})",
        "print(model.log_likelihood_, model.n_iter_, model.arcs_)",
        *code_lines(context, f"dataset.{taken}"),
        *decision_code_apart(context, max_judged(context, structure), f"part.{taken}"),
        f"view = {format_call('NetworkView', [], look(context).arguments(context.dataset))}",
        "graph = draw_graph(dataset, model, view)",
        f"figure = draw_view(dataset, model, view, labels=labels{truth})",
        "trace = draw_criterion(model, dataset.feature_names)",
        "# graph.show(), figure.show() and trace.show() open a browser",
    )

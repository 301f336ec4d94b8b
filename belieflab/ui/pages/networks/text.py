"""Code of the Networks page."""

from belieflab.ui.method.code_tab import format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import code_lines
from belieflab.ui.pages.networks.settings import arguments, look, points


def code(context: Context) -> str:
    """Python that gives the same network and the same pictures again."""
    view = format_call("NetworkView", [], look(context).arguments(context.dataset))
    truth = "" if context.named_truth is None else ", truth=dataset.truth"
    X = points(context.dataset, context.settings.structure)
    taken = "X" if X is context.dataset.X else "table"
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
        f"view = {view}",
        "graph = draw_graph(dataset, model, view)",
        f"figure = draw_view(dataset, model, view, labels=labels{truth})",
        "trace = draw_criterion(model, dataset.feature_names)",
        "# graph.show(), figure.show() and trace.show() open a browser",
    )

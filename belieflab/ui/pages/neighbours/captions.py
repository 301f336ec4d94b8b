"""What stands beside the plane of the Neighbours page: what a click asks, what colours mean."""

from belieflab.ui.method.context import Context
from belieflab.ui.pages.neighbours.settings import has_places

ASK = (
    "Click anywhere on the plane to see the evidence at that place, or an object to see what the "
    "others say about it, its own label left out."
)
ASK_OBJECT = "Click an object to see the evidence of its neighbours, its own label left out."
COLOURED = "Each object has the colour that is chosen above. "
RELATIONAL = (
    "Regions between the objects need features; the plane is the multidimensional scaling of the "
    "dissimilarities, to look at alone."
)
ALL_FEATURES = "The classifier learns from all features."


def ask(context: Context) -> str:
    """What a click on the plane shows."""
    return ASK if has_places(context) else ASK_OBJECT


def without_regions(context: Context) -> str:
    """What is drawn on a plane without regions, and why."""
    relational = context.dataset.dissimilarities is not None
    return COLOURED + (RELATIONAL if relational else ALL_FEATURES)

"""The confusion matrix of one annotator, where the model has learned any."""

from collections.abc import Sequence

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.figures.crowd.confusion import MAX_CLASSES, annotator_matrix
from belieflab.ui.method.charts import draw_small


def draw_matrix(analysis: CrowdAnalysis, people: Sequence[str], chosen: object, key: str) -> None:
    """Draw which class the chosen annotator takes for which; nothing where that is not known."""
    confusions, classes = analysis.confusions, analysis.said.frame.names
    if confusions is None or len(classes) > MAX_CLASSES:
        return
    if isinstance(chosen, int) and 0 <= chosen < len(people) and analysis.compared[chosen]:
        draw_small(annotator_matrix(confusions[chosen], classes, people[chosen]), key)

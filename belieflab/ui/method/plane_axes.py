"""The two axes of a plane and how it is looked at, the same on every page that has one."""

from typing import Any, TypeVar

from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.data.settings import Settings
from belieflab.figures.common.view import View
from belieflab.ui.method.context import Context
from belieflab.ui.shell import lecture

AnyView = TypeVar("AnyView", bound=View)


def axis_parameters(dataset: Dataset, *, turnable: bool = False) -> list[Parameter]:
    """The parameters x and y, where there is a choice.

    Two features leave none, unless the plane is `turnable` (the axes may be swapped, or principal).
    """
    if dataset.p <= (1 if turnable else 2):
        return []
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    look: dict[str, Any] = {"view": True, "form": "list", "lecture": "axes", "width": 120}
    across, up = default_axes(dataset)
    return [
        Parameter("x", "Across", across, choices=titles, **look),
        Parameter("y", "Up", up, choices=titles, **look),
    ]


def chosen_axes(dataset: Dataset, settings: Settings) -> tuple[str, str]:
    """The keys of the chosen axes."""
    across, up = default_axes(dataset)
    return settings.get("x", across), settings.get("y", up)


def make_view(
    kind: type[AnyView], context: Context, *given: Any, height: int, share: float = 1.0
) -> AnyView:
    """A view on the chosen axes; in a lecture its height is that share of the screen's."""
    axes = chosen_axes(context.dataset, context.settings)
    return kind(axes, *given, **lecture.size(height, share), seed=context.seed)

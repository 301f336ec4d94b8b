"""The choice of the two axes of a plane, the same on every page that has one."""

from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.ui.method.bound_controls import Controls


def draw_axes(page: str, dataset: Dataset, *, turnable: bool = False) -> tuple[str, str]:
    """Draw two select boxes where there is a choice; returns the keys of the axes.

    Two features leave none, unless the plane is `turnable` (the axes may be swapped, or principal).
    """
    across, up = default_axes(dataset)
    if dataset.p <= (1 if turnable else 2):
        return across, up
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    controls = Controls(page)
    return (
        controls.choose_one("x", "Across", titles, usual=across, shown_as="axes", width=120),
        controls.choose_one("y", "Up", titles, usual=up, shown_as="axes", width=120),
    )

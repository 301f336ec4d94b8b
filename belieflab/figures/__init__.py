"""Plotly figures: pure functions, arrays in, Figure out.

`plot_partition` and `plot_regions` draw in one call, for a notebook.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from belieflab.figures.notebook import plot_partition, plot_regions

__all__ = ["plot_partition", "plot_regions"]


def __getattr__(name: str) -> Any:
    if name in __all__:  # loaded late: a page needs one figure, not what these two need
        from belieflab.figures import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

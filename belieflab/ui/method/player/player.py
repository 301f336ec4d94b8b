"""The player as a Streamlit component; what it does in the browser is in `player.js`."""

from collections.abc import Sequence

import streamlit as st

from belieflab.ui.method.player.assets import class_name, read_asset

_PLAYER = st.components.v2.component(
    "belieflab_player",
    html=read_asset("player.html"),
    css=read_asset("player.css"),
    js=read_asset("player.js"),
)


def draw_player(
    key: str,
    names: Sequence[str],
    charts: Sequence[str],
    *,
    word: str = "iteration",
    captions: Sequence[str] = (),
    start: int | None = None,
    passive: bool = False,
    keys: bool = True,
) -> None:
    """Play, pause, step and drag through the frames of one or more charts, in the browser.

    Parameters
    ----------
    key : of the component
    names : the frames' names in order; the counter shows them ("iteration 12 / 31")
    charts : keys of the `st.plotly_chart`s whose figures carry frames of these names; axes have
        fixed ranges and the figures do not change between reruns, so that zoom stays
    word : what one frame is called
    captions : a few words per frame, shown beside the counter (an error, a likelihood)
    start : the frame to begin with; the last one by default
    passive : leave the charts alone until a person moves the player (for a second player on one
        chart)
    keys : whether arrow keys and space anywhere on the page move this player
    """
    _PLAYER(
        key=key,
        data={
            "names": [str(name) for name in names],
            "charts": [class_name(chart) for chart in charts],
            "word": word,
            "captions": [str(caption) for caption in captions],
            "start": len(names) - 1 if start is None else start,
            "passive": passive,
            "keys": keys,
        },
    )

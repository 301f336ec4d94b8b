"""What a run has drawn reaches the browser whole, also when a fragment runs again at once.

When a fragment begins to run, Streamlit drops what the run before has drawn in it but not sent
yet; of that it keeps large elements that the browser holds already, because those no longer say to
which fragment they belong. They then arrive without the containers around them, and the page breaks
down ("Bad delta path index"). Nothing is won by dropping: what comes later replaces it.
"""

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

_clear = ForwardMsgQueue.clear


def _clear_all_or_nothing(
    queue: ForwardMsgQueue,
    retain_lifecycle_msgs: bool = False,
    fragment_ids_this_run: list[str] | None = None,
) -> None:
    if fragment_ids_this_run is None:
        _clear(queue, retain_lifecycle_msgs)
    else:
        queue._delta_index_map = {}  # what another run has drawn is not merged with what comes


def keep_whole() -> None:
    """Let the queue of every session keep what was drawn before a fragment runs."""
    ForwardMsgQueue.clear = _clear_all_or_nothing  # type: ignore[method-assign, assignment]

"""What the browser asks for by a timer takes nothing back, and never shows a page that was left.

A fragment that is drawn every second or so is asked for by a timer in the browser. The request
tells which page that is, its address and the values of its controls: all as the browser knew them,
which may be older than what the server has drawn and not sent yet. Streamlit would follow it: a
value that a button has just set was taken back, and after a change of page the window stayed blank.
So such a request asks for its fragment and for nothing else. This reaches into Streamlit where
nothing public does: tests/ui/shell/test_late_requests.py looks at a real server.
"""

from dataclasses import replace
from urllib.parse import urlencode

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import (
    RerunData,
    ScriptRequests,
    ScriptRequestType,
)

_request, _run = ScriptRequests._request_rerun_locked, ScriptRunner._run_script


def _request_alone(requests: ScriptRequests, data: RerunData) -> bool:
    """Take a request of a timer without values of controls; it adds nothing to a whole page."""
    if data.is_auto_rerun:
        data = replace(data, widget_states=None)
        if requests._state is ScriptRequestType.RERUN:
            waiting = requests._rerun_data
            if not waiting.fragment_id_queue:
                return True
            data = replace(
                data,
                query_string=waiting.query_string,
                page_script_hash=waiting.page_script_hash,
                page_name=waiting.page_name,
                is_auto_rerun=waiting.is_auto_rerun,
            )
    return _request(requests, data)


def _run_on_this_page(runner: ScriptRunner, data: RerunData) -> None:
    """Draw fragments on the page that is there, those of another one not at all."""
    if data.fragment_id_queue:
        if not any(map(runner._fragment_storage.contains, data.fragment_id_queue)):
            return
        here = runner._pages_manager.current_page_script_hash
        if data.is_auto_rerun or data.page_script_hash != here:
            with runner._session_state.query_params() as query:
                address = urlencode(query._query_params, doseq=True)
            data = replace(data, page_script_hash=here, query_string=address)
    _run(runner, data)


def take_nothing_back() -> None:
    """Let requests of timers, in every session, ask for their fragments alone."""
    ScriptRequests._request_rerun_locked = _request_alone  # type: ignore[method-assign, assignment]
    ScriptRunner._run_script = _run_on_this_page  # type: ignore[method-assign, assignment]

"""Where a server that has started says it is."""

import pytest
from streamlit import config

from belieflab.ui.shell.opening import find_address


@pytest.mark.parametrize(
    ("here", "said", "found"),
    [
        ("localhost", "localhost", "http://localhost:8501"),
        ("0.0.0.0", "localhost", "http://localhost:8501"),  # noqa: S104
        (None, "localhost", "http://localhost:8501"),
        ("192.168.0.7", "localhost", "http://192.168.0.7:8501"),
        ("::1", "localhost", "http://[::1]:8501"),
        ("0.0.0.0", "lab.example.org", "http://lab.example.org:8501"),  # noqa: S104
    ],
)
def test_the_address_is_one_that_answers(
    here: str | None, said: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"server.address": here, "browser.serverAddress": said, "browser.serverPort": 8501}
    get = config.get_option
    monkeypatch.setattr(config, "get_option", lambda name: given.get(name, get(name)))
    monkeypatch.setattr("streamlit.get_option", lambda name: given.get(name, get(name)))
    assert find_address() == found

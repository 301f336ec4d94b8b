"""`make run-class`: what it starts, and how it ends."""

import socket
import subprocess
from pathlib import Path

import pytest

from belieflab.classroom import (
    ADDRESS_VARIABLE,
    PORT_VARIABLE,
    STORE_VARIABLE,
    __main__,
    store_path,
)
from belieflab.classroom.__main__ import main
from belieflab.classroom.server import free_port

ROOT = Path(__file__).parents[2]


class App:
    """Stands for the app: notes how it was started and ends at once."""

    def __init__(self, command: list[str], env: dict[str, str]) -> None:
        App.command, App.variables = command, env
        App.shared = Path(env[STORE_VARIABLE]).exists()

    def wait(self, timeout: float | None = None) -> int:
        return 3

    poll = wait


def test_make_run_class_is_the_command_of_this_package() -> None:
    dry = subprocess.run(
        ["make", "-n", "run-class", "PORT=8599", "STUDENTS=8650"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "-m belieflab.classroom --students-port 8650 --server.port 8599" in dry.stdout


def test_the_app_is_a_child_on_localhost_whatever_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(__main__.subprocess, "Popen", App)
    monkeypatch.setattr(__main__.signal, "signal", lambda *_: None)
    assert store_path() is None
    assert main(["--server.port", "8599", "--server.address", "0.0.0.0"]) == 3  # noqa: S104
    assert App.command[-2:] == ["--server.address", "localhost"]
    assert App.command[1:5] == ["-m", "streamlit", "run", "app.py"]
    assert App.shared and not Path(App.variables[STORE_VARIABLE]).parent.exists()
    port = App.variables[PORT_VARIABLE]
    assert f":{port} once" in capsys.readouterr().out


def test_one_interface_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(__main__.subprocess, "Popen", App)
    monkeypatch.setattr(__main__.signal, "signal", lambda *_: None)
    assert main(["--students-address", "localhost", "--students-port", str(free_port(8_700))]) == 3
    assert "Students join at http://127.0.0.1:" in capsys.readouterr().out
    assert App.variables[ADDRESS_VARIABLE] == "127.0.0.1"
    with pytest.raises(SystemExit):
        main(["--students-address", "my-machine"])
    assert "invalid" in capsys.readouterr().err


def test_only_the_chosen_interface_listens(serve) -> None:
    port = serve().server_port
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) == 0
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", port)) != 0


def test_a_taken_port_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(__main__.signal, "signal", lambda *_: None)
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # noqa: S104
        taken.listen()
        assert main(["--students-port", str(taken.getsockname()[1])]) == 1
    assert main(["--students-port", "99999"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2 and all(line.startswith("Students cannot be served") for line in said)

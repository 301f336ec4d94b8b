"""Kernels are compiled by another process, once, and a failure there only costs time."""

import os
import sys
from pathlib import Path

import pytest

from belieflab import kernels


@pytest.fixture
def stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where it is noted that everything was compiled; nothing was yet."""
    path = tmp_path / "kernels-compiled"
    monkeypatch.setattr(kernels, "_stamp", lambda: path)
    return path


def forbid_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise AssertionError("another process was started")

    monkeypatch.setattr(kernels, "_start_compiler", refuse)


@pytest.mark.usefixtures("stamp")
def test_another_process_names_room_after_room():
    with kernels._start_compiler() as compiler:
        named = compiler.stdout.read().decode().split()
    assert compiler.returncode == 0
    assert tuple(named) == kernels.ROOMS


@pytest.mark.usefixtures("stamp")
@pytest.mark.parametrize("program", ["/no/such/program", "false"])
def test_rooms_are_named_too_when_that_process_fails(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    assert tuple(kernels.ready_rooms()) == kernels.ROOMS


@pytest.mark.usefixtures("stamp")
def test_a_process_that_dies_half_way_costs_no_room(monkeypatch, tmp_path):
    program = tmp_path / "dies"
    program.write_text("#!/bin/sh\necho mixture\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    assert tuple(kernels.ready_rooms()) == kernels.ROOMS


def test_compiled_kernels_are_loaded_without_another_process(stamp, monkeypatch):
    forbid_another_process(monkeypatch)
    stamp.touch()
    assert tuple(kernels.ready_rooms()) == kernels.ROOMS


def test_a_changed_source_is_compiled_again(stamp, monkeypatch):
    forbid_another_process(monkeypatch)
    stamp.touch()
    os.utime(stamp, (0, 0))
    with pytest.raises(AssertionError, match="another process"):
        list(kernels.ready_rooms())


def test_compiling_ends_by_noting_that_all_is_there(stamp, monkeypatch, capsys):
    compiled = []
    monkeypatch.setattr(kernels, "warm_up", compiled.append)
    kernels.main([])
    assert tuple(compiled) == kernels.ROOMS
    assert capsys.readouterr().out.split() == compiled
    assert stamp.exists()

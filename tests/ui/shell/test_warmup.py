"""The warm-up compiles in the background and knows when it is over."""

import gc
import threading

import pytest

import belieflab.mixture.warmup
from belieflab.ui.shell.warmup import start


def test_it_lasts_until_the_kernels_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, finish = threading.Event(), threading.Event()

    def compile_slowly() -> None:
        begun.set()
        finish.wait(120)

    monkeypatch.setattr(belieflab.mixture.warmup, "warm_up", compile_slowly)
    warm_up = start.__wrapped__()
    assert begun.wait(120)
    assert warm_up.is_alive()
    finish.set()
    warm_up.join(120)
    assert not warm_up.is_alive()


def test_it_compiles_the_real_kernels() -> None:
    warm_up = start.__wrapped__()
    warm_up.join(120)
    assert not warm_up.is_alive()


def test_what_stays_for_good_is_no_longer_searched_for_garbage():
    start.__wrapped__().join(120)
    assert gc.get_freeze_count() > 10_000

"""Memory is measured, and threads that allocate meanwhile do no harm."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from allocation import peak_of

TESTS = Path(__file__).parent

# Eight native threads enter Python for the first time while the measured call keeps the interpreter
# to itself: without a moment for them, nearly every start of this script ends in a crash.
NATIVE_THREADS = """
import ctypes, sys, time
from allocation import peak_of
enter = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: None)
waiting, holding = ctypes.CDLL(None), ctypes.PyDLL(None)

def call():
    for _ in range(8):
        threads.append(ctypes.c_ulong())
        assert not holding.pthread_create(ctypes.byref(threads[-1]), None, enter, None)
    end = time.perf_counter() + 0.001
    while time.perf_counter() < end:
        pass

for _ in range(8):
    threads = []
    peak_of(call)
    for thread in threads:
        waiting.pthread_join(thread, None)
"""


def test_the_peak_is_what_was_held_at_most():
    def call() -> None:
        np.ones(1_000_000)
        np.ones(100)

    assert 8_000_000 <= peak_of(call) < 8_100_000


def test_native_threads_that_wait_for_the_interpreter_survive_the_end():
    command = [sys.executable, "-c", NATIVE_THREADS]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_all_tests_measure_with_it():
    using = {
        str(path.relative_to(TESTS))
        for path in TESTS.rglob("*.py")
        if re.search(r"^import tracemalloc", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert using == {"allocation.py"}

"""Settings common to all tests."""

import atexit
import gc
import os
import shutil
import tempfile
from functools import cache

import checked_traces  # noqa: F401  # from here on traces are checked
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner

# What the app saves by itself stays out of the home of whoever runs the tests.
os.environ["BELIEFLAB_DATA"] = tempfile.mkdtemp(prefix="belieflab-data-")
atexit.register(shutil.rmtree, os.environ["BELIEFLAB_DATA"], ignore_errors=True)

# The first call of a kernel compiles it, which says nothing about the code under test; and the
# same commit should give the same answer twice.
settings.register_profile("belieflab", deadline=None, derandomize=True, max_examples=40)
# `make test-slow`: other examples every time, and more of them where a test names no number.
settings.register_profile("thorough", deadline=None, max_examples=300, print_blob=True)
settings.load_profile("belieflab")

# A page test asks all installed packages for components in every run: most of the time it takes.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# Few of the many objects of a test are garbage in cycles: looking for them less often saves a tenth
# of the time.
gc.set_threshold(100_000, 50, 100)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()

"""Settings common to all tests."""

from hypothesis import settings

# The first call of a kernel compiles it, which says nothing about the code under test; and the
# same commit should give the same answer twice.
settings.register_profile("belieflab", deadline=None, derandomize=True)
settings.load_profile("belieflab")

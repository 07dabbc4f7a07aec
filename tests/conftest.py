"""Settings shared by all tests."""

from hypothesis import settings

# The first example of a property may wait for numba to compile.
settings.register_profile("chaquete", deadline=None)
settings.load_profile("chaquete")

"""The verbs that need training or the arena, and the ``chaquete`` command itself."""

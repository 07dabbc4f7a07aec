"""Exact endgames: tables of the positions where both sides bear off and contact is over.

:mod:`engine.bearoff.positions` numbers the positions, :mod:`engine.bearoff.one_sided` and
:mod:`engine.bearoff.two_sided` solve them, :mod:`engine.bearoff.table_file` keeps them, and
:mod:`engine.bearoff.tables` answers for whole batches of boards.
"""

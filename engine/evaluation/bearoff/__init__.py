"""Exact endgames: tables of the positions where both sides bear off and contact is over.

:mod:`engine.evaluation.bearoff.positions` numbers the positions,
:mod:`engine.evaluation.bearoff.one_sided` and :mod:`engine.evaluation.bearoff.two_sided` solve
them, :mod:`engine.evaluation.bearoff.table_file` keeps them, and
:mod:`engine.evaluation.bearoff.tables` answers for whole batches of boards.
"""

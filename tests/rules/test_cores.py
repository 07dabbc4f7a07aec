import os

import pytest

from engine.cli.build_bearoff import Options as BuildBearoff
from engine.cli.serve import Http
from engine.cores import cores
from engine.serve.http.limits import HttpLimits
from training.cli.evaluate import Options as Evaluate
from training.cli.ladder import Options as Ladder


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity")
def test_who_is_held_to_one_core_uses_one():
    before = os.sched_getaffinity(0)
    assert cores() == len(before)
    os.sched_setaffinity(0, {min(before)})
    try:
        assert cores() == 1
        assert Evaluate(players=("pip", "random")).workers == Ladder().workers == 1
        assert Http().threads == HttpLimits().threads == BuildBearoff().threads == 1
    finally:
        os.sched_setaffinity(0, before)

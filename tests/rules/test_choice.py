"""Choosing among the afterstates of many boards, against plain Python."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.evaluation.choice import afterstates_of, best, shortlist

SEGMENTS = st.lists(st.lists(st.sampled_from([-1.0, 0.0, 0.1, 0.5, 2.0]), min_size=1, max_size=9))


def flat(segments):
    scores = np.array([s for segment in segments for s in segment], dtype=np.float64)
    return scores, np.cumsum([0, *map(len, segments)])


@given(SEGMENTS, st.integers(1, 5), st.sampled_from([0.0, 0.45, np.inf]))
@settings(deadline=None)
def test_shortlist_keeps_the_best_near_the_best(segments, most, within):
    scores, offsets = flat(segments)
    kept, kept_offsets = shortlist(scores, offsets, most, within)
    for i, segment in enumerate(segments):
        order = sorted(range(len(segment)), key=lambda k: -segment[k])[:most]
        expected = sorted(k for k in order if segment[order[0]] - segment[k] <= within)
        found = kept[kept_offsets[i] : kept_offsets[i + 1]] - offsets[i]
        assert found.tolist() == expected


@given(SEGMENTS)
@settings(deadline=None)
def test_a_shortlist_of_one_is_the_best(segments):
    scores, offsets = flat(segments)
    np.testing.assert_array_equal(shortlist(scores, offsets, 1)[0], best(scores, offsets))


@given(SEGMENTS, st.data())
@settings(deadline=None)
def test_afterstates_of_some_boards(segments, data):
    scores, offsets = flat(segments)
    some = st.lists(st.integers(0, len(segments) - 1), max_size=12) if segments else st.just([])
    which = data.draw(some)
    indices, starts = afterstates_of(np.array(which, np.int64), offsets)
    assert [scores[indices[a:b]].tolist() for a, b in pairwise(starts)] == [
        segments[i] for i in which
    ]

"""How the engine teaches itself: self-play, learning, and judging what was learnt."""

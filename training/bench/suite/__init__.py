"""The decision suite: decisions of our own games, answered by our own rollouts."""

"""Measuring: games between players, decision suites, the ladder of networks, speed, signatures."""

"""Rollouts: positions played to the end many times, all trials side by side."""

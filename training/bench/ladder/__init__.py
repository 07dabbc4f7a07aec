"""The strength ladder: kept networks against the same opponents, over the course of training."""

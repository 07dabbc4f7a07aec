"""The game itself: boards, dice, legal plays, games, matches and their records."""

"""Looking ahead: what a position is worth after all replies, in big batches.

Plies are counted as GNU Backgammon does: 0-ply is the raw network, 1-ply averages it over the 21
rolls the opponent may throw next.  eXtreme Gammon and Open Sage call our 0-ply "1-ply".
"""

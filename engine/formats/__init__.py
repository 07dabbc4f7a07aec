"""How positions, plays and matches are written: notation, match files and pictures."""

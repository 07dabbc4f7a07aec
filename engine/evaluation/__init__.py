"""What estimates how a game will end: networks, exact bear-off tables, and the seam they share."""

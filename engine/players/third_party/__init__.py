"""Other programs as players: GNU Backgammon, Open Sage and pubeval."""

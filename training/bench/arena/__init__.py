"""The arena: judges players by games against each other and by decisions with known answers."""

"""The doubling cube: what a game is worth when it can be turned, in money and match play.

* :mod:`engine.cube.met` match equity tables; :mod:`engine.cube.met_xml` reads GNU Backgammon's;
* :mod:`engine.cube.stakes` what each result is worth at each height of the cube;
* :mod:`engine.cube.life` how alive the cube is in a position;
* :mod:`engine.cube.janowski` cubeful values from outcomes, in batches;
* :mod:`engine.cube.window` take points, market window and gammon values;
* :mod:`engine.cube.decision` the verdict; :mod:`engine.cube.race` formulas for races.

Beavers are part of every value: who stands to lose by the double he is offered turns it again.
Raccoons are not, because they change none: a raccoon is right where the beaver was wrong, and the
right beaver is never answered by one.  Whoever has been beavered wrongly is told to raccoon
(:mod:`engine.analysis.answers`).  Nor is the Holland rule, which needs the rolls played: the game
loop keeps to it, and the cube values of a game's first two rolls are those without it.
"""

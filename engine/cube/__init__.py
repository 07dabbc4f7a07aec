"""The doubling cube: what a game is worth when it can be turned, in money and match play.

* :mod:`engine.cube.met` match equity tables; :mod:`engine.cube.met_xml` reads GNU Backgammon's;
* :mod:`engine.cube.stakes` what each result is worth at each height of the cube;
* :mod:`engine.cube.life` how alive the cube is in a position;
* :mod:`engine.cube.janowski` cubeful values from outcomes, in batches;
* :mod:`engine.cube.window` take points, market window and gammon values;
* :mod:`engine.cube.decision` the verdict; :mod:`engine.cube.race` formulas for races.
"""

"""What was played against what should have been: every decision of a match, judged.

* :mod:`engine.matchanalysis.moments` the decisions of a record and their positions;
* :mod:`engine.matchanalysis.review` judges them all, in big batches;
* :mod:`engine.matchanalysis.results` what it finds, and :mod:`engine.matchanalysis.statistics` the
  sums;
* :mod:`engine.matchanalysis.data`, ``text`` and ``page`` say it: JSON, text, and one HTML page.
"""

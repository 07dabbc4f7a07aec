"""What was played against what should have been: every decision of a match, judged.

* :mod:`engine.analysis.match.moments` the decisions of a record and their positions;
* :mod:`engine.analysis.match.review` judges them all, in big batches;
* :mod:`engine.analysis.match.results` what it finds, and :mod:`engine.analysis.match.statistics`
  the sums;
* :mod:`engine.analysis.match.data`, ``text`` and ``page`` say it: JSON, text, and one HTML page.
"""

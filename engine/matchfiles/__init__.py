"""Match files of other programs, read into records that the rules have been checked against."""

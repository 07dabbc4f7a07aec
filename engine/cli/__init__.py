"""The verbs of the command line: each parses, calls the engine and prints."""

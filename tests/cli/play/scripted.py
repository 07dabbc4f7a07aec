"""A table whose person types what a test says."""

from engine.cli.terminal.console import Left, TimeUp


class Script:
    """A console that reads lines from a list; a line LATE is time run out."""

    LATE = "<late>"

    def __init__(self, *lines):
        self.lines = list(lines)
        self.shown = []
        self.prompts = []

    def say(self, text):
        self.shown.append(text)

    def ask(self, prompt, until):
        self.prompts.append(prompt)
        if not self.lines:
            raise Left
        line = self.lines.pop(0)
        if line == self.LATE:
            raise TimeUp
        return line

    @property
    def text(self):
        return "\n".join(self.shown)

"""The Smart Game Format as a tree of nodes, whatever game it holds.

Format: red-bean.com/sgf, FF[4].  Only main lines are kept: of several variations the first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.formats.matchfiles.error import MatchFileError

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z]{1,64}")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n|\r|.)", re.DOTALL)


@dataclass(slots=True)
class Node:
    """One node: its properties, and the line it begins on."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the only value of a property, or an empty text."""
        return self.properties.get(name, [""])[0]


def main_lines(text: str) -> list[list[Node]]:
    """Return the nodes of each game tree's main line; raises :class:`MatchFileError`."""
    return _Parser(text).trees()


def escaped(text: str) -> str:
    """Return ``text`` as it may stand between brackets, in one line."""
    return re.sub(r"([\\\]:])", r"\\\1", " ".join(text.split()))


class _Parser:
    """A position in the text, and its line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def trees(self) -> list[list[Node]]:
        """Return all game trees of the file."""
        found = []
        while self._peek():
            if self._peek() != "(":
                raise self._expected("'(' before a game")
            found.append(self._tree())
        if not found:
            raise self._expected("'(;GM[6]' at the beginning of an .sgf file")
        return found

    def _tree(self) -> list[Node]:
        """Return the main line of the tree that begins here."""
        nodes: list[Node] = []
        # Inside a variation that is not the first one, at this depth and deeper, nothing is kept.
        depth, closed, skipped = 0, False, 0
        while True:
            character = self._peek()
            if character == "(":
                self._take("(")
                depth += 1
                skipped = depth if closed and not skipped else skipped
            elif character == ")":
                self._take(")")
                skipped = 0 if skipped == depth else skipped
                depth -= 1
                closed = True
                if depth == 0:
                    return nodes
            elif character == ";":
                node = self._node()
                if not skipped:
                    if closed:
                        raise self._expected("')' after a variation")
                    nodes.append(node)
            else:
                raise self._expected("';', '(' or ')'")

    def _node(self) -> Node:
        """Return the node that begins here."""
        node = Node(self._line)
        self._take(";")
        while name := _NAME.match(self._text, self._skip()):
            self._advance(name.end())
            values = node.properties.setdefault(
                "".join(c for c in name[0] if c.isupper()) or name[0], []
            )
            while self._peek() == "[":
                value = _VALUE.match(self._text, self._at)
                if value is None:
                    raise self._expected(f"']' after the value of {name[0]}")
                self._advance(value.end())
                values.append(_ESCAPE.sub(_unescaped, value[1]))
            if not values:
                raise self._expected(f"'[' after {name[0]}")
        return node

    def _peek(self) -> str:
        """Return the next character that is no space, or an empty text at the end."""
        return self._text[self._skip() : self._at + 1]

    def _take(self, character: str) -> None:
        """Step over ``character``."""
        self._advance(self._skip() + len(character))

    def _skip(self) -> int:
        """Step over spaces and return where the text goes on."""
        space = _SPACE.match(self._text, self._at)
        self._advance(space.end() if space else self._at)
        return self._at

    def _advance(self, end: int) -> None:
        """Go on to ``end``, counting lines."""
        self._line += self._text.count("\n", self._at, end)
        self._at = end

    def _expected(self, what: str) -> MatchFileError:
        """Return the error that names what should stand here."""
        found = self._text[self._at : self._at + 20]
        return MatchFileError(
            f"{what} was expected, got {found!r}"
            if found
            else f"{what} was expected, but the file ends",
            self._line,
        )


def _unescaped(match: re.Match[str]) -> str:
    """Return what an escaped character stands for; an escaped line break is none."""
    return "" if match[1].isspace() and match[1] != " " else match[1]

"""The words of a report in English and Spanish."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.record import Word

LANGUAGES = ("en", "es")


@dataclass(frozen=True, slots=True)
class Wording:
    """One language; looked up by the English text."""

    language: str
    _texts: dict[str, str]

    def __call__(self, english: str) -> str:
        """Return ``english`` in this language."""
        return self._texts[english] if self.language != "en" else english

    def number(self, value: float, digits: int = 3, sign: bool = False) -> str:
        """Return a number as it is written in this language; never a negative zero."""
        rounded = round(value, digits) + 0.0
        text = f"{rounded:{'+' if sign else ''}.{digits}f}"
        return text if self.language == "en" else text.replace(".", ",")

    def percent(self, chance: float, sign: bool = False) -> str:
        """Return a chance in percent."""
        return f"{self.number(100 * chance, 2, sign)} %"

    def word(self, word: Word) -> str:
        """Return a cube action."""
        return self(_ACTIONS[word])


_ACTIONS = {
    Word.ROLL: "no double",
    Word.DOUBLE: "double",
    Word.TAKE: "take",
    Word.DROP: "pass",
    Word.BEAVER: "beaver",
    Word.RACCOON: "raccoon",
    Word.ACCEPT: "accepts the resignation",
    Word.REFUSE: "refuses the resignation",
}

_SPANISH = {
    # Cube actions
    "no double": "no doblar",
    "double": "doblar",
    "take": "aceptar",
    "pass": "rechazar",
    "beaver": "beaver",
    "raccoon": "raccoon",
    "accepts the resignation": "acepta el abandono",
    "refuses the resignation": "rechaza el abandono",
    # Head
    "Match analysis": "Análisis del match",
    "point match": "puntos",
    "Money session": "Partida por dinero",
    "Score": "Marcador",
    "analysed by": "analizado por",
    "luck": "suerte",
    "Player": "Jugador",
    "unfinished": "sin terminar",
    # Statistics
    "Statistics": "Estadísticas",
    "Checker play": "Jugadas",
    "Cube": "Cubo",
    "Everything": "Total",
    "Decisions": "Decisiones",
    "Errors": "Errores",
    "Blunders": "Errores graves",
    "Equity lost": "Equidad perdida",
    "Match-winning chance lost": "Probabilidad de match perdida",
    "Performance rating (PR)": "Índice de rendimiento (PR)",
    "Level of play": "Nivel de juego",
    "Doubles": "Doblajes",
    "Takes": "Aceptados",
    "Passes": "Rechazados",
    "Missed doubles": "Doblajes omitidos",
    "Wrong doubles": "Doblajes incorrectos",
    "Wrong takes": "Aceptados por error",
    "Wrong passes": "Rechazados por error",
    "Games": "Partidas",
    "Games won": "Partidas ganadas",
    "of them gammons": "de ellas gammons",
    "of them backgammons": "de ellas backgammons",
    "Points won": "Puntos ganados",
    "Luck": "Suerte",
    "Luck (equity)": "Suerte (equidad)",
    "Luck (match-winning chance)": "Suerte (probabilidad de match)",
    "Jokers": "Tiradas muy buenas",
    "Very bad rolls": "Tiradas muy malas",
    "Luck-adjusted result": "Resultado sin la suerte",
    "world class": "clase mundial",
    "expert": "experto",
    "advanced": "avanzado",
    "intermediate": "intermedio",
    "beginner": "principiante",
    # Charts
    "Match-winning chance": "Probabilidad de ganar el match",
    "Equity": "Equidad",
    "after each turn, seen by": "después de cada turno, vista por",
    "game": "partida",
    # Moves
    "Worst mistakes": "Peores errores",
    "No blunders.": "Ningún error grave.",
    "Game": "Partida",
    "Turn": "Turno",
    "Roll": "Tirada",
    "Action": "Acción",
    "Best": "Mejor",
    "Error": "Error",
    "Play": "Jugada",
    "Level": "Nivel",
    "made": "jugada hecha",
    "cannot move": "no puede mover",
    "Crawford game": "partida Crawford",
    "wins": "gana",
    "point": "punto",
    "points": "puntos",
    "resigns a single game": "abandona partida sencilla",
    "resigns a gammon": "abandona gammon",
    "resigns a backgammon": "abandona backgammon",
    "was right": "era lo correcto",
    "No double": "No doblar",
    "Double, take": "Doblar, aceptar",
    "Double, beaver": "Doblar, beaver",
    "Double, pass": "Doblar, rechazar",
    "to play": "a jugar",
    "cube decision": "decisión de cubo",
    "threw away": "perdió",
    # Notes
    "Equities are cubeful, in points per cube.": (
        "Las equidades incluyen el cubo, en puntos por cubo."
    ),
    "In a match they are normalised to it (EMG).": "En un match están normalizadas (EMG).",
    "A ply is counted as GNU Backgammon does: 0-ply is the network alone.": (
        "Los niveles (ply) se cuentan como en GNU Backgammon: 0-ply es solo la red."
    ),
    "An error costs at least 0.02, a blunder 0.08.": (
        "Un error cuesta al menos 0,02; un error grave, 0,08."
    ),
    "PR: mean loss of a decision, times 500.": "PR: pérdida media por decisión, por 500.",
}


def wording_of(language: str) -> Wording:
    """Return the words of ``language``; ValueError lists what is accepted."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}: {' and '.join(LANGUAGES)} are accepted")
    return Wording(language, _SPANISH)

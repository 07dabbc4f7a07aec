"""Results of an analysis as text for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.analysis.results import Chances, Decision, PlayAnalysis
from engine.cube.decision import CubeDecision, CubeValues, Verdict
from engine.cube.window import MarketWindow, Points
from engine.rules.match import Owner
from engine.rules.outcome import LOSE_BACKGAMMON, LOSE_GAMMON, WIN, WIN_BACKGAMMON, WIN_GAMMON
from engine.rules.position import Position

SHORT = {
    Verdict.NOT_AVAILABLE: "-",
    Verdict.DEAD_CUBE: "-",
    Verdict.NO_DOUBLE_TAKE: "N/T",
    Verdict.NO_DOUBLE_BEAVER: "N/B",
    Verdict.OPTIONAL_TAKE: "O/T",
    Verdict.OPTIONAL_BEAVER: "O/B",
    Verdict.OPTIONAL_PASS: "O/P",
    Verdict.DOUBLE_TAKE: "D/T",
    Verdict.DOUBLE_BEAVER: "D/B",
    Verdict.DOUBLE_PASS: "D/P",
    Verdict.TOO_GOOD_TAKE: "TG/T",
    Verdict.TOO_GOOD_PASS: "TG/P",
}
_LEGEND = (
    "N no double, D double, O optional double, TG too good to double; T take, P pass; "
    "- no cube or a dead one"
)


def outcome_text(outcome: Chances) -> str:
    """Return the probabilities in percent: win gammon backgammon - lose gammon backgammon."""
    won = (outcome[WIN], outcome[WIN_GAMMON], outcome[WIN_BACKGAMMON])
    lost = (1 - outcome[WIN], outcome[LOSE_GAMMON], outcome[LOSE_BACKGAMMON])
    return " - ".join(" ".join(f"{100 * p:5.1f}" for p in side) for side in (won, lost))


def plays_text(plays: Sequence[PlayAnalysis]) -> str:
    """Return a table of ranked plays."""
    width = max(12, *(len(play.text) for play in plays))
    match = plays[0].mwc is not None
    head = f"    {'play':<{width}}  equity  differ"
    head += "     mwc" if match else ""
    lines = [f"{head}    win     g    bg -  lose     g    bg  level"]
    for rank, play in enumerate(plays, 1):
        name = play.text or "(no legal play)"
        differ = "       " if play.difference is None else f"{play.difference:+7.3f}"
        row = f"{rank:>2}. {name:<{width}} {play.equity:+7.3f} {differ}"
        row += "" if play.mwc is None else f" {100 * play.mwc:6.2f}%"
        level = play.level
        level += "" if play.standard_error is None else f", +- {play.standard_error:.4f}"
        lines.append(f"{row}  {outcome_text(play.outcome)}  {level}")
    if any(play.difference is None for play in plays):
        lines.append("Plays of different levels cannot be compared: no difference is shown.")
    return "\n".join(lines)


def cube_text(decision: CubeDecision) -> str:
    """Return the verdict with what every action is worth and what would change it."""
    lines = [
        f"Cube analysis, {decision.level}",
        "   win     g    bg -  lose     g    bg",
        f" {outcome_text(decision.outcome)}",
        f"Cubeless equity {decision.cubeless:+.3f}, cubeful {decision.equity:+.3f}",
        *_actions(decision),
        f"Proper cube action: {decision.text}{_reason(decision)}",
    ]
    if decision.window is not None:
        lines += ["", *_window(decision, decision.window)]
    if not decision.state.is_money:
        mine, theirs = decision.gammons
        lines.append(
            f"Gammon values: {mine.gammon:.3f} for the player on roll, "
            f"{theirs.gammon:.3f} for the opponent (money .500)"
        )
    return "\n".join(lines)


def answer_text(answer: Decision, position: Position) -> str:
    """Return what the one who was offered a cube or a resignation does, and what each costs."""
    offer = "resignation" if position.resignation else position.pending.value
    lines = [f"Answer to the {offer}: {answer.action.value} (equities of the one who answers)"]
    for action, cost in sorted(answer.costs.items(), key=lambda item: item[1]):
        lines.append(
            f"  {action.value.capitalize():<17} {answer.equity - cost:+7.3f} ({0.0 - cost:+.3f})"
        )
    return "\n".join(lines)


def scores_text(decisions: Mapping[tuple[int, int], CubeDecision]) -> str:
    """Return a table of actions: rows are the points the player on roll needs."""
    columns = sorted({away[1] for away in decisions})
    lines = [
        "Cube action by score: the player on roll needs the points at the left, the opponent "
        "those at the top",
        "      " + "".join(f"{f'{n}-away':>8}" for n in columns),
    ]
    for own in sorted({away[0] for away in decisions}):
        cells = [SHORT[decisions[own, n].verdict] if (own, n) in decisions else "" for n in columns]
        lines.append(f"{own}-away" + "".join(f"{cell:>8}" for cell in cells))
    lines += [_LEGEND, "1-away: after the Crawford game"]
    return "\n".join(lines)


def _actions(decision: CubeDecision) -> list[str]:
    """Return a line for each action, with its equity and its distance to the best one."""
    re = "" if decision.state.owner == Owner.CENTRED else "re"
    equities = decision.equities
    mwc = decision.mwc or CubeValues(0.0)
    rows = [
        (f"No {re}double", equities.no_double, mwc.no_double),
        (f"{re}double, take".capitalize(), equities.double_take, mwc.double_take),
        (f"{re}double, beaver".capitalize(), equities.double_beaver, mwc.double_beaver),
        (f"{re}double, pass".capitalize(), equities.double_pass, mwc.double_pass),
    ]
    lines = []
    for name, equity, chance in rows:
        if equity is None:
            continue
        distance = round(equity - decision.equity, 3) + 0.0  # Not -0.000.
        line = f"  {name:<17} {equity:+7.3f} ({distance:+.3f})"
        told = decision.mwc is not None and chance is not None
        lines.append(line + (f"  mwc {100 * (chance or 0):6.2f}%" if told else ""))
    return lines


def _reason(decision: CubeDecision) -> str:
    """Return why there is no cube to turn, if there is none."""
    reason = decision.state.no_double
    return "" if reason is None else f": {reason}"


def _window(decision: CubeDecision, window: MarketWindow) -> list[str]:
    """Return the market window and take point, and how far the position is from them."""
    now = decision.outcome[WIN]
    beavers = decision.state.may_beaver
    lines = [
        f"Market window of the player on roll, now at {_percent(now)}, gammon rates unchanged "
        f"(cube life {decision.life:.2f}):",
        f"  {'':<12}   double   pass  too good   take point" + ("   beaver to" if beavers else ""),
    ]
    for name, points in (
        ("this cube", window.actual),
        ("dead cube", window.dead),
        ("live cube", window.live),
    ):
        lines.append(
            f"  {name:<12} {_percent(points.double):>8} {_percent(points.cash):>7}"
            f" {_percent(points.too_good):>8} {_percent(points.take):>11}"
            + (f" {_percent(points.beaver):>11}" if beavers else "")
        )
    lines.append(f"What would change the verdict, by formula: {_changes(now, window.actual)}.")
    return lines


def _changes(now: float, points: Points) -> str:
    """Return the nearest points on both sides of the present winning chance."""
    named = [
        (points.beaver, "take"),
        (points.double, "double"),
        (points.cash, "pass"),
        (points.too_good, "too good"),
    ]
    known = [(chance, name) for chance, name in named if chance is not None and 0 < chance < 1]
    below = [(c, n) for c, n in known if c <= now]
    above = [(c, n) for c, n in known if c > now]
    told = []
    if below:
        chance, name = max(below)
        told.append(f"{100 * (now - chance):.1f} % less ({name} from {_percent(chance)})")
    if above:
        chance, name = min(above)
        told.append(f"{100 * (chance - now):.1f} % more ({name} from {_percent(chance)})")
    return " or ".join(told) or "no winning chance would"


def _percent(chance: float | None) -> str:
    return "never" if chance is None else f"{100 * chance:.1f}%"

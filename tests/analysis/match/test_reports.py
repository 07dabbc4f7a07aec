"""What is said about a match: statistics, data, text and the page."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from typing import ClassVar

import pytest
import torch

from engine.analysis.match import wording
from engine.analysis.match.data import review_data
from engine.analysis.match.page import review_html
from engine.analysis.match.review import review_match
from engine.analysis.match.statistics import PR_SCALE, statistics_of
from engine.analysis.match.text import review_text
from engine.cli import analyse
from engine.evaluation.network.modelfile import save_model
from engine.evaluation.network.network import Network, NetworkShape
from engine.formats.matchfiles.mat_writer import write_mat
from engine.rules.match import Rules
from engine.rules.record import Match
from tests.analysis.match.players import ANALYSER, Contrary, Faithful, played
from tests.formats.matchfiles.played import random_match


@pytest.fixture(scope="module")
def review():
    return review_match(played(Faithful("Ana"), Contrary(), Rules(length=5), 11), ANALYSER)


@pytest.fixture(scope="module")
def money():
    rules = Rules(jacoby=True, beavers=True)
    return review_match(random_match(5, rules, 3, names=("<b>Ann</b>", "Bob & Co")), ANALYSER)


def test_statistics_add_up(review):
    first, second = statistics_of(review)
    for stats, side in ((first, 0), (second, 1)):
        plays = [m.play for m in review.moves(side) if m.play and not m.play.forced]
        assert stats.plays.decisions == len(plays)
        assert stats.plays.lost == pytest.approx(sum(play.error for play in plays))
        assert stats.total.lost == pytest.approx(stats.plays.lost + stats.cubes.lost)
        assert stats.total.decisions == stats.plays.decisions + stats.cubes.decisions
        assert stats.total.rating == pytest.approx(
            PR_SCALE * stats.total.lost / stats.total.decisions
        )
        assert stats.luck.rolls == sum(m.moment.is_play for m in review.moves(side))
    assert first.total.rating == pytest.approx(0, abs=1e-3)
    assert first.rating_name == "world class" and second.rating_name == "beginner"
    assert second.total.blunders > 10
    assert first.games.points == review.match.score[0]
    assert first.games.won + second.games.won == len(review.match.games)
    assert first.luck_adjusted + second.luck_adjusted == pytest.approx(1)


def test_gammons_and_resignations_count_by_their_kind():
    review = review_match(random_match(2, Rules(length=15), resigns=0.01), ANALYSER)
    stats = statistics_of(review)
    assert sum(s.games.won for s in stats) == len(review.match.games)
    assert sum(s.games.gammons + s.games.backgammons for s in stats) > 0
    assert sum(s.cube.doubles for s in stats) > 0


def test_the_data_is_plain_json_with_stable_keys(review):
    data = json.loads(json.dumps(review_data(review), allow_nan=False))
    assert data["players"] == ["Ana", "Ben"] and data["length"] == 5
    assert set(data) == {
        "version", "players", "length", "score", "winner", "evaluator", "level", "luck_level",
        "seconds", "statistics", "games",
    }  # fmt: skip
    move = next(m for m in data["games"][0]["moves"] if m["play"])
    assert {"made", "best", "error", "mwc_error", "grade", "legal_plays", "candidates"} == set(
        move["play"]
    )
    assert move["xgid"].startswith("XGID=")


def test_the_text_tells_every_action_and_marks_blunders(review):
    text = review_text(review)
    actions = sum(len(game.moves) for game in review.games)
    assert sum(line[3:4] == "." for line in text.splitlines()) >= actions
    assert " ?? -" in text and "Performance rating (PR)" in text
    assert "-0.000" not in text
    assert "Índice de rendimiento" in review_text(review, "es")
    with pytest.raises(ValueError, match="en and es are accepted"):
        review_text(review, "fr")


class Page(HTMLParser):
    """Collects ids and links, and checks that elements are closed in order."""

    VOID: ClassVar = {"meta", "br", "circle", "rect", "line", "polygon", "polyline", "path"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.sources = [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        self.sources += [given[name] for name in ("src", "srcset", "data") if name in given]
        assert tag not in ("script", "link", "img", "iframe")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.open.append(tag)
        if tag in self.VOID:
            self.open.pop()
        self.handle_starttag(tag, attributes)
        if tag not in self.VOID:
            self.open.pop()
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_is_whole_and_every_link_leads_somewhere(review, language):
    text = review_html(review, language)
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert page.links and {link.removeprefix("#") for link in page.links} <= set(page.ids)
    moves = sum(len(game.moves) for game in review.games)
    assert len([name for name in page.ids if re.fullmatch(r"g\d+m\d+", name)]) == moves
    assert page.sources == [] and "url(" not in text and "@import" not in text
    blunders = sum(
        r.grade.value == "blunder"
        for game in review.games for m in game.moves for r in (m.play, m.cube) if r is not None
    )  # fmt: skip
    assert text.count("<article ") == blunders > 0
    plays = [m for game in review.games for m in game.moves if m.play]
    bad = sum(m.play.grade.value == "blunder" for m in plays)
    assert text.count("<tr class=made") == bad > 0
    assert f'lang="{language}"' in text


BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.mark.slow
@pytest.mark.peers
@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_a_real_browser_shows_all_of_it(review, tmp_path):
    """What it has built of the page is written back, and a picture of what is seen."""
    path, picture = tmp_path / "page.html", tmp_path / "page.png"
    path.write_text(review_html(review), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'me'}"]
    shown = subprocess.run(
        [BROWSER, *options, f"--screenshot={picture}", "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    ).stdout
    wanted, seen = review_html(review), shown
    for tag in ("<svg", "<article", "<circle", "<polyline", "<table", " id="):
        assert seen.count(tag) == wanted.count(tag), tag
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 20_000


def test_names_cannot_write_markup_and_money_has_no_match_chart(money):
    text = review_html(money)
    Page(text)
    assert "<b>Ann" not in text and "&lt;b&gt;Ann&lt;/b&gt;" in text
    assert "Match-winning chance" not in text
    assert "Money session" in text


def test_every_phrase_is_known_in_spanish(review, money):
    say = wording.wording_of("es")
    for phrase in wording._SPANISH:
        assert say(phrase)
    for one in (review, money, review_match(Match(), ANALYSER)):
        review_html(one, "es"), review_text(one, "es")


def test_the_command_reads_a_file_and_writes_text_data_and_page(tmp_path, capsys):
    torch.manual_seed(0)
    model = tmp_path / "m.safetensors"
    save_model(Network(NetworkShape(8, (8,))), model)
    path = tmp_path / "match ä ł 張.mat"
    path.write_text(write_mat(random_match(7, Rules(length=1))), encoding="utf-8")
    page, kept = tmp_path / "page.html", path.read_bytes()
    arguments = [str(path), "--model", str(model)]
    assert analyse.main([*arguments, "--html", str(page), "--language", "es"]) == 0
    assert "Índice de rendimiento" in capsys.readouterr().out
    Page(page.read_text(encoding="utf-8"))
    assert analyse.main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["length"] == 1 and printed.err == ""
    assert analyse.main([*arguments, "--number", "2"]) == 2
    assert "match number 2: 1 to 1 are accepted" in capsys.readouterr().err
    assert path.read_bytes() == kept  # Comments and all: ankigammon 58.
    assert analyse.main([str(tmp_path / "none.mat")]) == 2
    (tmp_path / "broken.mat").write_text("this is no match")
    assert analyse.main([str(tmp_path / "broken.mat"), "--model", str(model)]) == 2

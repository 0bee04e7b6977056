"""The nastiest inputs to every command, list, button, form and file."""

from __future__ import annotations

from collections.abc import Awaitable

from small_discord import Upload
from tests.villain import (
    FULL,
    SLOW,
    Villain,
    Way,
    correct_moves,
    forge,
    full_game,
    look_at_races,
    offered,
    open_form,
    past,
    press,
    press_at_the_end,
    short_game,
    slash,
    slow_game,
    slow_napoleon,
    take_back_slowly,
    there_and_back,
    typed,
)

_NAME = "x" * 64
_LARGEST = 2**63 - 1
_HEAD = '[Game "pyramid"]\n[Seed "tuesday"]\n\n'
_FILES = {
    "12,700 times through the stock": _HEAD + "d*" + " r d*" * 12_700,
    "as many moves as may be": _HEAD + FULL,
    "as many moves as may be, which fail": _HEAD + FULL + " d",
    "63 kB in one word": _HEAD + "x" * 64_000,
    "tags alone": '[A "b"]\n' * 7_900,
}
_LINES = {
    "the stock, 200 times": "r d* " * 199,
    "500 words": "d " * 499,
    "one word": "x" * 1000,
    "999 cards": "d999",
}
_COMMANDS: dict[str, Way] = {
    "/deal accordion": slash("deal accordion", Villain.stand_up, variant=_NAME),
    "/deal marriage": slash("deal marriage", Villain.stand_up, seed=_NAME),
    "/deal cribbage": slash("deal cribbage", Villain.stand_up, seed=f"cribbage:{'x' * 32}"),
    "/deal napoleon": slash("deal napoleon", Villain.stand_up, seed=SLOW),
    "/deal pyramid": slash("deal pyramid", Villain.stand_up, winnable=True),
    "/board": slash("board", full_game),
    "/undo": slash("undo", full_game),
    "/redo": slash("redo", full_game),
    "/hint": slash("hint", full_game, level="line"),
    "/check": slash("check", full_game),
    "/resign": slash("resign", full_game),
    "/play": slash("play", past),
    "/help": slash("help", full_game),
    "/rules": slash("rules", full_game, game=_NAME),
    "/about": slash("about", full_game),
    "/odds": slash("odds", full_game, game=_NAME),
    "/settings": slash(
        "settings", full_game, cards="words, for a screen reader", line=5, reminder=8, zone=_NAME
    ),
    "/review": slash("review", Villain.end),
    "/share": slash("share", Villain.end),
    "/daily play": slash("daily play", Villain.stand_up, family="pyramid"),
    "/daily calendar": slash("daily calendar", past, family="pyramid"),
    "/daily results": slash("daily results", full_game, day="9999-12-31"),
    "/daily proof": slash("daily proof", full_game, day="0001-01-01"),
    "/puzzle play": slash("puzzle play", full_game, game=_NAME),
    "/puzzle daily": slash("puzzle daily", full_game),
    "/puzzle run": slash("puzzle run", full_game),
    "/puzzle again": slash("puzzle again", full_game, game=_NAME),
    "/race start": slash("race start", Villain.stand_up, game="pyramid", hours=24),
    "/race stop": slash("race stop", Villain.race),
    "/parlour play": slash("parlour play", Villain.stand_up, game="accordion"),
    "/parlour end": slash("parlour end", Villain.stand_up),
    "/leaderboard": slash("leaderboard", past, game="pyramid", when="all time"),
    "/leaderboard, all games": slash("leaderboard", past),
    "/leaderboard, puzzles": slash("leaderboard", past, game="puzzles"),
    "/stats": slash("stats", past, game="pyramid"),
    "/year": slash("year", past),
    "/privacy export": slash("privacy export", past),
    "/privacy delete": slash("privacy delete", full_game),
    "/server setup": slash("server setup", full_game, hour=23),
    "/server races": slash("server races", full_game, posts=False),
    "/server leaderboard reset": slash("server leaderboard reset", full_game, sure=_NAME, game=_NAME),
    "/server leaderboard export": slash("server leaderboard export", past),
    "/move, Napoleon's slowest": slash("move", slow_game, moves=slow_napoleon()[1]),
}
_IN_PLAY = (
    "deal dealon redeal undo redo board back hint check more dm rules resign resigned again same counting "
    "results"
).split()
_MOVES = "run:0:1:2 play:d take:d shown:d follow:d".split()
_OVER = "puzzle retry postpuzzle review film share shared copy record step:1000:0 practise:1000".split()
_FORGED = {
    "ranks": f"iy:0:0:ranks:pyramid:all:{_LARGEST}",
    "months": f"iy:0:0:months:last:{_LARGEST}",
    "ratings": f"iy:0:0:ratings:{_LARGEST}",
    "race": f"iy:0:0:race:{_LARGEST}",
    "raced": f"iy:0:0:raced:{_LARGEST}",
    "rematch": f"iy:0:0:rematch:{_LARGEST}",
    "erase": f"iy:0:0:erase:{_LARGEST}",
    "daily": "iy:0:0:daily",
    "chain": "iy:0:0:chain",
    "dayspuzzle": "iy:0:0:dayspuzzle",
    "past": "iy:0:0:past:pyramid",
    "save": "iy:0:0:save:accordion:2020-02-29",
    "proof": "iy:0:0:proof:9999-12-31",
    "beat": f"iy:0:0:beat:pyramid:{'x' * 60}",
    "attempt": f"iy:0:0:attempt:{_LARGEST}:daily:9999-12-31:pyramid",
    "parlour": f"iy:{_LARGEST}:0:parlour:{'d ' * 40}",
    "parloured": f"iy:{_LARGEST}:0:parloured",
    "parlournext": f"iy:{_LARGEST}:0:parlournext",
    "parlourend": f"iy:{_LARGEST}:0:parlourend",
    "chapter": f"iy:0:0:chapter:{'x' * 80}",
    "today": "iy:0:0:today:pyramid",
    "door": "iy:0:0:door",
    "help": "iy:0:0:help",
    "page": f"iy:0:0:page:{'x' * 80}",
    "overview": "iy:0:0:overview",
    "pages": f"iy:0:0:pages:{'x' * 80}",
    "set": f"iy:0:0:set:line:{_LARGEST}",
    "five": "iy:0:0:five",
    "learn": "iy:0:0:learn",
    "solve": "iy:0:0:solve",
    "deals": f"iy:0:0:deals:{'x' * 80}",
    "dealt": f"iy:0:0:dealt:{'x' * 80}",
    "nodigest": "iy:0:0:nodigest",
    "noreminder": "iy:0:0:noreminder",
    "tomorrow": "iy:0:0:tomorrow",
    "unknown": "`" * 100,
}


def _file(content: str) -> Way:
    return slash("replay", Villain.stand_up, file=Upload("some.game", content.encode()))


def _about_somebody(command: str) -> Way:
    async def prepare(villain: Villain) -> Awaitable[object]:
        return villain.slash(command, player=villain.person.user.id)

    return prepare


INPUTS: dict[str, Way] = {
    **_COMMANDS,
    **{f"/{name}": _about_somebody(name) for name in ("server leaderboard hide", "server leaderboard show")},
    **{f"/move, {name}": slash("move", short_game, moves=moves) for name, moves in _LINES.items()},
    **{f"/replay, {name}": _file(content) for name, content in _FILES.items()},
    **{f"form pick, {name}": typed(moves) for name, moves in _LINES.items()},
    "list of moves, 6000 letters": offered("move", "moves", "d r " * 1500),
    "list of moves, the stock again and again": offered("move", "moves", "r d* " * 30),
    "list of moves, Napoleon's slowest": offered("move", "moves", slow_napoleon()[1], slow_game),
    "list of seeds": offered("deal accordion", "seed", "x" * 6000),
    "list of variants": offered("deal accordion", "variant", "x" * 6000),
    "list of days": offered("daily proof", "day", "x" * 6000),
    "list of games": offered("rules", "game", "x" * 6000),
    **{f"button {verb.partition(':')[0]}": press(verb) for verb in _IN_PLAY + _MOVES},
    **{f"button {verb.partition(':')[0]}": press_at_the_end(verb) for verb in _OVER},
    **{f"button {verb}": forge(custom_id) for verb, custom_id in _FORGED.items()},
    "button type": open_form,
    "button correct": correct_moves,
    "button size": there_and_back,
    "button undo, Napoleon's slowest": take_back_slowly,
    "races, looked at": look_at_races,
}
"""By what is used, and how, if there are several ways."""

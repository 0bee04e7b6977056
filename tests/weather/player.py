"""A player who behaves as people do: looks at the board, makes a move, asks again if no answer comes."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.render.language import LANGUAGES, looked_up, read_in
from bot.ui.presses import Press
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Limit
from idle_year.solvers.registry import solver_for
from small_discord import NotResponding, Refused
from small_discord.limits.kinds import walk
from tests.controls import button, does, offered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from random import Random

    from bot.store import SavedGame, Store
    from small_discord import Message, Person, Reply

_TRIES = 30
_PATIENCE = 20.0
_DEALS = ("deal accordion", "deal marriage", "deal pyramid", "deal napoleon")


class Player:
    """One person in one channel, and every move of theirs that the bot has acknowledged."""

    def __init__(self, person: Person, where: str, store: Store, luck: Random) -> None:
        self.person = person
        self.where = where
        self._store = store
        self._luck = luck
        self._board: Message | None = None
        self.acknowledged: dict[int, dict[int, str]] = {}
        """By game: how many moves there were when a move was made, and the move."""

    async def play(self, turns: int) -> None:
        """Do various things, mostly moves."""
        for _ in range(turns):
            await asyncio.sleep(self._luck.uniform(0, 0.4))
            try:
                await self._take_turn()
            except (NotResponding, Refused):
                self._board = None

    async def _take_turn(self) -> None:
        board = self._board
        if board is None or not offered(board):
            deal = self._luck.choice(_DEALS)
            reply = await self.person.slash(self.where, "board" if board is None else deal)
            self._board = await reply.final(_PATIENCE)
            if _press(self._board) is None:  # there is no board to show
                self._board = await (await self.person.slash(self.where, deal)).final(_PATIENCE)
            return
        asked = self._luck.random()
        if asked < 0.1:
            await (await self.person.slash(self.where, "leaderboard", game="accordion")).final(_PATIENCE)
        elif asked < 0.2:
            self._board = await self._open_and_close_more(board)
        else:
            await self._move(board)

    async def _open_and_close_more(self, board: Message) -> Message | None:
        panel = await (await self.person.press(board, button(board, "more"))).final(_PATIENCE)
        if not does(panel, "board"):  # it says why not
            return None
        return await (await self.person.press(panel, button(panel, "board"))).final(_PATIENCE)

    async def _move(self, board: Message) -> None:
        moves = offered(board)
        move = self._luck.choice(list(moves))
        custom_id, values = moves[move]
        game, version = Press.read(custom_id).seen
        self._board = shown = await (await self.person.use(board, custom_id, values)).final(_PATIENCE)
        now = _press(shown)
        if now is not None and now.seen == (game, version + 1):
            self.acknowledged.setdefault(game, {})[_moves_on(board)] = move

    async def begin(self, command: str, /, **options: Any) -> Message:
        """Repeat a command until it is answered; return its message."""
        return await self.insist(lambda: self.person.slash(self.where, command, **options))

    async def sit_down(self, command: str) -> Message:
        """Repeat a command until it brings a board: a daily may still be being made."""
        return await self.get_board(lambda: self.person.slash(self.where, command))

    async def get_board(self, ask: Callable[[], Awaitable[Reply]]) -> Message:
        """Ask until there is a board."""
        while _press(board := await self.insist(ask)) is None:  # noqa: ASYNC110  others make what it shows
            await asyncio.sleep(1)
        return board

    async def insist(self, ask: Callable[[], Awaitable[Reply]]) -> Message:
        """Ask until there is an answer."""
        for _ in range(_TRIES):
            try:
                return await (await ask()).final(_PATIENCE)
            except NotResponding:
                await asyncio.sleep(1)
        raise NotResponding

    async def finish(self, board: Message) -> Message | None:
        """Play the game of a board, if it shows one, to whatever end, in one command; return that."""
        if (game := await self._game_on(board)) is None:
            return None
        rest = session = _session(game)
        while moves := rest.rules.moves(rest.state):
            rest = rest.play(write_moves(rest.rules, [self._luck.choice(moves)]))
        return await self._type(board, session, rest.moves[len(session.moves) :])

    async def win(self, board: Message) -> bool:
        """Win the game of a board in one command, without help; return False if nobody knows how."""
        if (game := await self._game_on(board)) is None:
            return False
        session = _session(game)
        line = (await asyncio.to_thread(solver_for(session.rules).solve, session.state, Limit())).line
        if line:
            await self._type(board, session, line)
        return bool(line)

    async def _game_on(self, board: Message) -> SavedGame | None:
        press = _press(board)
        return None if press is None else await self._store.games.get(press.seen.id)

    async def _type(self, board: Message, session: Session[Any], moves: Sequence[Any]) -> Message | None:
        """Make moves where a board is until all of them are there; return the last answer, if any."""
        shown = None
        typed, number = write_moves(session.rules, moves), len(session.moves) + len(moves)
        for _ in range(_TRIES):
            try:
                reply = await self.person.slash(board.channel_id, "move", moves=typed)
                shown = await reply.final(_PATIENCE)
            except NotResponding:
                await asyncio.sleep(1)
            saved = await self._game_on(board)
            if saved is not None and len(saved.moves.split()) == number:
                return shown
        raise NotResponding


def _session(game: SavedGame) -> Session[Any]:
    return Session.read(find_game(game.game), game.seed, game.moves)


def _moves_on(board: Message) -> int:
    """Return how many moves a board says that were made, in whatever language."""
    return max(
        (int(number) for found in _move_told().findall(board.text) for number in found if number), default=0
    )


@cache
def _move_told() -> re.Pattern[str]:
    """Match each move that a board tells: what one deals by itself is told after the one that was made."""
    told = []
    for code in LANGUAGES:
        with read_in(code):
            told.append(re.escape(looked_up("move {number}: {does}").partition("{does}")[0]))
    return re.compile("|".join(told).replace(r"\{number\}", r"(\d+)"))


def _press(message: Message) -> Press | None:
    """Return the game that a message shows, and its version; None if it shows none."""
    for part in walk(message.components):
        if part.get("custom_id", "").startswith("iy:"):
            press = Press.read(part["custom_id"])
            if press.seen.id:
                return press
    return None

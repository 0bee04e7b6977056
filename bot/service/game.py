"""A game in progress or over: who plays it, where, how it stands, and its result."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, NamedTuple

from bot.store import MADE_UP, NO_TIEBREAK, RESIGNED, Ended, Kind, NewGame, Puzzle, SavedGame, Seen, Status
from idle_year.engine.games import find_game
from idle_year.engine.line import play_line
from idle_year.engine.records import Deal, write_code
from idle_year.engine.rules import REDEAL, AnyRules, Move, Outcome, Score
from idle_year.engine.session import Session
from idle_year.proof import Found


class Unreadable(Exception):
    """A saved game does not replay to a position; the message is for the bot's operator."""


class OtherRevision(Unreadable):
    """The game was dealt under rules that have changed since."""

    def __init__(self, rules: AnyRules, dealt: int) -> None:
        super().__init__(
            f"{rules.name} was dealt by revision {dealt} of its rules, and is at {rules.revision}"
        )
        self.rules, self.dealt = rules, dealt


UNPLAYABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
"""What rules may raise on moves that cannot have been played."""


@dataclass(frozen=True)
class Seat:
    """Who plays, and where, as Discord ids."""

    owner: int
    channel: int
    guild: int | None


class TriedPuzzle(NamedTuple):
    """A puzzle, and how a try at it stands."""

    puzzle: Puzzle
    found: Found
    """What the moves have come to; the number is that of all moves from the deal on."""
    in_run: int = 0
    """Which puzzle of a run it is, from 1 on; 0 outside of one."""
    is_again: bool = False
    """Whether it was failed before, so that this is practice."""

    @property
    def day(self) -> date | None:
        """The day whose puzzle it is, the same for everybody; None of any other, and of practice."""
        return None if self.is_again else self.puzzle.day

    @property
    def kept(self) -> int:
        """How many moves kept the win, before one did not."""
        return self.found.number - len(self.puzzle.moves.split()) - self.found.wrong


@dataclass(frozen=True)
class Game:
    """A saved game, replayed."""

    id: int
    seat: Seat
    public: bool
    version: int
    status: Status
    session: Session[Any]
    kind: Kind = Kind.FREE
    day: date | None = None
    """The UTC day of the daily that this game is, or practises."""
    stars: int | None = None
    """The difficulty that its player asked for."""
    tried: TriedPuzzle | None = field(default=None, compare=False, repr=False)
    """What a try at a puzzle has come to, if its proof has been read."""

    @cached_property
    def seen(self) -> Seen:
        """The game at this version."""
        return Seen(self.id, self.version)

    @property
    def rules(self) -> AnyRules:
        """The rules it is played by."""
        return self.session.rules

    @property
    def state(self) -> Any:
        """The current state, hidden cards included."""
        return self.session.state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None if a move is left, even if it was resigned."""
        return self.session.outcome

    @property
    def over(self) -> bool:
        """Whether play has stopped, because it ended or was resigned."""
        return self.status is not Status.PLAYING

    @property
    def resigned(self) -> bool:
        """Whether its player resigned it."""
        return self.status is Status.RESIGNED

    @property
    def can_reopen(self) -> bool:
        """Whether undo brings it back into play: it ended, not by a win, and a move can go back."""
        tried = self.kind is Kind.PUZZLE
        ended = self.status is Status.FINISHED and self.outcome is not Outcome.WON
        return ended and not tried and can_take_back(self.session)

    @property
    def can_undo(self) -> bool:
        """Whether undo takes a move back, in play: in a puzzle every move stands."""
        return self.kind is not Kind.PUZZLE and can_take_back(self.session)

    @property
    def can_start_over(self) -> bool:
        """Whether undo leads all the way back to the deal: a move was made, and none turned up a card."""
        return not self.over and self.can_undo and not self.session.stay

    @property
    def keeps_code(self) -> bool:
        """Whether its code is secret for now, even from its player: it would reveal every card.

        A seed that was typed is known anyway, and games from one are not on any leaderboard.
        """
        return self.kind in (*MADE_UP, Kind.PUZZLE) and not self.over

    @property
    def code(self) -> str:
        """The deal code with which anyone can play the same deal."""
        return write_code(self.rules.id, self.session.seed)


def new_game(
    seat: Seat,
    deal: Deal,
    kind: Kind,
    *,
    public: bool = False,
    day: date | None = None,
    moves: str = "",
    race: int | None = None,
) -> NewGame:
    """Return what is saved of a game when it is dealt; `moves` are those already played."""
    rules, seed = deal
    return NewGame(
        seat.owner, seat.channel, seat.guild, rules.id, rules.revision, seed, public, kind, day, moves, race
    )


def replay(saved: SavedGame) -> Game:
    """Replay a saved game; raise Unreadable if it cannot be, OtherRevision if its rules have changed."""
    try:
        return _replay(saved)
    except Unreadable:
        raise
    except UNPLAYABLE as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from error


def _replay(saved: SavedGame) -> Game:
    rules = find_game(saved.game)
    if rules.revision != saved.revision:
        raise OtherRevision(rules, saved.revision)
    # The limit is for what is played: a saved game is read however long it is.
    session: Session[Any] = Session.read(rules, saved.seed, saved.moves, room=None)
    return game_of(saved, replace(session, undone=_read_undone(session, saved.undone)))


def game_of(saved: SavedGame, session: Session[Any]) -> Game:
    """Return a saved game whose moves are those of a session; raise Unreadable if its kind is newer."""
    if saved.kind is None:
        raise Unreadable("only a newer version knows its kind")
    seat = Seat(saved.owner, saved.channel, saved.guild)
    told = saved.version, saved.status, session, saved.kind, saved.day, saved.stars
    return Game(saved.id, seat, saved.public, *told)


def _read_undone(session: Session[Any], text: str) -> tuple[Move, ...]:
    """Read the moves that were taken back, each in the state in which redo would play it."""
    if not text:
        return ()
    again = " ".join(reversed(text.split()))
    return tuple(reversed(play_line(session.rules, session.state, again, room=None).moves))


def ended_as(session: Session[Any], status: Status) -> Ended | None:
    """Return the result of a game that is over, even if no move was made; None if it is still in play.

    The game is replayed from the deal, so a result that the moves do not lead to cannot be written.
    """
    if status is Status.PLAYING:
        return None
    replayed = Session.replay(session.rules, session.seed, session.moves)
    outcome = replayed.outcome if status is Status.FINISHED else None
    left, tiebreak = ranked_by(session.rules.score(replayed.state))
    return Ended(outcome or RESIGNED, left, len(session.moves), tiebreak)


def can_take_back(session: Session[Any]) -> bool:
    """Whether undo takes back the last choice of a player, with all that followed without one.

    A card that was seen stays seen, unless it was dealt because there was nothing else to do.
    """
    if session.can_undo:
        return True
    for number in reversed(range(len(session.moves))):
        before = session.state_at(number)
        if session.moves[number] == REDEAL or len(session.rules.moves(before)) > 1:
            return not session.rules.reveals(before, session.moves[number])
    return False


def ranked_by(score: Score) -> tuple[int, int]:
    """Return the two numbers that a score is ranked by, as the store keeps them."""
    left, tiebreak = score.rank if len(score.rank) > 1 else (*score.rank, NO_TIEBREAK)
    return left, tiebreak

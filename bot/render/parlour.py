"""A parlour's game as everybody in a channel sees it: its board, and at the end how it went."""

from __future__ import annotations

from bot.render.board import Occasion, board_text, goal_line
from bot.render.cards import Style, table_lines
from bot.render.families import family_of
from bot.render.hint import turn_text
from bot.render.language import _, joined, n_, worded
from bot.render.names import game_name
from bot.render.zones import in_time
from bot.service.parlour import Played
from bot.service.review import Review
from idle_year.engine.records import write_code
from idle_year.engine.rules import Outcome, in_words
from idle_year.engine.wording import sentence

# Translators: what follows the name of the game that a whole server plays, one move a person a day
TITLE = sentence("The parlour's game")
TERMS = sentence(
    "Anybody here can make one move a day (UTC). The deal was proven winnable, and counts nowhere."
)
END_QUESTION = sentence("End the parlour's game for everybody? That can't be taken back.")
ENDED = sentence("The parlour's game is over: its board shows how it went.")
_KEPT = sentence("It could still be won at the end (proven).")
_NO_TIME = sentence("This deal could be won (proven), but there wasn't time to find the move that lost it.")


def parlour_text(played: Played, style: Style) -> str:
    """Return the board of a game that is on: who moved last, since when, its goal, and the cards."""
    last = "" if played.last is None else f"<@{played.last}>"
    begun = in_time(played.parlour.started_at)
    facts = [
        *([_("{player} moved last", player=last)] if last else []),
        *([_("somebody moved last")] if played.moves and not last else []),
        # Translators: Discord shows {when} as "12 days ago"
        _("begun {when}", when=begun),
        *([_work(played)] if played.moves else []),
    ]
    occasion = Occasion(worded(TITLE), " · ".join(facts), sealed=True)
    return board_text(played.game.session, style, occasion=occasion, goal=goal_line(played.game.rules))


def terms_text(played: Played) -> str:
    """Return what a stranger has to know: what the signs on buttons mean, and how all play together."""
    return f"-# {joined(worded(family_of(played.game.rules).legend), worded(TERMS))}"


def ended_text(played: Played, review: Review | None, style: Style) -> str:
    """Return the board of a game that is over: how it went, and which move lost the win, but not whose."""
    session, rules = played.game.session, played.game.rules
    lines = [
        f"### {game_name(rules)} · {worded(TITLE)}",
        _how(played),
        *table_lines(session.table, style),
        *([_lost(played, review)] if session.outcome is not Outcome.WON else []),
        "-# " + _("The deal: {code}", code=f"`{write_code(rules.id, session.seed)}`"),
    ]
    return style.say("\n".join(lines))


def moved_text(played: Played) -> str:
    """Say where the board is, in the place of an older one."""
    parlour = played.parlour
    address = f"https://discord.com/channels/{parlour.guild}/{parlour.channel}/{parlour.message}"
    return _("The parlour's game has gone on elsewhere: {address}", address=address)


def _work(played: Played) -> str:
    """Return `31 moves by 6 people`."""
    moves = n_("{n} move", "{n} moves", len(played.moves))
    if not played.moves:
        return moves
    people = n_("{n} person", "{n} people", played.people)
    # Translators: "31 moves by 6 people"
    return _("{moves} by {people}", moves=moves, people=people)


def _how(played: Played) -> str:
    session = played.game.session
    work = [_work(played), n_("{n} day", "{n} days", played.days)]
    if session.outcome is Outcome.WON:
        won = _("**Won!**")
        return " · ".join([f"🏆 {won} {work[0]}", *work[1:]])
    ended = _("**Ended early.**") if session.outcome is None else _("**No moves left.**")
    score = worded(in_words(*session.rules.score(session.state).parts[0]))
    return " · ".join([f"{ended} {score}", *work])


def _lost(played: Played, review: Review | None) -> str:
    """Say which move lost the win, or why nobody knows."""
    if review is not None and review.turn is not None:
        return turn_text(played.game.rules, review.turn)
    if review is not None and review.kept:
        return worded(_KEPT)
    return worded(_NO_TIME)

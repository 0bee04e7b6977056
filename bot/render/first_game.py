"""The text above the board of the first game: what to notice now, or what comes next."""

from __future__ import annotations

from bot.engine.rules import Outcome
from bot.render.cards import Style
from bot.service.first_game import MOVES, Stage, shown_move
from bot.service.game import Game

_SHOWN = (
    "{card} and {target}, its neighbour on the left, are both {suit}. So {card} may go on top of it.",
    "{card} may also jump over two piles: {target}, the third pile to its left, has the same rank.",
    "The row has closed up, so {card} is now next to {target}. Both are {suit}.",
)
"""What to notice before each of the moves that are shown."""
_GOAL = "**Your first game:** eighteen cards. Bring them all onto one pile, and you've won."
_ALONE = (
    "**Now you:** make one pile of all the cards. Put a pile on its left neighbour, or on the third pile to "
    "its left, if suit or rank is the same. Tap a move below; **Undo** and **Hint** help."
)
_WON = "You did it! That was eighteen cards."
_NOT_WON = "That was your first game. **Same deal** starts it again."
_NEXT = "Now try a whole pack: Accordion, 52 cards."
TRY_WHOLE_PACK = "Deal Accordion"


def first_game_text(game: Game, stage: Stage, style: Style) -> str:
    """Return the text above the board, which includes the next move while moves are shown."""
    if stage is Stage.SHOWN:
        return style.say(_shown(game))
    if stage is Stage.ALONE:
        return _ALONE
    return f"{_WON if game.outcome is Outcome.WON else _NOT_WON} {_NEXT}"


def shown_label(game: Game, style: Style) -> str:
    """Return the label of the button that plays the move that is shown: `8♠ onto K♠`."""
    choices = (choice for menu in game.session.menus for choice in menu.choices)
    write = game.rules.notation.write_move
    return style.say(next(choice.what for choice in choices if write(choice.move) == shown_move(game)))


def _shown(game: Game) -> str:
    number, piles = len(game.session.moves), game.state.piles
    move = game.rules.notation.read_move(shown_move(game), game.state)
    card, target = (piles[place].top for place in (move.at[0], move.at[0] - len(move.verb)))
    suit = f"{card.words.rpartition(' ')[2]}"
    says = _SHOWN[number].format(card=card.symbol, target=target.symbol, suit=suit)
    goal = f"{_GOAL}\n" if number == 0 else ""
    return f"{goal}**Step {number + 1} of {len(MOVES)}.** {says}"

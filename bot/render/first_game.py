"""The text above the board of the first game: what to notice now, or what comes next."""

from __future__ import annotations

from bot.render.cards import Style
from bot.render.language import _, joined, looked_up
from bot.render.odds import headed
from bot.service.first_game import MOVES, Stage, shown_move
from bot.service.game import Game
from idle_year.engine.cards import SUIT_WORDS, Card
from idle_year.engine.rules import Outcome
from idle_year.engine.wording import sentence

TRY_WHOLE_PACK = sentence("Deal Accordion")


def first_game_text(game: Game, stage: Stage, style: Style) -> str:
    """Return the text above the board, which includes the next move while moves are shown."""
    if stage is Stage.SHOWN:
        return style.say(_shown(game))
    if stage is Stage.ALONE:
        return joined(
            _("**Now you:** make one pile of all the cards."),
            _(
                "Put a pile on its left neighbour, or on the third pile to its left, if suit or rank is the "
                "same."
            ),
            # Translators: "Undo" and "Hint" are buttons
            _("Tap a move below; **Undo** and **Hint** help."),
        )
    if game.outcome is Outcome.WON:
        said = _("You did it! That was eighteen cards.")
    else:
        # Translators: "Same deal" is a button
        said = _("That was your first game. **Same deal** starts it again.")
    return joined(said, _("Now try a whole pack: Accordion, 52 cards."))


def shown_label(game: Game, style: Style) -> str:
    """Return the label of the button that plays the move that is shown: `8♠ onto K♠`."""
    choices = (choice for menu in game.session.menus for choice in menu.choices)
    write = game.rules.notation.write_move
    return style.say(next(choice.what for choice in choices if write(choice.move) == shown_move(game)))


def _shown(game: Game) -> str:
    number, piles = len(game.session.moves), game.state.piles
    move = game.rules.notation.read_move(shown_move(game), game.state)
    card, target = (piles[place].top for place in (move.at[0], move.at[0] - len(move.verb)))
    says = _notice(number, card, target)
    step = _("Step {step} of {steps}.", step=number + 1, steps=len(MOVES))
    told = headed(step, says)
    if number:
        return told
    goal = _("**Your first game:** eighteen cards. Bring them all onto one pile, and you've won.")
    return f"{goal}\n{told}"


def _notice(number: int, card: Card, target: Card) -> str:
    """Say what to notice before one of the moves that are shown, which puts a card onto its target."""
    places = {"card": card.symbol, "target": target.symbol, "suit": looked_up(SUIT_WORDS[card.suit])}
    if number == 0:
        # Translators: {suit} is "spades", say
        return _(
            "{card} and {target}, its neighbour on the left, are both {suit}. So {card} may go on top of it.",
            **places,
        )
    if number == 1:
        return _(
            "{card} may also jump over two piles: {target}, the third pile to its left, has the same rank.",
            **places,
        )
    return _(
        "The row has closed up, so {card} is now next to {target}. Both are {suit}.",
        **places,
    )

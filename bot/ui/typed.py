"""Moves as people write them (`12 <`, `10h onto 9h`, `8♠ 3 left`), put into the notation that is played."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any

from bot.render import labels
from bot.render.cards import TO, card_onto, card_words
from bot.render.families import family_of
from bot.render.labels import move_names
from bot.render.language import ENGLISH, UNPARTED, Language, read_here, read_in, spoken_here, worded
from bot.render.moves import does_in_menu, label_of, leaves_alone, takes_in_menu, without_alike
from bot.render.refusals import which_move
from idle_year.engine.cards import PACK, RANKS, SUIT_WORDS, Card
from idle_year.engine.errors import NotationError
from idle_year.engine.line import Room, TooLong, fewest_moves, play_as_far
from idle_year.engine.records import write_moves
from idle_year.engine.rules import DEAL, REDEAL, AnyRules, Choice, Table
from idle_year.engine.session import Session
from idle_year.engine.wording import WORD_JOINER, folded

_NUMBERS = {"one": 1, "two": 2, "three": 3}
_SPOKEN = {card.words: card for card in PACK} | {
    f"{rank.replace('T', '10')} of {suit}".lower(): Card.of(SUIT_WORDS.index(suit), RANKS.index(rank))
    for rank in RANKS
    for suit in SUIT_WORDS
}
_CARD = re.compile(r"(?<!\w)(?:10|[a2-9tjqk])[cdhs♣♦♥♠](?!\w)", re.IGNORECASE | re.ASCII)
_RANKS = re.compile(rf"([{RANKS}])\+([{RANKS}])")
_SIDE = re.compile(r"(\S++)\s++(one|two|three|[1-9])\s++(left|right)\b", re.IGNORECASE)
_DEAL = re.compile(r"\bdeal\b(?:\s+([0-9]{1,3})\b)?", re.IGNORECASE)
_PHRASE = re.compile(r"\b(on|onto|to|and|out|leaves?|keep)\b", re.IGNORECASE)
_ONTO = re.compile(r"\b(on|to)\b")
_UNSAID = str.maketrans("·:+", "   ")
_BETWEEN_MOVES = re.compile(r"[,;]\s+|[、，；]|\n|\bthen\b", re.IGNORECASE)
_SIGNS = re.compile(r"[←→↑▢]|(?:^|\s)\+\S")
"""What buttons say what a move does with, beside its card."""
_LOOKS = re.compile("[\ufe0e\ufe0f]")
"""What makes a suit a text or a picture; it comes along when a card is copied."""


def in_notation(session: Session[Any], text: str, room: Room | None = None) -> str:
    """Return a typed line in notation, as far as there is room; what is notation already stays as it is.

    What cannot be understood stays too, as a word that the rules refuse with a reason. Raise NotationError if
    all that is typed is a card, or two ranks, with several moves.
    """
    room = room or session.room
    spoken, in_words = _spoken_cards(read_here())
    # Some letters that match in any case are none of a card's name even so: `ı`.
    text = in_words.sub(
        lambda found: card.symbol if (card := spoken.get(folded(found[0]))) is not None else found[0],
        unicodedata.normalize("NFC", _LOOKS.sub("", text)),
    )
    rules, state = session.rules, session.state
    closed = _closed_up(rules, text)
    is_phrase = _PHRASE.search(closed) or (
        _SIGNS.search(text) and play_as_far(rules, state, closed, room).stopped is not None
    )
    is_notation = not is_phrase and spoken_here() == ENGLISH
    parts = [] if is_notation else _parts(rules, state, text)
    plain = closed if is_notation else " ".join(_closed_up(rules, part) for part in parts)
    if fewest_moves(plain) > room.moves:
        return plain  # it is refused as it stands: a look at its cards could only tell what lies face down
    line = _in_moves(rules, state, closed, room) if is_notation else _read(rules, state, parts, room)
    if len(moves := _moves_with(rules, state, line)) > 1:
        named = _CARD.sub(lambda found: Card.read(found[0]).symbol, line)
        raise NotationError(which_move(rules, named, moves))
    return line if fewest_moves(line) <= room.moves else _shortened(rules, state, line, room)


def _shortened(rules: AnyRules, state: Any, line: str, room: Room) -> str:
    """Return what there is room for of a line that its runs have made too long, if that turns up a card.

    To refuse all of it would tell whether a guess at that card was right, and nothing would be counted.
    """
    words = line.split()
    reached = accumulate(map(fewest_moves, words))
    fitting = " ".join(word for word, moves in zip(words, reached, strict=True) if moves <= room.moves)
    return fitting if play_as_far(rules, state, fitting, room).stay else line


def _read(rules: AnyRules, state: Any, parts: list[str], room: Room) -> str:
    """Return the parts of a line in notation, as far as each can be played, in the room of the whole line."""
    written = list[str]()
    while parts:
        words = _notation_of(rules, state, _first_of(rules, state, parts, room), room)
        words = _in_moves(rules, state, words, room)
        played = play_as_far(rules, state, words, room)
        written.append(words)
        if played.over:  # nothing behind it is played
            return " ".join([*written, *(_unread(rules, part) for part in parts)])
        state, room = played.state, room.behind(played)
    return " ".join(written)


def _unread(rules: AnyRules, part: str) -> str:
    """Return a part of a line that nobody has looked at the cards for: no longer than it was in notation."""
    return _as_one_word(part) if _is_phrase(part) else _closed_up(rules, part)


def _parts(rules: AnyRules, state: Any, text: str) -> list[str]:
    """Return the moves of a line; a name with commas, as of several cards that are taken out, is one."""
    parts = list(filter(str.strip, _BETWEEN_MOVES.split(text)))
    return [text] if len(parts) > 1 and len(_named(rules, state, text, text)) == 1 else parts


def _first_of(rules: AnyRules, state: Any, parts: list[str], room: Room) -> str:
    """Take the next move of a line out of its parts; in words, a comma also parts a move from its place."""
    part = parts.pop(0)
    # Every place has a number. To look through what each move is called takes a while.
    may_have_place = parts and re.search(r"\d", _CARD.sub("", parts[0]))
    if not may_have_place or play_as_far(rules, state, part, room).stopped is None:
        return part
    placed = f"{part} {parts[0]}"
    if len(_named(rules, state, placed, _closed_up(rules, placed))) != 1:
        return part
    del parts[0]
    return placed


def _in_moves(rules: AnyRules, state: Any, text: str, room: Room) -> str:
    """Return a line in which runs, and cards that have one move, are written as the moves that they mean."""
    stopped = play_as_far(rules, state, text, room).stopped
    if stopped is None or isinstance(stopped, TooLong):
        return text
    written, words = [], text.split()
    while words and (moves := _moves_of(rules, state, words[0], room)):
        played = play_as_far(rules, state, moves, room)
        if played.stopped is not None:
            break
        written.append(moves)
        del words[0]
        if played.over:
            break
        state, room = played.state, room.behind(played)
    return " ".join([*written, *words])


def _moves_of(rules: AnyRules, state: Any, word: str, room: Room) -> str | None:
    """Return a word, if it is a legal move, or else the moves of the run, or of the card, that it names."""
    if play_as_far(rules, state, word, room).stopped is None:
        return word
    if run := family_of(rules).run_named(state, word):
        return write_moves(rules, run.moves)
    meant = _moves_with(rules, state, word)
    return rules.notation.write_move(meant[0].move) if len(meant) == 1 else None


def _moves_with(rules: AnyRules, state: Any, word: str) -> list[Choice]:
    """Return the moves by which a card moves or leaves, or cards of two ranks do; none of any other word."""
    word = word.rstrip(",;")
    if ranks := _RANKS.fullmatch(word.upper().replace("10", "T")):
        return [each for each in _choices(rules, state) if _ranks(each) == sorted(ranks.groups())]
    found = _CARD.fullmatch(word)
    if found is None:
        return []
    card = Card.read(found[0])
    return [choice for choice in _choices(rules, state) if card in (choice.card, *choice.takes)]


def _ranks(choice: Choice) -> list[str]:
    return sorted(RANKS[card.rank] for card in choice.takes)


def _closed_up(rules: AnyRules, text: str) -> str:
    """Return a line whose moves are one word each, as far as that can be done without a look at the board."""
    text = _SIDE.sub(_as_arrows, text)
    text = _DEAL.sub(lambda found: f"d{found[1] or ''}", text)
    text = re.sub(r"\s++(?=[<>])", "", text)
    text = re.sub(r"\bx\s+(?=\w)", "x", text, flags=re.IGNORECASE)
    text = re.sub(r"\s*+\+\s*", "+", text)
    return family_of(rules).closed_up(text)


@lru_cache(maxsize=8)
def _spoken_cards(language: Language) -> tuple[dict[str, Card], re.Pattern[str]]:
    """Return the cards by what they are called here or in English, and what finds such names."""
    names = _SPOKEN | {card_words(card): card for card in PACK}
    spoken = {folded(name): card for name, card in names.items()}
    longest_first = sorted(map(re.escape, names.keys() | spoken.keys()), key=len, reverse=True)
    # In Japanese, which writes no space between words, the next letter may follow at once.
    before, behind = ("", "") if language.code in UNPARTED else (r"(?<!\w)", r"(?!\w)")
    return spoken, re.compile(f"{before}({'|'.join(longest_first)}){behind}", re.IGNORECASE)


def _as_arrows(found: re.Match[str]) -> str:
    pile, number, side = found.groups()
    arrow = "<" if side.lower() == "left" else ">"
    return pile + arrow * (_NUMBERS.get(number.lower()) or int(number))


def _notation_of(rules: AnyRules, state: Any, part: str, room: Room) -> str:
    """Return the one legal move that a phrase names, or else a word about which the rules have their say.

    What is neither a move's name nor a phrase is notation, and stays as it is.
    """
    closed = _closed_up(rules, part)
    if spoken_here() != ENGLISH and play_as_far(rules, state, closed, room).stopped is None:
        return closed  # it is notation, and to look through what each move is called takes a while
    meant = _named(rules, state, part, closed)
    if len(meant) == 1:
        return meant.pop()
    if not _is_phrase(closed):
        return closed
    cards = [Card.read(found) for found in _CARD.findall(closed)]
    with_two = family_of(rules).with_two(state, *cards) if len(cards) == 2 else None
    return with_two or _as_one_word(closed)


def _as_one_word(phrase: str) -> str:
    """Return a phrase as one word of a line, which is quoted as it was typed."""
    return WORD_JOINER.join(phrase.split())


def _is_phrase(part: str) -> bool:
    """Whether words say what to do: as in English, or that a card goes onto another, which may be no move."""
    cards = [Card.read(found) for found in _CARD.findall(part)]
    onto = len(cards) == 2 and _said(part) == _said(card_onto(*cards))
    return onto or _PHRASE.search(part) is not None


def _named(rules: AnyRules, state: Any, part: str, english: str) -> set[str]:
    """Return the moves that have a name, in the reader's language or else in English, in notation."""
    if spoken_here() != ENGLISH and (meant := _meant(rules, state, _said(part))):
        return meant
    with read_in(ENGLISH):
        return _meant(rules, state, _said(english))


def _meant(rules: AnyRules, state: Any, said: str) -> set[str]:
    """Return the moves that have this name in the reader's language, in notation."""
    written = rules.notation.write_move
    table = rules.table(state)
    deals = ((labels.DEAL, DEAL), (table.redeal, REDEAL))
    if meant := {written(move) for label, move in deals if said == _said(worded(label))}:
        return meant  # no other move is called so, and to look through what each is called takes a while
    meant = {written(each.move) for each in _choices(rules, state) if said in _names(rules, table, each)}
    called = family_of(rules).called(rules, state)
    return meant | {write_moves(rules, moves) for name, moves in called if said == _said(name)}


def _choices(rules: AnyRules, state: Any) -> Iterator[Choice]:
    for menu in without_alike(rules.menus(state)):
        yield from menu.choices


def _names(rules: AnyRules, table: Table, choice: Choice) -> set[str]:
    """Return what a move is called on its button, in lists, or by its card and what it does."""
    names = [label_of(choice), worded(choice.what), does_in_menu(choice), *move_names(rules, table, choice)]
    if choice.takes:
        names.append(takes_in_menu(choice))
    if len(choice.takes) == 1:
        names.append(leaves_alone(choice))
    return {_said(name) for name in names if name}


def _said(text: str) -> str:
    """Return a phrase in the one spelling in which phrases are compared."""
    text = _CARD.sub(lambda found: Card.read(found[0]).symbol, _LOOKS.sub("", text)).lower()
    text = text.replace("→", worded(TO))  # as a screen reader says it
    words = _ONTO.sub("onto", folded(text)).translate(_UNSAID).split()
    return " ".join(word for word in words if word != "and")

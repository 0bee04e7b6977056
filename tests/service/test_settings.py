"""How players see cards, on both databases."""

from __future__ import annotations

import pytest

from bot.service.settings import NoSuchLine, ServerLanguages, Settings
from bot.store import LINES, Cards, PlayerSettings, Store
from tests.databases import both_databases

ANNA, BERT = 10**18 + 1, 10**18 + 2


async def test_a_look_is_chosen_and_kept(store: Store) -> None:
    """A setting that is chosen is known at once and to a new program, and others see cards as before."""
    settings = Settings(store)
    assert await settings.of(ANNA) == PlayerSettings()
    words = await settings.change(ANNA, cards=Cards.WORDS)
    assert await settings.of(ANNA) == words == await Settings(store).of(ANNA)
    assert await settings.of(BERT) == PlayerSettings()


async def test_a_line_holds_only_so_many_cards(store: Store) -> None:
    """A line holds only certain numbers of cards; another one is refused, and the settings stay."""
    settings = Settings(store)
    for a_line in (5, 8, 10, 13):
        assert (await settings.change(ANNA, a_line=a_line)).a_line == a_line
    with pytest.raises(NoSuchLine):
        await settings.change(ANNA, a_line=7)
    assert await settings.of(ANNA) == PlayerSettings(a_line=13)


async def test_more_players_than_are_remembered_are_known(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More players than are remembered are known: their settings are read again."""
    monkeypatch.setattr("bot.service.settings._MOST_KNOWN", 2)
    settings = Settings(store)
    chosen = {player: PlayerSettings(a_line=line) for player, line in enumerate(LINES)}
    for player, wanted in chosen.items():
        await settings.change(player, a_line=wanted.a_line)
    assert {player: await settings.of(player) for player in chosen} == chosen


async def test_a_setting_that_another_process_changed_is_seen_in_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A setting that another process changed is seen after a while."""
    here, there = Settings(store), Settings(store)
    await here.of(ANNA)
    await there.change(ANNA, cards=Cards.TEXT)
    assert await here.of(ANNA) == PlayerSettings()
    monkeypatch.setattr("bot.service.settings.monotonic", lambda: float("inf"))
    assert await here.of(ANNA) == PlayerSettings(Cards.TEXT)


async def test_a_change_leaves_what_another_process_has_changed(store: Store) -> None:
    """Whoever changes one thing keeps what they have just changed elsewhere, and sees it at once."""
    here, there = Settings(store), Settings(store)
    await here.of(ANNA)
    await there.change(ANNA, language="ja")
    assert await here.change(ANNA, cards=Cards.TEXT) == PlayerSettings(Cards.TEXT, language="ja")
    assert await here.of(ANNA) == await Settings(store).of(ANNA) == PlayerSettings(Cards.TEXT, language="ja")


@both_databases
async def test_the_language_of_a_server_is_kept(store: Store) -> None:
    """A server's language is known at once and to a new program, until the choice is taken back."""
    languages = ServerLanguages(store)
    for chosen in ("de", "pt_BR", "", "ja"):
        await languages.choose(3, chosen)
        assert await languages.of(3) == chosen == await ServerLanguages(store).of(3)
    assert await languages.of(4) == ""

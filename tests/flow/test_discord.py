"""What Discord does that a bot must be prepared for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.controls import first, make
from tests.flow.conftest import HERE

if TYPE_CHECKING:
    from tests.flow.conftest import Parlour

PARLOUR = "The Parlour"


async def test_what_belongs_to_servers_is_offered_there_alone(parlour: Parlour) -> None:
    """Races and leaderboards are offered in servers alone, and not all to those who bring the bot along."""
    parlour.ada.add_app()
    for where in ("dm", parlour.ada.talk_with("Ben")):
        offered = {each["name"] for each in parlour.ada.commands(parlour.ada.channel(where))}
        assert "deal" in offered
        assert offered.isdisjoint({"race", "leaderboard", "server"})
    parlour.ada.settings_of(PARLOUR).throw_out_bot()
    offered = {each["name"] for each in parlour.ada.commands(parlour.ada.channel(HERE))}
    assert "leaderboard" in offered
    assert offered.isdisjoint({"race", "server"})


async def test_who_may_use_a_command_of_managers_need_not_be_one(parlour: Parlour) -> None:
    """Servers offer commands to whomever they like: the bot checks for itself."""
    parlour.ada.settings_of(PARLOUR).grant_command("server", "everybody")
    player, boards = {"player": parlour.ada.user.id}, "server leaderboard"
    asked: list[tuple[str, dict[str, str]]] = [
        *[("server setup", {}), (f"{boards} hide", player), (f"{boards} show", player)],
        *[(f"{boards} reset", {"sure": "reset"}), (f"{boards} export", {})],
    ]
    for command, options in asked:
        refused = await (await parlour.ben.slash(HERE, command, **options)).final()
        assert refused.text == "Only people who can manage this server can do this."
        assert refused.ephemeral


async def test_a_refusal_is_private_after_thinking_aloud(parlour: Parlour) -> None:
    """A refusal of a deal for all comes to the asker only, though all were told that the bot thinks."""
    await parlour.ada.slash(HERE, "deal accordion", variant="goren", difficulty=5, where="in the channel")
    assert (await parlour.ada.waits_for(HERE, "aren't graded")).ephemeral
    assert parlour.ben.sees(HERE) == []


async def test_a_board_that_discord_hides_is_played_in_its_place(parlour: Parlour) -> None:
    """In a server that wants no apps that people bring along, what was meant for all is private."""
    settings = parlour.ada.settings_of(PARLOUR)
    settings.deny("everybody", "use_external_apps")
    settings.throw_out_bot()
    parlour.ben.add_app()
    board = (await parlour.ben.slash(HERE, "deal accordion", where="in the channel")).message
    assert board is not None
    assert board.ephemeral
    for _ in range(3):
        now = parlour.ben.sees(HERE)[-1]
        await make(parlour.ben, now, first(now))
    assert [message.id for message in parlour.ben.sees(HERE)] == [board.id]
    assert "49 piles" in parlour.ben.sees(HERE)[0].text
    await parlour.ben.slash(HERE, "board")
    assert len(parlour.ben.sees(HERE)) == 2
    assert parlour.ada.sees(HERE) == []


async def test_suits_are_no_emoji(parlour: Parlour) -> None:
    """Suits on boards, in hints and in rules are text in every theme, and never emoji."""
    board = await (await parlour.ada.slash(HERE, "deal napoleon")).final()
    hint = await (await parlour.ada.press(board, "Hint")).final()
    rules = await (await parlour.ada.slash(HERE, "rules", game="accordion")).final()
    for message in (board, hint, rules):
        outside_code = "".join(message.text.split("`")[::2])
        suits = [place for place, each in enumerate(outside_code) if each in "♣♦♥♠"]
        assert suits
        assert {outside_code[place + 1] for place in suits} == {"\ufe0e"}

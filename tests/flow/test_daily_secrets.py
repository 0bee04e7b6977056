"""What nobody may learn of a daily too early, and what anybody can check afterwards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.store import Kind
from tests.controls import button
from tests.flow.conftest import HERE
from tests.flow.dailies import DAY, a_day_later, ask, noon, play, play_out, secrets
from tests.flow.test_languages import PARLOUR, is_german
from tests.forged import press
from tests.languages import marked

if TYPE_CHECKING:
    from small_discord import Message
    from tests.flow.conftest import Parlour

__all__ = ["marked", "noon"]


async def _press(parlour: Parlour, end: Message, verb: str) -> Message:
    """Press what the end of a daily offers from the next day on, or has offered in an older version."""
    game = await parlour.bot.services.lookup.attempt(int(parlour.ada.user.id), DAY, "accordion")
    assert game is not None
    return await press(parlour.local, parlour.ada, end, f"iy:{game.id}:{game.version}:{verb}")


async def test_nothing_is_learnt_of_it_before_the_next_day(parlour: Parlour) -> None:
    """Neither review nor squares tell anything of a daily on its day: they could be passed on to others."""
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    shared = await (await parlour.ada.press(end, "Share")).final()
    assert " · unaided · " in shared.text
    assert not set("🟦🟨🔶🟥⬜") & set(shared.text)
    review = await _press(parlour, end, "review")
    assert (
        review.text
        == "Others still play this deal: you can review it once the daily, race or puzzle is over."
    )
    a_day_later(parlour)
    assert "### Review · Accordion" in (await _press(parlour, end, "review")).text
    assert set("🟦🟨🔶🟥⬜") & set((await _press(parlour, end, "share")).text)


async def test_a_shared_daily_is_played_by_others(parlour: Parlour) -> None:
    """A shared daily tells how quickly it shrank; others play it for its result, and later as practice."""
    await play(parlour.ada)
    end = await play_out(parlour, parlour.ada)
    await parlour.ada.press(await (await parlour.ada.press(end, "Share")).final(), "Post it here")
    seen = await parlour.ben.waits_for(HERE, "tenth by tenth")
    assert seen.buttons == ["Play it too"]
    assert not any(secret in repr(seen.components) for secret in await secrets(parlour))
    assert "Daily, 20 November" in (await (await parlour.ben.press(seen, "Play it too")).final()).text
    assert (await parlour.game_of(parlour.ben)).kind is Kind.DAILY
    a_day_later(parlour)
    late = await parlour.local.person("Cleo").press(seen, "Play it too")
    assert " · practice" in (await late.final()).text


@pytest.mark.usefixtures("marked")
async def test_what_is_shared_is_in_the_language_of_the_server(parlour: Parlour) -> None:
    """A shared daily is in the server's language to its last word, though its player reads another."""
    ada = parlour.ada
    ada.set_language("de")
    ada.settings_of(PARLOUR).set_language("fr")
    await play(ada)
    end = await play_out(parlour, ada)
    preview = await (await ada.press(end, button(end, "share"))).final()
    assert is_german(preview)
    await ada.press(preview, button(preview, "shared"))
    assert not is_german(await parlour.ben.waits_for(HERE, "tenth by tenth"))


async def test_nothing_tells_the_deal_before_the_day_is_over(parlour: Parlour) -> None:
    """No board, panel, note or button id tells the deal of a daily on its day; the day after, they may."""
    begun = await play(parlour.ada)
    shown = [begun, (await parlour.ada.press(begun, "More")).message]
    end = await play_out(parlour, parlour.ada)
    shown.append(end)
    shown.append(await play(parlour.ada))
    for secret in await secrets(parlour):
        assert not any(message is None or secret in repr(message.components) for message in shown)
        for command in ("results", "proof"):
            assert secret not in await ask(parlour.ada, command)
    a_day_later(parlour)
    home = await _press(parlour, end, "same")
    board = await (await parlour.ada.press(home, "Practise this deal")).final()
    assert f"deal accordion:{(await secrets(parlour))[0]}" in board.text
    assert "this daily is over" in board.text


async def test_anybody_can_check_a_daily(parlour: Parlour, capsys: pytest.CaptureFixture[str]) -> None:
    """Anybody can check a daily: what was published agrees, and the given command finds the deal."""
    await play(parlour.ada)
    (seed, key) = await secrets(parlour)
    before = await ask(parlour.ada, "proof")
    assert "2026-11-20" in before
    assert "2026-11-21" in before
    assert before.count("Accordion: `") == 2
    a_day_later(parlour)
    after = await ask(parlour.ben, "proof", day="2026-11-20")
    assert f"accordion:{seed}" in after
    command = re.search(r"`idleyear (verify-daily .* accordion .*)`", after)
    assert command is not None
    arguments = command[1].split()
    assert arguments[-1] in before
    assert key in arguments
    assert main(arguments) == 0
    assert capsys.readouterr().out.endswith(f"The daily of 2026-11-20 is accordion:{seed}.\n")

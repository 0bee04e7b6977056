"""Races as a channel sees them: who joins, how they go and end; and nothing revealed too early."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from idle_year.engine.records import write_moves
from small_discord import Fault, Planned
from small_discord.world.access import Access
from small_discord.world.places import Channel
from tests.clock import Clock
from tests.flow.boards import more
from tests.flow.conftest import HERE
from tests.flow.reading import as_read
from tests.forged import press

if TYPE_CHECKING:
    from bot.service.game import Game
    from small_discord import Message, Person
    from small_discord.world.posts import Post
    from tests.flow.conftest import Parlour


class Track:
    """A race in the channel, under a test clock."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
        self.runners = [parlour.ada, parlour.ben, parlour.local.person("Cleo")]
        parlour.now = self.clock = Clock()

    async def start(self, person: Person, **options: str | int) -> Message:
        """Start a race of Accordion."""
        options = {"game": "accordion", **options}
        self.message = await (await person.slash(HERE, "race start", **options)).final()
        return self.message

    async def join(self, person: Person) -> Message:
        """Press Race; return the board."""
        return await self.press_all(person, self.message, "Join race")

    async def play(self, person: Person, most: int = 99) -> Message:
        """Play this many first legal moves, or all to the end."""
        session = (await self.game(person)).session
        before = len(session.moves)
        while (moves := session.rules.moves(session.state)) and len(session.moves) < before + most:
            session = session.play(write_moves(session.rules, moves[:1]))
        line = write_moves(session.rules, session.moves[before:])
        return await (await person.slash(HERE, "move", moves=line)).final()

    async def game(self, person: Person) -> Game:
        """Return the person's game in the channel."""
        return await self.parlour.game_of(person)

    async def press_all(self, person: Person, message: Message, *labels: str) -> Message:
        """Press one button after another, each on the result of the last."""
        for label in labels:
            message = await (await person.press(message, label)).final()
        return message

    async def seed(self) -> str:
        """Return what nobody may read before the end."""
        return (await self.game(self.parlour.ada)).session.seed

    async def look(self, minutes: float = 1) -> list[str]:
        """Let time pass and the bot look; return the lines that the channel reads.

        On a slow machine the bot may be looking by itself, at what was there before: that ends first.
        """
        await self.look_once()
        self.clock.wait(minutes)
        await self.look_once()
        return self.lines()

    async def look_once(self) -> None:
        """Have the bot look now, or end the look that it is at."""
        await self.parlour.bot.services.race_messages.look()

    async def lose_tokens(self) -> None:
        """Let as much time pass as tokens live: from then on the bot writes by itself."""
        await self.parlour.settle()
        self.clock.wait(15)

    def lines(self) -> list[str]:
        """Return what the channel reads now."""
        return self.now().text.splitlines()

    def end(self) -> Message:
        """Return the one post that tells of the end of a race."""
        (end,) = [each for each in self.parlour.ben.sees(HERE) if "Rematch" in each.buttons]
        return end

    def now(self) -> Message:
        """Return the message of the race as it stands."""
        return next(each for each in self.parlour.ben.sees(HERE) if each.id == self.message.id)


@pytest.fixture
def track(parlour: Parlour) -> Track:
    """Begin at noon."""
    return Track(parlour)


async def test_a_race_of_three(track: Track) -> None:
    """In a race of three its table stays in order while one joins late, one resigns and the bot restarts."""
    ada, ben, cleo = track.runners
    await track.start(ada, hours=2)
    ends = int((track.clock.now + timedelta(hours=2)).timestamp())
    assert f"ends <t:{ends}:R>" in track.message.text
    assert not track.message.ephemeral
    board = await track.join(ada)
    assert board.ephemeral
    assert board.text.startswith("### Accordion · Race\n")
    await track.play(ada, most=2)
    assert f"<@{ada.user.id}> · 50 piles after 2 moves" in await track.look()
    assert (await track.join(ben)).text == board.text
    await track.parlour.restart()
    ada, ben, cleo = track.runners = [track.parlour.local.person(each.user.name) for each in track.runners]
    await track.play(ben, most=1)
    await track.press_all(ben, await (await ben.slash(HERE, "undo")).final(), "Undo")
    await track.look()
    await track.play(ada)
    assert "Somebody has finished" not in track.message.text
    late = await track.join(cleo)
    assert "so it counts on no leaderboard" in late.text
    assert late.text.splitlines()[2:] == board.text.splitlines()[2:]
    await _resign(cleo)
    lines = await track.look()
    assert lines[-1].startswith("-# Somebody has finished. If you join now, ")
    assert lines[2].split(" · ")[0] in (f"🏁 <@{ada.user.id}>", f"🏆 <@{ada.user.id}>")
    assert lines[3] == f"<@{ben.user.id}> · 52 piles after 0 moves · 🛟"
    assert lines[4] == f"🏳️ <@{cleo.user.id}> · 52 piles after 0 moves · joined late"
    await track.play(ben)
    short = await track.look()
    assert [short[0], short[1].split(" · ")[0]] == ["### Race, over · Accordion", f"` 1` 🥇 <@{ada.user.id}>"]
    assert len(short) == 3
    assert track.now().buttons == []
    track.message = track.end()
    lines = track.lines()
    assert lines[0] == "### Race, over · Accordion"
    assert lines[1].startswith(f"` 1` 🥇 <@{ada.user.id}> · ")
    assert lines[1].endswith(" · 2 min")
    assert lines[2].startswith(f"` 2` 🥈 <@{ben.user.id}> · ")
    assert lines[2].endswith(" · 2 min · 🛟"), "from the own deal on, a minute after Ada's"
    assert lines[3] == f"` –` <@{cleo.user.id}> · resigned · 52 piles after 0 moves · joined late"
    assert lines[-1] == f"-# The deal: `accordion:{await track.seed()}`"
    assert track.now().buttons == ["Rematch", "Play the same deal"]


async def _resign(person: Person) -> None:
    asked = await (await person.slash(HERE, "resign")).final()
    await person.press(asked, "Resign")


async def test_nobody_reads_the_deal_before_the_end(track: Track) -> None:
    """Nothing posted, shown or put into a button reveals a race's deal before its end."""
    ada, ben, _ = track.runners
    await track.start(ada)
    begun = await track.join(ada)
    await track.join(ben)
    end = await track.play(ada)
    await track.look()
    seed = await track.seed()
    panel = await track.press_all(ada, begun, "More")
    shared = await track.press_all(ada, end, "Share", "Post it here")
    assert not set("🟦🟨🔶🟥⬜") & set(shared.text)
    assert {"Same deal", "Review"}.isdisjoint(end.buttons)
    game = await track.game(ada)
    ids = [f"iy:{game.id}:{game.version}:{verb}" for verb in ("same", "review")]
    refused = [await press(track.parlour.local, ada, end, each) for each in ids]
    assert ["Others still play this deal" in message.text for message in refused] == [True, True]
    shown = [begun, end, track.now(), panel, shared, *refused]
    assert [seed in repr(message.components) for message in shown] == [False] * len(shown)
    await ada.slash(HERE, "race stop")
    review = await press(track.parlour.local, ada, end, ids[1])
    assert "Practice: " in (await track.press_all(ada, review, "First", "Practise from here")).text
    assert seed in (await ben.waits_for(HERE, "Race, over")).text
    practice = await (await ada.slash(HERE, "board")).final()
    assert seed in (await more(ada, practice)).text


async def test_the_message_is_edited_gently(track: Track) -> None:
    """A race's message is edited at most once in ten seconds, and only if something has changed."""
    ada, edits = track.runners[0], 0
    await track.start(ada)

    def count(happening: str, post: Post) -> None:
        nonlocal edits
        edits += happening == "edited" and post.id == track.message.id

    track.parlour.local.world.posts.listeners.append(count)
    await track.look()
    assert edits == 0
    await track.join(ada)
    for _ in range(12):
        await track.play(ada, most=1)
        track.clock.wait(1 / 60)
        await track.look_once()
    assert edits == 2
    assert f"<@{ada.user.id}> · 41 piles after 11 moves" in track.lines()
    assert f"<@{ada.user.id}> · 40 piles after 12 moves" in await track.look()
    await track.look()
    assert edits == 3


async def test_a_race_ends_while_the_bot_is_down(track: Track) -> None:
    """A race whose time ends while the bot is down is ended when it is back."""
    await track.start(track.runners[0], hours=1)
    track.clock.wait(60)
    await track.parlour.restart()
    over = await track.parlour.ben.waits_for(HERE, "Race, over")
    assert over.id == track.message.id
    assert "Nobody raced." in over.text


async def test_a_private_thread_without_the_bot(track: Track, monkeypatch: pytest.MonkeyPatch) -> None:
    """No race starts in a private thread that the bot is not in: it could never show how the race goes."""
    ada, *_ = track.runners
    thread, invited = ada.open_thread(HERE, "private"), list[str]()
    monkeypatch.setattr(Channel, "kind", property(lambda it: 12 if it.id == thread.id else 0))
    monkeypatch.setattr(Access, "sees", lambda _, it: it.id != thread.id or bool(invited))
    told = await (await ada.slash(thread, "race start", hours=1)).final()
    assert told.ephemeral
    assert "let me in first" in told.text
    track.parlour.local.weather.planned += [Planned("GET /channels/{channel_id}", Fault.DROPPED)] * 9
    assert "ends" in (await (await ada.slash(thread, "race start", hours=1)).final()).text
    await ada.slash(thread, "race stop")
    track.parlour.local.weather.planned.clear()
    invited.append("Idle Year")
    assert "ends" in (await (await ada.slash(thread, "race start", hours=1)).final()).text


async def test_a_race_where_the_bot_sees_nothing_any_more(track: Track) -> None:
    """Whoever stops a race that the bot cannot show any more reads how it went."""
    ada, *_ = track.runners
    await track.start(ada)
    await track.join(ada)
    await track.play(ada, most=1)
    ada.settings_of("The Parlour").deny("everybody", "view_channel", channel=ada.channel(HERE).name)
    told = await (await ada.slash(HERE, "race stop")).final()
    assert told.ephemeral
    assert f"<@{ada.user.id}> · not finished · 51 piles after 1 move" in told.text


async def test_after_the_end(track: Track) -> None:
    """A message that missed its race's end shows the result when pressed, and all can play the deal."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    seed = await track.seed()
    race = await track.parlour.bot.services.races.get(1)
    await track.parlour.bot.services.store.races.end(race.id)
    result = await track.join(ben)
    assert result.id == track.message.id
    assert f"` –` <@{ada.user.id}> · not finished · 52 piles after 0 moves" in result.text
    board = await track.press_all(ben, result, "Play the same deal")
    assert board.ephemeral
    assert f"`accordion:{seed}`" in (await more(ben, board)).text


async def test_a_rematch_is_for_those_who_raced(track: Track) -> None:
    """Of those who raced, two who press Rematch at once start one race, as long, of the same game."""
    ada, ben, cleo = track.runners
    await track.start(ben, game="goren", hours=3)
    for runner in (ada, ben):
        await track.join(runner)
        await _resign(runner)
    assert (await track.look())[0] == "### Race, over · Goren"
    refused = await track.press_all(cleo, track.now(), "Rematch")
    assert refused.ephemeral
    assert "Only those who were in this race" in refused.text
    replies = await asyncio.gather(*(each.press(track.now(), "Rematch") for each in (ada, ben)))
    second, begun = sorted([await reply.final() for reply in replies], key=lambda each: "###" in each.text)
    assert "A race is already running in this channel" in second.text
    track.message = begun
    assert begun.text.startswith("### Race · Goren\n")
    assert f"<t:{int((track.clock.now + timedelta(hours=3)).timestamp())}:R>" in begun.text
    boards = [await track.join(runner) for runner in (ada, ben)]
    assert boards[0].text == boards[1].text


async def test_a_race_of_another_server_tells_nothing(track: Track) -> None:
    """Whoever names the race of another server on a forged button reads nothing of it, and plays nothing."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    await track.parlour.bot.services.store.races.end(1)
    elsewhere = await (await ben.slash("Rainy Sundays/#cards", "help")).final()
    for verb in ("race", "raced", "rematch"):
        told = await press(track.parlour.local, ben, elsewhere, f"iy:0:0:{verb}:1")
        assert as_read(told.text) == "No race is running here. Start one with /race start.", verb


async def test_a_result_whose_message_is_gone_is_posted_anew(track: Track) -> None:
    """A race's result is posted anew if somebody has deleted its message."""
    ada, ben, _ = track.runners
    await track.start(ada)
    await track.join(ada)
    posts = track.parlour.local.world.posts
    posts.delete(track.now().post)
    await track.look_once()
    track.clock.wait(60)
    await track.look_once()
    over = await ben.waits_for(HERE, "Race, over")
    assert over.id != track.message.id
    assert f"<@{ada.user.id}> · not finished" in over.text

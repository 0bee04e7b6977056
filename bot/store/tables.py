"""The tables as they are now; `migrations` says how they came to be."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text, bindparam, false, text

from bot.store.columns import Count, Day, Flag, Gap, Long, Moment, OneOf, Real, Whole, refuse

metadata = MetaData()

# Queries must spell this as the index does: SQLite does not use the index for a bound parameter.
PLAYING = text("status = 'playing'")
SEATED = text("status = 'playing' AND kind <> 'daily'")
COUNTED_DAILY = text("kind = 'daily'")
NO_DAILY = text("kind <> 'daily'")
STALE = text("stale = true")
OF_A_DAILY = text("day IS NOT NULL")
UNAIDED_WIN = text("kind = 'daily' AND outcome = 'won' AND assisted = 0")
"""Of a daily that counts."""
LOST_DAILY = text("kind = 'daily' AND lost_by > 0")
ASIDE = text("set_aside IS NOT NULL")

NO_TIEBREAK = 9999
"""Stands where nothing breaks a tie, or nobody knows: more than any number that does, so it ranks last."""

games = Table(
    "games",
    metadata,
    Column("id", Long, primary_key=True),
    Column("owner", Long, nullable=False),
    Column("channel", Long, nullable=False),
    Column("guild", Long),
    Column("game", Text, nullable=False),
    Column("revision", Count, nullable=False),
    Column("seed", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("undone", Text, nullable=False),
    Column("version", Count, nullable=False),
    Column("status", OneOf("playing", "finished", "resigned"), nullable=False),
    Column("kind", Text, nullable=False, server_default="chosen"),
    Column("day", Day),
    Column("undos", Count, nullable=False, server_default="0"),
    Column("hints", Count, nullable=False, server_default="0"),
    Column("checks", Count, nullable=False, server_default="0"),
    Column("public", Flag, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("set_aside", Text),
    Column("seconds", Count, nullable=False, server_default="0"),
    Column("stars", Whole(1, 5)),
    Column("repeats", Long),
    Index("games_in_play", "owner", "channel", sqlite_where=PLAYING, postgresql_where=PLAYING),
    Index("games_of_a_seat", "owner", "channel", "id"),
    Index("games_of_a_deal", "owner", "seed", "game"),
    Index(
        *("games_one_daily", "owner", "day", "game"),
        unique=True,
        sqlite_where=COUNTED_DAILY,
        postgresql_where=COUNTED_DAILY,
    ),
    Index("games_set_aside", "id", sqlite_where=ASIDE, postgresql_where=ASIDE),
    # Buttons of old messages carry ids: an id must never come to mean another game.
    sqlite_autoincrement=True,
)
"""Every game that was dealt; a player may play several in a channel, but only one of each daily that counts.

`set_aside` says why a game could not be read, after the status that it had; else it is empty. `seconds` is
the time at the board: between two saves at most two minutes. `stars` is the difficulty that was asked for.
`repeats` is the puzzle that its player had failed and tries again with it, as practice.
"""

results = Table(
    "results",
    metadata,
    Column("id", Long, primary_key=True),
    Column("game_id", Long, ForeignKey("games.id"), nullable=False, unique=True),
    Column("player", Long, nullable=False),
    Column("guild", Long),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("day", Day),
    Column("outcome", OneOf("won", "minor_win", "stuck", "resigned"), nullable=False),
    Column("assisted", Whole(0, 1), nullable=False),
    Column("left", Integer, nullable=False),
    Column("moves", Count, nullable=False),
    Column("seconds", Count, nullable=False),
    Column("lost_by", Count),
    Column("ended_at", Moment, nullable=False),
    Column("unwon", Whole(0, 1), nullable=False, server_default="1"),
    Column("tiebreak", Integer, nullable=False, server_default=str(NO_TIEBREAK)),
    Column("line", Text),
    # These three cover all that statistics ask about thousands of games of a player or a server.
    Index(
        *("results_of_a_player", "player", "game", "ended_at"),
        *("outcome", "assisted", "left", "lost_by", "kind"),
    ),
    Index(
        *("dailies_of_a_player", "player", "day", "game", "kind", "outcome"),
        sqlite_where=OF_A_DAILY,
        postgresql_where=OF_A_DAILY,
    ),
    Index("results_of_a_server", "guild", "game", "left", "outcome"),
    Index("results_of_a_day", "guild", "day", "game"),
    Index(
        # Only if it has the columns of its condition as well does SQLite read nothing else.
        *("wins_of_a_month", "guild", "day", "game", "player", "kind", "outcome", "assisted"),
        sqlite_where=UNAIDED_WIN,
        postgresql_where=UNAIDED_WIN,
    ),
    Index("lost_dailies", "day", sqlite_where=LOST_DAILY, postgresql_where=LOST_DAILY),
)
"""How games ended, one row per game that was ever over, if it had a move or is a daily.

`lost_by` is the number of the move that lost a winnable game, 0 if no move did, and empty if nobody has
looked; `unwon` is 0 if the outcome is a win, else 1. `tiebreak` ranks results with as much left, such as by
the penalty of Accordion; those from before it was kept, and of games without one, have NO_TIEBREAK. `line` is
the moves that led to a result whose game has been reopened; else they are those of the game.
"""

bests = Table(
    "bests",
    metadata,
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("period", Text, primary_key=True),
    Column("unwon", Whole(0, 1), nullable=False),
    Column("assisted", Whole(0, 1), nullable=False),
    Column("left", Integer, nullable=False),
    Column("moves", Count, nullable=False),
    Column("seconds", Count, nullable=False),
    Column("hidden", Flag, nullable=False, server_default=false()),
    Column("tiebreak", Integer, nullable=False, server_default=str(NO_TIEBREAK)),
    Index(
        *("bests_in_order", "guild", "game", "period", "hidden"),
        *("unwon", "assisted", "left", "tiebreak", "moves", "seconds", "player"),
    ),
    # Rows are stored in key order: SQLite finds those of a player without scanning a whole server's.
    sqlite_with_rowid=False,
)
"""Each player's best result of a game in a server, today, this month and of all time: a leaderboard is a part
of it that is in order already. Leftovers from days and months that are over are never queried.

`hidden` says whether the player hides from leaderboards there; triggers (see `0021_tables.py`) keep it so.
"""

settings = Table(
    "looks",  # what databases call it: a new name would lock out programs that know the old one
    metadata,
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("cards", Text, nullable=False),
    Column("colours", Text, nullable=False),
    Column("a_line", Count, nullable=False),
    Column("deals", Text, nullable=False, server_default="any"),
    Column("dealing", Text, key="forced", nullable=False, server_default="by hand"),
    Column("language", Text, nullable=False, server_default=""),
    Column("taps", Text, nullable=False, server_default="at once"),
)
"""How a player wants to see cards and to be dealt them, and in which language, by the name of its catalogue.

An empty language is that of the player's Discord. Players without a row get the defaults.
"""

hidden_players = Table(
    "hidden_players",
    metadata,
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("player", Long, primary_key=True, autoincrement=False),
)
"""Who is on no leaderboard of a server; guild 0 stands for all of them, by the player's own choice."""

servers = Table(
    "servers",
    metadata,
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("channel", Long, nullable=False),
    Column("hour", Whole(0, 23), nullable=False),
    Column("zone", Text, nullable=False, server_default="UTC"),
    Column("last_digest", Day),
    Column("due_at", Moment, nullable=False),
    Column("taken_until", Moment),
    Column("refused", Count, nullable=False, server_default="0"),
    Column("manager", Long),
    Column("message", Long),
    Column("stale", Flag, nullable=False, server_default=false()),
    Index("servers_due", "due_at"),
    Index("servers_stale", "guild", sqlite_where=STALE, postgresql_where=STALE),
)
"""Where and at which hour of which zone a server wants its digest, and the day (of UTC) of the last one.

Until `taken_until`, the digest that is due is claimed for posting. `refused` counts how often in a row
Discord refused to post it; `manager` is who set it up, `message` the last one that was posted, and
`stale` says that this no longer tells what it would now.
"""

reminders = Table(
    "reminders",
    metadata,
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("hour", Whole(0, 23), nullable=False),
    Column("zone", Text, nullable=False),
    Column("last_day", Day),
    Column("due_at", Moment, nullable=False),
    Column("taken_until", Moment),
    Column("chat", Long),
    Column("unanswered", Count, nullable=False, server_default="0"),
    Column("last_game", Long),
    Column("stopped", Text),
    Column("locale", Text),
    Column("once", Flag, nullable=False, server_default=false()),
    Index("reminders_due", "due_at"),
)
"""At which hour of which zone a player is to be reminded of the daily, and the day (of UTC) of the last one.

Until `taken_until`, the reminder that is due is claimed for sending. `chat` is the channel of the player's
direct messages. `unanswered` counts those sent in a row after which the player began no game, `last_game` is
their newest one when the last was sent, and `stopped` says why no more come; it is empty if they do.
`locale` is the language of the player's Discord when it was asked for. One that comes `once` comes when it is
due, whatever the hour says.
"""

server_languages = Table(
    "server_languages",
    metadata,
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("language", Text, nullable=False),
)
"""The language that a server has chosen, by the name of its catalogue; others read that of their Discord."""

quiet_races = Table(
    "quiet_races",
    metadata,
    Column("guild", Long, primary_key=True, autoincrement=False),
)
"""Servers in which the end of a race makes no post."""

left_servers = Table(
    "left_servers",
    metadata,
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("left_at", Moment, nullable=False),
)
"""Servers that the bot has left, until their data is deleted."""

commands = Table(
    "commands",
    metadata,
    Column("application", Long, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False),
    Column("ids", Text, nullable=False),
)
"""What was last synced of each application's commands: their SHA-256, and their ids as JSON."""

secrets = Table(
    "secrets", metadata, Column("name", Text, primary_key=True), Column("value", Text, nullable=False)
)
"""Secrets that the bot has made up once and must never tell."""

seen_deals = Table(
    "seen_deals",
    metadata,
    Column("fingerprint", Text, primary_key=True),
    Column("until", Moment, nullable=False),
)
"""Deals that others still play and that have been seen by somebody whose data was deleted.

The fingerprint is made from player and deal: it tells those who come back to such a deal from newcomers.
"""

RUNNING = text("over = false")
UNSETTLED = text("settled = false")

dailies = Table(
    "dailies",
    metadata,
    Column("day", Day, primary_key=True),
    Column("family", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("revision", Count, nullable=False),
    Column("seed", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Count, nullable=False),
    Column("stars", Whole(1, 5)),
    Column("chance", Real),
)
"""The deal of each day and family, prepared ahead; seed and key stay secret until it is over."""

races = Table(
    "races",
    metadata,
    Column("id", Long, primary_key=True),
    Column("guild", Long, nullable=False),
    Column("channel", Long, nullable=False),
    Column("message", Long),
    Column("starter", Long, nullable=False),
    Column("game", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("over", Flag, nullable=False),
    Column("first_end", Moment),
    Column("reposted", Flag, nullable=False, server_default=false()),
    Column("shown", Long, nullable=False, server_default="0"),
    Column("settled", Flag, nullable=False, server_default=false()),
    Column("open_until", Moment),
    Column("end_post", Long),
    Index("races_going_on", "over", "ends_at"),
    Index("races_unsettled", "guild", sqlite_where=UNSETTLED, postgresql_where=UNSETTLED),
    Index("races_one_a_channel", "channel", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
)
"""Deals that several people play at once; one at a time in a channel.

`first_end` says when the first of them finished, even if that game was reopened since.
`shown` is the state of its games that the message shows, `reposted` says that it is not the first message,
and `settled` that nothing is left to show. Until `open_until`, a quick race can be joined; it is empty of
others. `end_post` is the message that tells of the end: 0 while it may be on its way, and empty before that.
"""

racers = Table(
    "racers",
    metadata,
    Column("race", Long, ForeignKey("races.id"), primary_key=True),
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("game_id", Long, ForeignKey("games.id"), nullable=False, unique=True),
)
"""Who takes part in a race, with which game."""

parlours = Table(
    "parlours",
    metadata,
    Column("id", Long, primary_key=True),
    Column("guild", Long, nullable=False),
    Column("channel", Long, nullable=False),
    Column("message", Long),
    Column("starter", Long, nullable=False),
    Column("game", Text, nullable=False),
    Column("revision", Count, nullable=False),
    Column("seed", Text, nullable=False),
    Column("started_at", Moment, nullable=False),
    Column("over", Flag, nullable=False),
    Index("parlours_one_a_server", "guild", unique=True, sqlite_where=RUNNING, postgresql_where=RUNNING),
)
"""Games of a parlour: each is one deal for a whole server; one at a time there."""

parlour_moves = Table(
    "parlour_moves",
    metadata,
    Column("parlour", Long, ForeignKey("parlours.id"), primary_key=True),
    Column("number", Count, primary_key=True, autoincrement=False),
    Column("player", Long),
    Column("day", Day, nullable=False),
    Column("move", Text, nullable=False),
    Index("parlour_moves_one_a_day", "player", "parlour", "day", unique=True),
)
"""The moves of such a game, one a player and day (of UTC); those of deleted players are nobody's."""

challenges = Table(
    "challenges",
    metadata,
    Column("message", Long, primary_key=True, autoincrement=False),
    Column("player", Long, nullable=False),
    Column("game_id", Long, primary_key=True, autoincrement=False),
    Column("shared", Long, nullable=False),
    Column("guild", Long, nullable=False),
    Index("challenges_of_a_player", "player"),
    Index("challenges_of_a_game", "game_id"),
)
"""Who was dealt the same by a post of how a game went, and with which game; `shared` is the one to beat."""

OPEN_TRY = text("outcome = 'open'")
OF_A_RUN = text("run IS NOT NULL")

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", Long, primary_key=True),
    Column("game", Text, nullable=False),
    Column("revision", Count, nullable=False),
    Column("seed", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("proof", Text, nullable=False),
    Column("choices", Count, nullable=False),
    Column("source", Text, nullable=False),
    Column("player", Long, nullable=False),
    Column("day", Day, unique=True),
    Column("position", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("rating", Whole(-9999, 9999), nullable=False, server_default="1500"),
    Column("deviation", Real, nullable=False, server_default="350"),
    Column("volatility", Real, nullable=False, server_default="0.06"),
    Index("puzzles_of_a_game", "game", "player", "id"),
    Index("puzzles_of_a_deal", "seed"),
    Index("puzzles_one_a_position", "position", "player", unique=True),
)
"""Positions to win from, each with its proof: a seed, and the `moves` that lead to it.

`source` says where it comes from, `player` whose lost game it is: nobody else is dealt it; 0 stands for
everybody. `day` is that of the one puzzle of a day. `position` stands for game, seed and proof, which may be
more than an index takes: other moves may have led to it.
"""

tries = Table(
    "tries",
    metadata,
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("puzzle", Long, ForeignKey("puzzles.id"), primary_key=True),
    Column("game_id", Long, nullable=False, unique=True),
    Column("outcome", OneOf("open", "solved", "failed"), nullable=False, server_default="open"),
    Column("began_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("run", Long),
    Column("gain", Integer),
    Column("kept", Count),
    Index("tries_of_a_puzzle", "puzzle"),
    Index("tries_of_a_run", "player", "run", sqlite_where=OF_A_RUN, postgresql_where=OF_A_RUN),
    Index("tries_open", "player", sqlite_where=OPEN_TRY, postgresql_where=OPEN_TRY),
)
"""The one try that each player has at a puzzle, and in which game; its outcome is open until it is over.

`run` is the first game of the run that it is part of, if any. `gain` is what it has added to its player's
rating, empty if it did not count; `kept` is how many of its moves kept the win.
"""

ratings = Table(
    "ratings",
    metadata,
    Column("player", Long, primary_key=True, autoincrement=False),
    Column("guild", Long, primary_key=True, autoincrement=False),
    Column("rating", Whole(-9999, 9999), nullable=False),
    Column("deviation", Real, nullable=False),
    Column("volatility", Real, nullable=False),
    Column("rated_at", Moment, nullable=False),
    Column("known_until", Moment, nullable=False),
    Index("ratings_of_a_server", "guild", "known_until", "player", "rating"),
)
"""How well players do at puzzles: the same for each server where they have tried one, and for guild 0.

After `known_until`, a rating is not sure enough any more to be listed, unless its player tries another one.
"""

for _table in metadata.sorted_tables:
    refuse(_table)

SECONDS_NOW = games.c.seconds + Gap(games.c.updated_at, bindparam("now", type_=Moment))
"""What a game that is saved at the moment `now` has taken by then."""

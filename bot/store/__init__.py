"""The store: games as seeds and moves, with ids only, in SQLite or PostgreSQL."""

from bot.store.application import Registered
from bot.store.daily import Daily, DailyPlace
from bot.store.games import NewVersion
from bot.store.players import HELD, LINES, Cards, Colours, Deals, Forced, PlayerSettings
from bot.store.race import NOBODY, NewRace, Race, Shards, Unshown
from bot.store.ranks import EVERYWHERE, Place, Ranking, ResultRow
from bot.store.results import COUNTED, ORDER, RESIGNED, Ended, Record, Result, periods
from bot.store.saved_game import RACED, Help, Kind, NewGame, SavedGame, Seen, Status
from bot.store.servers import Server, hour_of_day
from bot.store.stats import Tally, WinRuns, Wins
from bot.store.store import Store, open_store
from bot.store.tables import NO_TIEBREAK
from bot.store.troubles import (
    DailyTaken,
    DealSeen,
    NewerDatabase,
    RaceClosed,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFailing,
    TooManyInPlay,
)

__all__ = [
    "COUNTED",
    "EVERYWHERE",
    "HELD",
    "LINES",
    "NOBODY",
    "NO_TIEBREAK",
    "ORDER",
    "RACED",
    "RESIGNED",
    "Cards",
    "Colours",
    "Daily",
    "DailyPlace",
    "DailyTaken",
    "DealSeen",
    "Deals",
    "Ended",
    "Forced",
    "Help",
    "Kind",
    "NewGame",
    "NewRace",
    "NewVersion",
    "NewerDatabase",
    "Place",
    "PlayerSettings",
    "Race",
    "RaceClosed",
    "Ranking",
    "Record",
    "Registered",
    "Result",
    "ResultRow",
    "SavedGame",
    "Seen",
    "Server",
    "Shards",
    "Status",
    "Store",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFailing",
    "Tally",
    "TooManyInPlay",
    "Unshown",
    "WinRuns",
    "Wins",
    "hour_of_day",
    "open_store",
    "periods",
]

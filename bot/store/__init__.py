"""The store: games as seeds and moves, with ids only, in SQLite or PostgreSQL."""

from bot.store.errors import (
    NewerDatabase,
    RaceClosed,
    SeatTaken,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFailing,
    TooManyInPlay,
)
from bot.store.queries.commands import Registered
from bot.store.queries.dailies import Daily, DailyPlace
from bot.store.queries.looks import LINES, Cards, Colours, Dealing, Deals, Look
from bot.store.queries.races import NOBODY, NewRace, Race, Unshown
from bot.store.queries.ranks import EVERYWHERE, Board, Place, ResultRow
from bot.store.queries.results import ORDER, RESIGNED, Ended, Record, Result, periods
from bot.store.queries.servers import Server
from bot.store.queries.stats import Tally, WinRuns, Wins
from bot.store.saved_game import RACED, Help, Kind, NewGame, SavedGame, Status
from bot.store.shards import Shards
from bot.store.store import Store, open_store
from bot.store.tables.games import NO_TIEBREAK

__all__ = [
    "EVERYWHERE",
    "LINES",
    "NOBODY",
    "NO_TIEBREAK",
    "ORDER",
    "RACED",
    "RESIGNED",
    "Board",
    "Cards",
    "Colours",
    "Daily",
    "DailyPlace",
    "Dealing",
    "Deals",
    "Ended",
    "Help",
    "Kind",
    "Look",
    "NewGame",
    "NewRace",
    "NewerDatabase",
    "Place",
    "Race",
    "RaceClosed",
    "Record",
    "Registered",
    "Result",
    "ResultRow",
    "SavedGame",
    "SeatTaken",
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
    "open_store",
    "periods",
]

"""What is kept: games as seeds and moves, by ids only, in SQLite or PostgreSQL."""

from bot.store.card_emoji import SentEmoji
from bot.store.errors import NewerDatabase, SeatTaken, StoreError
from bot.store.looks import LINES, Cards, Colours, Look
from bot.store.ranks import EVERYWHERE, Board, Place, ResultRow
from bot.store.results import RESIGNED, Ended, Record, periods
from bot.store.saved_game import Help, Kind, NewGame, SavedGame, Status
from bot.store.store import Store, open_store

__all__ = [
    "EVERYWHERE",
    "LINES",
    "RESIGNED",
    "Board",
    "Cards",
    "Colours",
    "Ended",
    "Help",
    "Kind",
    "Look",
    "NewGame",
    "NewerDatabase",
    "Place",
    "Record",
    "ResultRow",
    "SavedGame",
    "SeatTaken",
    "SentEmoji",
    "Status",
    "Store",
    "StoreError",
    "open_store",
    "periods",
]

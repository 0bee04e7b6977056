"""What is kept: games as seeds and moves, by ids only, in SQLite or PostgreSQL."""

from bot.store.errors import NewerDatabase, SeatTaken, StoreError
from bot.store.saved_game import NewGame, SavedGame, Status
from bot.store.store import Store, open_store

__all__ = [
    "NewGame",
    "NewerDatabase",
    "SavedGame",
    "SeatTaken",
    "Status",
    "Store",
    "StoreError",
    "open_store",
]

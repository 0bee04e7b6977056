"""The tables as they are now; `migrations` says how they came to be."""

from bot.store.tables.base import Moment, metadata
from bot.store.tables.games import bests, games, results
from bot.store.tables.players import commands, hidden_players, left_servers, looks, secrets, servers
from bot.store.tables.seen_deals import seen_deals
from bot.store.tables.together import dailies, racers, races

__all__ = [
    "Moment",
    "bests",
    "commands",
    "dailies",
    "games",
    "hidden_players",
    "left_servers",
    "looks",
    "metadata",
    "racers",
    "races",
    "results",
    "secrets",
    "seen_deals",
    "servers",
]

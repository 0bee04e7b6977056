"""All that is public: `small_discord` has these names, and imports them when one is asked for."""

from small_discord.gateway.intents import PRIVILEGED
from small_discord.interactions import NotResponding
from small_discord.opening import CannotOpen, Place, in_background, opened
from small_discord.people.message import Choice, Message, Modal, Refused
from small_discord.people.person import Person
from small_discord.people.sender import Reply
from small_discord.redirect import CannotRedirect, point_client_at
from small_discord.rest.spec import SpecMissing
from small_discord.server import CannotPass, NotGranted, SmallDiscord
from small_discord.weather import (
    AUTOMOD,
    REAL,
    Fault,
    Limit,
    Odd,
    Planned,
    RateLimits,
    Refusal,
    Storm,
    Weather,
    rough,
)
from small_discord.wire import Upload
from small_discord.world.places import Channel
from small_discord.world.world import World

__all__ = [
    "AUTOMOD",
    "PRIVILEGED",
    "REAL",
    "CannotOpen",
    "CannotPass",
    "CannotRedirect",
    "Channel",
    "Choice",
    "Fault",
    "Limit",
    "Message",
    "Modal",
    "NotGranted",
    "NotResponding",
    "Odd",
    "Person",
    "Place",
    "Planned",
    "RateLimits",
    "Refusal",
    "Refused",
    "Reply",
    "SmallDiscord",
    "SpecMissing",
    "Storm",
    "Upload",
    "Weather",
    "World",
    "in_background",
    "opened",
    "point_client_at",
    "rough",
]

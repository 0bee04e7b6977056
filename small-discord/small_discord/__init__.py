"""A small Discord on 127.0.0.1: play without a token, test from end to end, measure."""

from small_discord.background import in_background
from small_discord.gateway.socket import PRIVILEGED
from small_discord.interactions.desk import NotResponding
from small_discord.opening import CannotOpen, Place, opened
from small_discord.people.message import Choice, Message
from small_discord.people.modal import Modal
from small_discord.people.person import Person
from small_discord.people.refused import Refused
from small_discord.people.reply import Reply
from small_discord.posting.body import Upload
from small_discord.rates.limits import REAL, Limit, RateLimits
from small_discord.redirect import CannotRedirect, point_client_at
from small_discord.rest.spec import SpecMissing
from small_discord.server import SmallDiscord
from small_discord.weather.weather import Fault, Planned, Storm, Weather, rough
from small_discord.world.places import Channel
from small_discord.world.world import World

__all__ = [
    "PRIVILEGED",
    "REAL",
    "CannotOpen",
    "CannotRedirect",
    "Channel",
    "Choice",
    "Fault",
    "Limit",
    "Message",
    "Modal",
    "NotResponding",
    "Person",
    "Place",
    "Planned",
    "RateLimits",
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

"""A small Discord on 127.0.0.1: play without a token, test from end to end, measure."""

from bot.local.background import in_background
from bot.local.gateway.socket import PRIVILEGED
from bot.local.interactions.desk import NotResponding
from bot.local.people.message import Choice, Message
from bot.local.people.modal import Modal
from bot.local.people.person import Person
from bot.local.people.refused import Refused
from bot.local.people.reply import Reply
from bot.local.posting.body import Upload
from bot.local.rates.limits import REAL, Limit, RateLimits
from bot.local.redirect import CannotRedirect, point_client_at
from bot.local.rest.spec import SpecMissing
from bot.local.server import LocalDiscord
from bot.local.weather.weather import Fault, Planned, Storm, Weather, rough
from bot.local.world.places import Channel
from bot.local.world.world import World

__all__ = [
    "PRIVILEGED",
    "REAL",
    "CannotRedirect",
    "Channel",
    "Choice",
    "Fault",
    "Limit",
    "LocalDiscord",
    "Message",
    "Modal",
    "NotResponding",
    "Person",
    "Planned",
    "RateLimits",
    "Refused",
    "Reply",
    "SpecMissing",
    "Storm",
    "Upload",
    "Weather",
    "World",
    "in_background",
    "point_client_at",
    "rough",
]

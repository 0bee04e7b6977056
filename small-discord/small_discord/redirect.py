"""The one place that reaches into discord.py: it points the client at the small Discord.

discord.py keeps Discord's addresses in class attributes. They are replaced for a while and put back; whether
they still exist, and are still used, is checked each time: nothing must reach the real Discord by accident.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.invite import Invite


class CannotRedirect(Exception):
    """discord.py no longer keeps its addresses where they were."""


@contextmanager
def point_client_at(url: str, token: str | None = None) -> Iterator[None]:
    """Point every discord.py client made inside the block at the small Discord with this address.

    With a token, clients log in with it instead of their own.
    """
    gateway = yarl.URL(url.replace("http://", "ws://", 1) + "/gateway")
    changes: list[tuple[type, str, object]] = [
        (Route, "BASE", f"{url}/api/v10"),
        (DiscordWebSocket, "DEFAULT_GATEWAY", gateway),
        (Asset, "BASE", url),
        (Invite, "BASE", url),
    ]
    if token is not None:
        changes.append((discord.Client, "login", _login_with(token)))
    before = [(owner, name, _address(owner, name)) for owner, name, _ in changes]
    try:
        for owner, name, address in changes:
            setattr(owner, name, address)
        _check_effect(url)
        yield
    finally:
        for owner, name, address in before:
            setattr(owner, name, address)


def _login_with(token: str) -> Callable[[discord.Client, object], Awaitable[None]]:
    login = discord.Client.login

    async def log_in(client: discord.Client, _given: object) -> None:
        await login(client, token)

    return log_in


def _address(owner: type, name: str) -> object:
    address = vars(owner).get(name)
    if address is None:
        raise CannotRedirect(
            f"discord.py {discord.__version__} has no {owner.__module__}.{owner.__name__}.{name}: "
            "small-discord/small_discord/redirect.py must learn where it keeps this address now."
        )
    return address


def _check_effect(url: str) -> None:
    made = Route("GET", "/users/@me").url
    if not made.startswith(url + "/"):
        raise CannotRedirect(
            f"discord.py {discord.__version__} still asks {made}: "
            "small-discord/small_discord/redirect.py does not reach it any more."
        )

"""The one place that reaches into discord.py: it points the client at the small Discord.

discord.py keeps Discord's addresses in class attributes. They are replaced for a while and put back; whether
they still exist, and are still used, is checked each time: nothing must reach the real Discord by accident.
It is imported when a client is pointed here, and not before: bots in other languages do without it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

_PY_CORD = (
    "py-cord is installed here, which has the name of discord.py: the README of small-discord tells "
    "how to point it here. For a bot written with discord.py, uninstall both and install discord.py again."
)


class CannotRedirect(Exception):
    """discord.py is not there, or no longer keeps its addresses where they were."""


def pointed_at(url: str) -> AbstractContextManager[None]:
    """Point discord.py at the small Discord if it is installed: tests of other clients do without."""
    return point_client_at(url) if _is_installed("discord.py") else nullcontext()


@contextmanager
def point_client_at(url: str, token: str | None = None) -> Iterator[None]:
    """Point every discord.py client made inside the block at the small Discord with this address.

    With a token, clients log in with it instead of their own.
    """
    changes = _changes(url, token)
    before = [(owner, name, _address(owner, name)) for owner, name, _ in changes]
    try:
        for owner, name, address in changes:
            setattr(owner, name, address)
        _check_effect(url)
        yield
    finally:
        for owner, name, address in before:
            setattr(owner, name, address)


def _changes(url: str, token: str | None) -> list[tuple[type, str, object]]:
    """Return which attributes of which classes become what; raise CannotRedirect without discord.py."""
    if _is_installed("py-cord"):
        raise CannotRedirect(_PY_CORD)
    if not _is_installed("discord.py"):
        raise CannotRedirect("discord.py is not installed here: pip install discord.py")
    import discord
    import yarl
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from discord.invite import Invite

    gateway = yarl.URL(url.replace("http://", "ws://", 1) + "/gateway")
    login = [] if token is None else [(discord.Client, "login", _login_with(token))]
    return [
        (Route, "BASE", f"{url}/api/v10"),
        (DiscordWebSocket, "DEFAULT_GATEWAY", gateway),
        (Asset, "BASE", url),
        (Invite, "BASE", url),
        *login,
    ]


def _is_installed(distribution: str) -> bool:
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True


def _login_with(token: str) -> Callable[[discord.Client, object], Awaitable[None]]:
    import discord

    login = discord.Client.login

    async def log_in(client: discord.Client, _given: object) -> None:
        await login(client, token)

    return log_in


def _address(owner: type, name: str) -> object:
    address = vars(owner).get(name)
    if address is None:
        raise CannotRedirect(
            f"discord.py {version('discord.py')} has no {owner.__module__}.{owner.__name__}.{name}: "
            "small-discord/small_discord/redirect.py must learn where it keeps this address now."
        )
    return address


def _check_effect(url: str) -> None:
    from discord.http import Route

    made = Route("GET", "/users/@me").url
    if not made.startswith(url + "/"):
        raise CannotRedirect(
            f"discord.py {version('discord.py')} still asks {made}: "
            "small-discord/small_discord/redirect.py does not reach it any more."
        )

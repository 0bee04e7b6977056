"""Pointing discord.py at the small Discord."""

from pathlib import Path

import discord
import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from small_discord import CannotRedirect, point_client_at

URL = "http://127.0.0.1:1"


def test_the_client_is_pointed_at_us_and_back() -> None:
    """Inside the block every address is ours; afterwards Discord's are back."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    with point_client_at(URL):
        assert Route("GET", "/gateway").url == URL + "/api/v10/gateway"
        assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:1/gateway"
        assert discord.PartialEmoji(name="a", id=7).url == URL + "/emojis/7.png"
    assert before == (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)


def test_addresses_come_back_after_a_failure() -> None:
    """An exception inside the block makes no difference."""
    before = Route.BASE
    with pytest.raises(KeyError), point_client_at(URL):
        raise KeyError
    assert before == Route.BASE


def test_a_discord_py_without_the_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """If discord.py moves its address, the error says which."""
    monkeypatch.delattr(Route, "BASE")
    with pytest.raises(CannotRedirect, match=r"has no discord\.http\.Route\.BASE"), point_client_at(URL):
        pass


def test_a_change_without_effect_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """If discord.py no longer uses the address, nothing may continue."""

    def elsewhere(self: Route, *_: object, **__: object) -> None:
        self.url = "https://discord.com/api/v10/users/@me"

    monkeypatch.setattr(Route, "__init__", elsewhere)
    with pytest.raises(CannotRedirect, match=r"still asks https://discord\.com"), point_client_at(URL):
        pass


def test_py_cord_is_told_from_discord_py(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """py-cord, whose package is called `discord` too, is named rather than patched where it has nothing."""
    (tmp_path / "py_cord-2.8.0.dist-info").mkdir()
    (tmp_path / "py_cord-2.8.0.dist-info" / "METADATA").write_text("Name: py-cord\nVersion: 2.8.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotRedirect, match="py-cord is installed here"), point_client_at(URL):
        pass

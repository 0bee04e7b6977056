"""What a select offers: its own options, or the users, roles and channels of its surroundings."""

from collections.abc import Sequence

from small_discord.limits.kinds import SELECTS, Kind
from small_discord.people.refused import Refused
from small_discord.people.resolved import roles_of
from small_discord.wire import Json
from small_discord.world.places import Channel, User
from small_discord.world.world import World


def options_of(world: World, user: User, channel: Channel, select: Json) -> dict[str, str]:
    """Return the labels of what a select offers to a user in a channel, by value."""
    kind = select["type"]
    if kind == Kind.STRING_SELECT:
        return {option["value"]: option["label"] for option in select["options"]}
    if kind == Kind.CHANNEL_SELECT:
        return _channels(world, user, channel, select.get("channel_types") or ())
    offered: dict[str, str] = {}
    if kind in (Kind.USER_SELECT, Kind.MENTIONABLE_SELECT):
        offered |= {each.id: each.name for each in people_in(world, channel)}
    guild = world.guild_of(channel)
    if kind in (Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT) and guild is not None:
        offered |= {role.id: role.name for role in roles_of(guild)}
    return offered


def people_in(world: World, channel: Channel) -> list[User]:
    """Return the people who can be chosen in a channel, including the bot if it is a member."""
    guild = world.guild_of(channel)
    if guild is not None:
        return [world.users[user_id] for user_id in guild.members]
    ids = channel.people or (str(channel.user_id), world.app.bot.id)
    return [world.users[user_id] for user_id in ids]


def _channels(world: World, user: User, channel: Channel, kinds: Sequence[int]) -> dict[str, str]:
    guild = world.guild_of(channel)
    if guild is None:
        return {}
    seen = [each for each in guild.channels if world.may_enter(user.id, each)]
    return {each.id: f"#{each.name}" for each in seen if not kinds or each.kind in kinds}


def chosen_values(offered: dict[str, str], given: Sequence[str]) -> list[str]:
    """Return the values for given values or labels."""
    by_label = {label: value for value, label in offered.items()}
    return [each if each in offered else by_label.get(each, each) for each in given]


def check_values(select: Json, offered: dict[str, str], values: list[str]) -> None:
    """Raise Refused for values that a select does not offer, or for too few or too many."""
    if select.get("disabled"):
        raise Refused("This menu is disabled.")
    if strangers := [value for value in values if value not in offered]:
        raise Refused(f"The menu does not offer {strangers}; it offers {sorted(offered)}.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(set(values)) == len(values) <= most:
        raise Refused(f"The menu takes {least} to {most} different values, not {len(values)}.")


def is_select(component: Json) -> bool:
    """Say whether a component is a select of any kind."""
    return component.get("type") in SELECTS

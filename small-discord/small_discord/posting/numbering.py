"""What Discord makes of the components it accepts: each gets an id, and ids of emoji become strings."""

from collections.abc import Iterator
from itertools import count

from small_discord.wire import Json


def number_components(components: list[Json]) -> list[Json]:
    """Give an id to every freshly parsed component without one, skipping those taken; return all, flat."""
    everything = list(walk(components))
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
        for bearer in (component, *component.get("options", ())):
            _write_id_as_text(bearer.get("emoji"))
    return everything


def _write_id_as_text(emoji: Json | None) -> None:
    """Turn the id of an emoji into a string, as Discord returns it: JavaScript would round a number."""
    if emoji and emoji.get("id"):
        emoji["id"] = str(emoji["id"])


def walk(components: list[Json]) -> Iterator[Json]:
    """Iterate over components and all that is nested in them."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])

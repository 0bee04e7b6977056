"""Numbers for components that came without: Discord gives each an id that is unique in its message."""

from collections.abc import Iterator
from itertools import count

from bot.local.wire import Json


def number_components(components: list[Json]) -> list[Json]:
    """Give every freshly parsed component an id, skipping those that are taken; return them all, unnested."""
    everything = list(walk(components))
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
    return everything


def walk(components: list[Json]) -> Iterator[Json]:
    """Iterate over components and all that is nested in them."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])

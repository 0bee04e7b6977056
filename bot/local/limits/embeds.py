"""What Discord accepts as the embeds of a message."""

from bot.local.limits.errors import Path, Problems
from bot.local.limits.fields import check_count, check_text
from bot.local.wire import Json

MOST_EMBEDS = 10
MOST_TEXT = 6000


def check_embeds(problems: Problems, embeds: object) -> None:
    """Note what is wrong with the embeds, whose text counts together."""
    if embeds is None:
        return
    total = 0
    for place, embed in enumerate(check_count(problems, ("embeds",), embeds, 0, MOST_EMBEDS)):
        total += _check_embed(problems, ("embeds", str(place)), embed)
    if total > MOST_TEXT:
        problems.add(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}"
        )


def _check_embed(problems: Problems, path: Path, embed: Json) -> int:
    footer, author = embed.get("footer") or {}, embed.get("author") or {}
    texts: list[tuple[Path, object, int]] = [
        (("title",), embed.get("title"), 256),
        (("description",), embed.get("description"), 4096),
        (("footer", "text"), footer.get("text"), 2048),
        (("author", "name"), author.get("name"), 256),
    ]
    fields = check_count(problems, (*path, "fields"), embed.get("fields") or [], 0, 25)
    for place, field in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            inside: Path = ("fields", str(place), key)
            texts.append((inside, field.get(key), most))
            if not field.get(key):
                problems.add((*path, *inside), "BASE_TYPE_REQUIRED", "This field is required")
    for where, text, most in texts:
        check_text(problems, (*path, *where), text, most=most)
    return sum(len(text) for _, text, _ in texts if isinstance(text, str))

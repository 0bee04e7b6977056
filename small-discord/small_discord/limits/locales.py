"""What Discord accepts as translations of a name or a description."""

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import check_object, check_text
from small_discord.wire import Json

LOCALES = frozenset(
    (
        *("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi"),
        *("hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th"),
        *("tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)


def check_translations(problems: Problems, path: Path, named: Json, key: str, most: int) -> dict[str, str]:
    """Note translations into unknown languages, and those that are empty or too long; return the others."""
    inside = (*path, f"{key}_localizations")
    given = named.get(f"{key}_localizations")
    fine: dict[str, str] = {}
    for locale, text in check_object(problems, inside, {} if given is None else given).items():
        if locale not in LOCALES:
            message = f'"{locale}" is not a locale of Discord.'
            problems.add((*inside, locale), "ENUM_TYPE_COERCE", message)
        check_text(problems, (*inside, locale), text, least=1, most=most, needed=True)
        if isinstance(text, str) and 1 <= len(text) <= most:
            fine[locale] = text
    return fine

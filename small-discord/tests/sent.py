"""What clients write with nulls in it, or leave out."""

from small_discord.wire import Json

_OPTION: Json = {"label": "One", "value": "1", "description": None, "emoji": None, "default": False}
BUTTON: Json = {"type": 2, "style": 1, "label": "Go", "custom_id": "go", "emoji": None, "url": None}
SELECT: Json = {"type": 3, "custom_id": "one", "options": [_OPTION], "placeholder": None, "min_values": None}
PEOPLE: Json = {"type": 5, "custom_id": "people", "min_values": 0, "max_values": 2}
EMBED: Json = {
    "title": "Patience",
    "description": None,
    "url": None,
    "fields": [{"name": "Moves", "value": "7"}],
    "image": {"url": "https://example.org/card.png"},
}
MESSAGE: Json = {
    "content": "A board",
    "embeds": [EMBED],
    "components": [{"type": 1, "components": [each]} for each in (BUTTON, SELECT, PEOPLE)],
}
_MEDIA: Json = {"url": "https://example.org/card.png"}
LAYOUT: Json = {
    "flags": 1 << 15,
    "components": [
        {"type": 17, "components": [{"type": 14}, {"type": 12, "items": [{"media": _MEDIA}]}]},
        {
            "type": 9,
            "components": [{"type": 10, "content": "A card"}],
            "accessory": {"type": 11, "media": _MEDIA, "description": None},
        },
    ],
}
COMMAND: Json = {
    "name": "deal",
    "description": "Deal a game",
    "default_member_permissions": 32,
    "integration_types": None,
    "options": [
        {"type": 3, "name": "variant", "description": "Which rules", "choices": None, "min_length": None},
        {"type": 4, "name": "seed", "description": "Which deal", "min_value": 1, "required": None},
    ],
}

"""Messages and embeds: what is sent, what is refused."""

from typing import Any

import pytest

from problems import found
from small_discord.limits.errors import ApiError
from small_discord.limits.messages import check_edit, check_new_message

V2, EPHEMERAL = 1 << 15, 1 << 6
TEXT = [{"type": 10, "content": "x"}]
BLANK: dict[str, Any] = {"content": "", "embeds": [], "components": [], "attachments": [], "flags": 0}


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"content": 7}, "content", "STRING_TYPE_CONVERT"),
        ({"content": "x", "flags": EPHEMERAL}, "flags", "MESSAGE_FLAGS_INVALID"),
        ({"content": "x", "flags": "1"}, "flags", "NUMBER_TYPE_COERCE"),
        (
            {"content": "x", "components": TEXT, "flags": V2},
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            {"embeds": [{"title": "x"}], "components": TEXT, "flags": V2},
            "embeds",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        ({"flags": V2}, "components", "BASE_TYPE_REQUIRED"),
        ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
        ({"embeds": [{"fields": [{"name": "x"}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
        ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        *(
            ({"embeds": [{"title": "x", part: "s"}]}, f"embeds.0.{part}", "MODEL_TYPE_CONVERT")
            for part in ("footer", "author", "image", "thumbnail")
        ),
        ({"content": "x", "attachments": "s"}, "attachments", "LIST_TYPE_CONVERT"),
        (
            {"content": "x", "attachments": [{"id": 0, "filename": 7}]},
            "attachments.0.filename",
            "STRING_TYPE_CONVERT",
        ),
        *(
            ({"embeds": [{"title": "x", "fields": no_list}]}, "embeds.0.fields", "LIST_TYPE_CONVERT")
            for no_list in ("", True)
        ),
        ({"embeds": [{"title": "x", "fields": 0}]}, "embeds.0.fields", "LIST_TYPE_CONVERT"),
        ({"content": "x", "attachments": 0}, "attachments", "LIST_TYPE_CONVERT"),
        ({"content": "x", "allowed_mentions": {"parse": ""}}, "allowed_mentions.parse", "LIST_TYPE_CONVERT"),
        ({"content": "x", "flags": False}, "flags", "NUMBER_TYPE_COERCE"),
        ({}, "", "50006"),
        ({"content": ""}, "", "50006"),
        ({"content": " \n\t"}, "", "50006"),
        ({"embeds": [{}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
        ({"embeds": [{"color": 7}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
        ({"embeds": [{"title": "x", "color": -1}]}, "embeds.0.color", "NUMBER_TYPE_MIN"),
        ({"embeds": [{"title": "x", "color": 1 << 24}]}, "embeds.0.color", "NUMBER_TYPE_MAX"),
        (
            {"embeds": [{"title": "x", "timestamp": "nonsense"}]},
            "embeds.0.timestamp",
            "DATE_TIME_TYPE_PARSE",
        ),
        ({"embeds": [{"image": {"url": "not a url"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
        ({"embeds": [{"image": {"url": "https://"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_URL"),
        ({"embeds": [{"title": "x", "url": ""}]}, "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
    ],
)
def test_refused_messages(body: dict[str, Any], path: str, code: str) -> None:
    """A message beyond a limit is refused with the path to the field."""
    with pytest.raises(ApiError) as refusal:
        check_new_message(body, {})
    assert found(refusal.value) == {path: code}


@pytest.mark.logs("The small Discord does not implement the '.+' field of a")
@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": "x", "poll": {"question": {}}}, "poll"),
        ({"content": "x", "tts": True}, "tts"),
        ({"components": TEXT, "flags": V2, "tts": True}, "tts"),
        ({"content": "x", "attachments": [{"id": 0, "waveform": "AA=="}]}, "attachments.0.waveform"),
    ],
)
def test_what_messages_have_on_discord_only(body: dict[str, Any], path: str) -> None:
    """What is not here is refused, and logged, rather than left out."""
    with pytest.raises(ApiError) as refusal:
        check_new_message(body, ())
    assert found(refusal.value) == {path: "NOT_IMPLEMENTED"}


def test_messages_at_the_limit() -> None:
    """Exactly as much as Discord accepts is accepted."""
    check_new_message({"content": "x" * 2000, "embeds": [{"description": "x" * 3000}] * 2}, {})
    picture = {"image": {"url": "attachment://ace.png"}, "color": 0xFFFFFF}
    check_new_message({"embeds": [picture | {"timestamp": "2026-11-23T19:00:00.000Z"}]}, {})
    check_new_message({"content": "\u200b", "flags": EPHEMERAL}, {}, may_hide=True)
    check_new_message({}, {}, files=1)


def test_the_path_begins_where_the_body_is() -> None:
    """In an answer to an interaction, the path to what is wrong begins with `data`."""
    with pytest.raises(ApiError) as refusal:
        check_new_message({"content": "x" * 2001}, {}, prefix=("data",))
    assert found(refusal.value) == {"data.content": "BASE_TYPE_MAX_LENGTH"}


@pytest.mark.parametrize(
    ("old", "body", "path", "code"),
    [
        (
            {"components": TEXT, "flags": V2},
            {"flags": 0},
            "flags",
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
        ),
        (
            {"components": TEXT, "flags": V2},
            {"content": "x"},
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (
            {"content": "x"},
            {"components": TEXT, "flags": V2},
            "content",
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        ({"content": "x"}, {"components": TEXT}, "components.0.type", "UNION_TYPE_CHOICES"),
        ({"components": TEXT, "flags": V2}, {"components": []}, "components", "BASE_TYPE_REQUIRED"),
        ({"content": "x"}, {"content": None}, "", "50006"),
        ({"content": "x"}, {"content": " "}, "", "50006"),
    ],
)
def test_refused_edits(old: dict[str, Any], body: dict[str, Any], path: str, code: str) -> None:
    """What a message is decides how it may be edited."""
    with pytest.raises(ApiError) as refusal:
        check_edit(BLANK | old, body, {})
    assert found(refusal.value) == {path: code}


def test_edits_that_are_taken() -> None:
    """A part that is not named stays, and a V2 message need not be marked as one again."""
    check_edit(BLANK | {"components": TEXT, "flags": V2}, {"components": TEXT}, {})
    check_edit(BLANK | {"components": TEXT, "flags": V2}, {}, {})
    check_edit(BLANK | {"content": "x"}, {"content": None, "components": TEXT, "flags": V2}, {})
    check_edit(BLANK | {"flags": 1 << 7}, {"content": "the answer"}, {})

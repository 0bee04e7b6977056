"""A second opinion on what is asked and what is answered: Discord's own OpenAPI description."""

import functools
import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from small_discord.limits.errors import ApiError
from small_discord.wire import Json

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

_log = logging.getLogger(__name__)

_PARAMETER = re.compile(r"\{[^}]*\}")


class SpecMissing(Exception):
    """The description, or the library that reads it, is missing."""


class Spec:
    """Checks bodies and answers by method and path; caches the validators and, of each, what passed last."""

    def __init__(self, path: Path) -> None:
        document = _read(path)
        self._paths = {_shape(template): (template, item) for template, item in document["paths"].items()}
        self._shared: Json = document["components"].get("responses", {})
        self._told = _Schemas(_with_worded_codes(document))
        self._asked = _Schemas(_with_numeric_ids(document))

    def check(self, method: str, path: str, body: object) -> None:
        """Raise ApiError for a body that the description forbids; the path keeps its {parameters}."""
        template, operation = self._operation(method, path)
        keys = ("paths", template, method.lower(), "requestBody")
        complaint = self._asked.complaint(keys, operation.get("requestBody", {}), _with_numeric_bits(body))
        if complaint is not None:
            message = f"Not what the OpenAPI description allows for {method} {path}: {complaint}"
            _log.error(message)
            raise ApiError(400, 50035, message)

    def check_answer(self, method: str, path: str, status: int, answer: object) -> None:
        """Log an answer that is not what the description promises: the fault is the small Discord's."""
        template, operation = self._operation(method, path)
        promised: Json = operation.get("responses", {})
        code = str(status) if str(status) in promised else f"{status // 100}XX"
        keys: tuple[str, ...] = ("paths", template, method.lower(), "responses", code)
        response: Json = promised.get(code, {})
        if "$ref" in response:
            name = response["$ref"].rpartition("/")[2]
            keys, response = ("components", "responses", name), self._shared[name]
        complaint = self._told.complaint(keys, response, answer)
        if complaint is not None:
            _log.error("Not what Discord answers to %s %s with %s: %s", method, path, status, complaint)

    def _operation(self, method: str, path: str) -> tuple[str, Json]:
        template, item = self._paths.get(_shape(path), ("", {}))
        return template, item.get(method.lower(), {})


def _read(path: Path) -> Any:
    """Return the description as it stands in a file; raise SpecMissing if there is none."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SpecMissing(f"Discord's OpenAPI file {path} cannot be read: {error}") from None
    try:
        document["components"]["schemas"]["SnowflakeType"], document["paths"]
    except (KeyError, TypeError):
        raise SpecMissing(f"{path} is not Discord's OpenAPI file.") from None
    return document


def _with_numeric_ids(document: Json) -> Json:
    """Return a description of requests: in them, Discord takes numbers for ids, as discord.py sends them."""
    components = document["components"]
    either = {"anyOf": [components["schemas"]["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    schemas = components["schemas"] | {"SnowflakeType": either}
    return document | {"components": components | {"schemas": schemas}}


def _with_worded_codes(document: Json) -> Json:
    """Return a description of answers: in them, Discord tells by a word what is wrong with a field.

    It documents so, and describes a number.
    """
    components = document["components"]
    worded = {"type": "object", "required": ["code", "message"], "properties": {"code": {"type": "string"}}}
    inner = {"type": "object", "required": ["_errors"], "properties": {"_errors": {"items": worded}}}
    return document | {"components": components | {"schemas": components["schemas"] | {"InnerErrors": inner}}}


def _with_numeric_bits(body: object) -> object:
    """Return a body with permissions as numbers: Discord takes them as text, too, as it documents them."""
    if not isinstance(body, dict):
        return body
    bits = {key: body[key] for key in ("permissions", "allow", "deny") if key in body}
    return body | {key: int(value) for key, value in bits.items() if str(value).isdecimal()}


class _Schemas:
    """Validators of one description, by the keys that lead to a request or an answer in it."""

    def __init__(self, document: Json) -> None:
        try:
            from jsonschema_rs import Draft202012Validator, Registry
        except ImportError:
            raise SpecMissing(
                "Checking against Discord's OpenAPI file needs jsonschema-rs: pip install jsonschema-rs"
            ) from None
        self._registry = Registry([("spec:", document)])
        self._validator = Draft202012Validator
        self._known: dict[tuple[str, ...], Draft202012Validator] = {}
        self._passed: dict[tuple[str, ...], object] = {}

    def complaint(self, keys: tuple[str, ...], described: Json, value: object) -> str | None:
        """Return what is wrong with a value; None if nothing is, or if it is not described as JSON."""
        if "application/json" not in described.get("content", {}):
            return None
        if keys not in self._known:
            self._known[keys] = self._make((*keys, "content", "application/json", "schema"))
        elif self._passed.get(keys) == value:
            return None  # all commands, again and again, which takes a fifth of a second
        error = next(self._known[keys].iter_errors(value), None)
        if error is not None:
            error = _innermost(error)
            return f"{'.'.join(map(str, error.instance_path)) or 'the body'}: {error.message:.300}"
        self._passed[keys] = value
        return None

    def _make(self, keys: tuple[str, ...]) -> "Draft202012Validator":
        pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1"), safe="~") for key in keys)
        return self._validator({"$ref": f"spec:#/{pointer}"}, registry=self._registry)


@functools.cache
def read_spec(path: Path) -> Spec:
    """Read the description once, for any number of Discords; raise SpecMissing if that is impossible."""
    return Spec(path)


def _innermost(error: "ValidationError") -> "ValidationError":
    """Return the error inside the alternative that was meant: the one whose `type` fits, if any."""
    while alternatives := getattr(error.kind, "context", None):
        above = len(error.instance_path)
        meant = min(alternatives, key=lambda errors: _misses_type(errors, above))
        error = max(meant, key=lambda inner: len(inner.instance_path))
    return error


def _misses_type(errors: "list[ValidationError]", above: int) -> bool:
    return any(error.instance_path[above:] in (["type"], []) for error in errors)


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path)

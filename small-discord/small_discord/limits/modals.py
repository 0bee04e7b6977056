"""What Discord accepts as a modal."""

from small_discord.limits.controls import check_select, check_upload
from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import check_choice, check_count, check_number, check_text
from small_discord.limits.kinds import SELECTS, Kind, check_kind
from small_discord.wire import Json

MOST_TITLE = 45
MOST_COMPONENTS = 5
MOST_INPUT = 4000
IN_ROW = (Kind.TEXT_INPUT,)
IN_LABEL = (Kind.TEXT_INPUT, *SELECTS, Kind.FILE_UPLOAD)
TOP = (Kind.ACTION_ROW, Kind.TEXT_DISPLAY, Kind.LABEL)


def check_modal(modal: Json, prefix: Path = ()) -> None:
    """Raise ApiError for a modal that Discord would not open."""
    problems = Problems(prefix)
    check_text(problems, ("title",), modal.get("title"), least=1, most=MOST_TITLE, needed=True)
    check_text(problems, ("custom_id",), modal.get("custom_id"), least=1, most=100, needed=True)
    top = check_count(problems, ("components",), modal.get("components"), 1, MOST_COMPONENTS)
    custom_ids: set[str] = set()
    for place, component in enumerate(top):
        _check_top(problems, ("components", str(place)), component, custom_ids)
    problems.refuse()


def _check_top(problems: Problems, path: Path, component: Json, custom_ids: set[str]) -> None:
    match component.get("type"):
        case Kind.ACTION_ROW:
            inside = (*path, "components")
            for place, field in enumerate(check_count(problems, inside, component.get("components"), 1, 1)):
                _check_field(problems, (*inside, str(place)), field, custom_ids, labelled=False)
        case Kind.LABEL:
            check_text(problems, (*path, "label"), component.get("label"), least=1, most=45, needed=True)
            check_text(problems, (*path, "description"), component.get("description"), most=100)
            inner = component.get("component")
            labelled: Json = inner if isinstance(inner, dict) else {}
            _check_field(problems, (*path, "component"), labelled, custom_ids, labelled=True)
        case Kind.TEXT_DISPLAY:
            check_text(problems, (*path, "content"), component.get("content"), most=4000, needed=True)
        case kind:
            check_kind(problems, path, kind, TOP)


def _check_field(
    problems: Problems, path: Path, field: Json, custom_ids: set[str], *, labelled: bool
) -> None:
    kind = field.get("type")
    if kind == Kind.TEXT_INPUT:
        _check_input(problems, path, field, labelled=labelled)
    elif kind in SELECTS and labelled:
        check_select(problems, path, field, ())
    elif kind == Kind.FILE_UPLOAD and labelled:
        check_upload(problems, path, field)
    else:
        check_kind(problems, path, kind, IN_LABEL if labelled else IN_ROW)
    custom_id = str(field.get("custom_id"))
    if custom_id in custom_ids:
        problems.add(
            (*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
        )
    custom_ids.add(custom_id)


def _check_input(problems: Problems, path: Path, field: Json, *, labelled: bool) -> None:
    check_text(problems, (*path, "custom_id"), field.get("custom_id"), least=1, most=100, needed=True)
    if not labelled:
        check_text(problems, (*path, "label"), field.get("label"), least=1, most=45, needed=True)
    check_text(problems, (*path, "placeholder"), field.get("placeholder"), most=100)
    check_text(problems, (*path, "value"), field.get("value"), most=MOST_INPUT)
    check_choice(problems, (*path, "style"), field.get("style"), (1, 2))
    check_number(problems, (*path, "min_length"), field.get("min_length"), 0, MOST_INPUT)
    check_number(problems, (*path, "max_length"), field.get("max_length"), 1, MOST_INPUT)
    _check_lengths(problems, path, field)


def _check_lengths(problems: Problems, path: Path, field: Json) -> None:
    """Note bounds that cross, and a text to begin with that is longer than they allow."""
    least, most, text = (field.get(key) for key in ("min_length", "max_length", "value"))
    if isinstance(least, int) and isinstance(most, int) and least > most:
        problems.add(
            (*path, "min_length"),
            "TEXT_INPUT_MIN_LENGTH_INVALID",
            "The minimum length exceeds the maximum length",
        )
    if isinstance(text, str) and isinstance(most, int) and most < len(text) <= MOST_INPUT:
        problems.add((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

"""The bot's token."""

import base64
import secrets


def new_token(app_id: str) -> str:
    """Return a token in Discord's form: clients read the application's id from its first part."""
    first = base64.urlsafe_b64encode(app_id.encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"

"""Nonces, which tell a message that a client sends again from a new one."""

from small_discord.limits.errors import invalid
from small_discord.weather.clock import Clock
from small_discord.world.posts import Post, Posts

SECONDS = 300.0
"""How long a nonce is remembered: "some minutes", says Discord."""
MOST_CHARACTERS = 25


class Nonces:
    """Remembers which message was made with which nonce; only the bot posts here."""

    def __init__(self, posts: Posts, clock: Clock) -> None:
        self._posts = posts
        self._clock = clock
        self._made: dict[str, tuple[float, Post]] = {}

    def made_with(self, nonce: object) -> Post | None:
        """Return the message that was recently made with a nonce, as it stands now."""
        _check(nonce)
        since = self._clock.now() - SECONDS
        self._made = {key: made for key, made in self._made.items() if made[0] > since}
        _, post = self._made.get(str(nonce), (0.0, None))
        return post and self._posts.get(post.channel_id, post.id)

    def keep(self, nonce: object, post: Post) -> None:
        """Remember the nonce of a new message."""
        self._made[str(nonce)] = self._clock.now(), post


def _check(nonce: object) -> None:
    if not isinstance(nonce, str | int):
        raise invalid(("nonce",), "NONCE_TYPE_CONVERT", "Must be a whole number or a string.")
    if len(str(nonce)) > MOST_CHARACTERS:
        message = f"Must be {MOST_CHARACTERS} or fewer in length."
        raise invalid(("nonce",), "BASE_TYPE_MAX_LENGTH", message)

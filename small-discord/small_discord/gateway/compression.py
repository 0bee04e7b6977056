"""How a gateway connection is compressed: not at all, or as one stream from its beginning to its end."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable

from small_discord.gateway.session import Refusal

Compress = Callable[[bytes], bytes]
"""Turns a frame into the next piece of the stream, which can be read as soon as it comes."""


def compressor(kind: str | None) -> Compress | None:
    """Return what compresses a new connection; None if nothing does; raise Refusal for what is not spoken."""
    made = None if kind is None else _KINDS.get(kind, _none)()
    if kind is not None and made is None:
        remedy = " until zstandard is installed beside the small Discord" if kind == "zstd-stream" else ""
        # Discord documents no code of its own for this.
        raise Refusal(4002, f"Unknown compression {kind!r}{remedy}.")
    return made


def _none() -> Compress | None:
    return None


def _zlib() -> Compress:
    stream = zlib.compressobj(level=1)
    return lambda frame: stream.compress(frame) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd() -> Compress | None:
    """Use what discord.py uses: the package, or what Python itself has from 3.14 on; None without either."""
    try:
        package = importlib.import_module("zstandard")
    except ImportError:
        return _own_zstd()
    stream = package.ZstdCompressor(level=1).compressobj()
    return lambda frame: bytes(stream.compress(frame) + stream.flush(package.COMPRESSOBJ_FLUSH_BLOCK))


def _own_zstd() -> Compress | None:
    try:
        own = importlib.import_module("compression.zstd")
    except ImportError:
        return None
    stream = own.ZstdCompressor(level=1)
    return lambda frame: bytes(stream.compress(frame, mode=stream.FLUSH_BLOCK))


_KINDS: dict[str, Callable[[], Compress | None]] = {"zlib-stream": _zlib, "zstd-stream": _zstd}

"""Where something stands on Discord, as a link that opens it. Knows no Discord, so actions can use it, too."""

from __future__ import annotations


def url(league_id: int, channel_id: int, message_id: int | None = None) -> str:
    """A message's link, or without one its channel's.

    >>> url(1, 2, 3)
    'https://discord.com/channels/1/2/3'
    """
    channel = f"https://discord.com/channels/{league_id}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"

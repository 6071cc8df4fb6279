"""A file that may be large, as Discord takes it: as it is, zipped, or zipped and cut."""

from __future__ import annotations

import asyncio
import io
import zipfile

import discord

from cogs.shared.replies import Interaction

MOST_FILES = 10  # Discord takes no more with one message


async def send_file(interaction: Interaction, told: str, name: str, content: bytes) -> None:
    """Answer privately with a sentence and a file, where the answer was put off while the file was made."""
    parts = await asyncio.to_thread(in_parts, name, content, interaction.filesize_limit)
    if len(parts) > 1:
        told += f" It comes in {len(parts)} parts: put together in their order they are one zip file."
    for start in range(0, len(parts), MOST_FILES):
        files = [discord.File(io.BytesIO(data), called) for called, data in parts[start : start + MOST_FILES]]
        await interaction.followup.send(told if start == 0 else "More of it.", files=files, ephemeral=True)


def in_parts(name: str, content: bytes, most: int) -> list[tuple[str, bytes]]:
    """The file as files that are none larger than this, in bytes. Names with what is in them.

    >>> in_parts("books.csv", b"1,2", 100)
    [('books.csv', b'1,2')]
    """
    if len(content) <= most:
        return [(name, content)]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    data = packed.getvalue()
    if len(data) <= most:
        return [(f"{name}.zip", data)]
    return [(f"{name}.zip.{at // most + 1:03}", data[at : at + most]) for at in range(0, len(data), most)]

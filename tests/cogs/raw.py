"""Commands, presses and forms as any client could send them, whether Discord's own would or not."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from simcord import interactions
from simcord.actors import MemberActor, _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.builders import ChannelHandle, RoleHandle, UserHandle
from simcord.enums import InteractionType

NOISE = {"handled", "handled_by_key", "audit", "person", "synced_command_tree"}  # what says only that somebody pressed


def named(handle: Any, resolved: dict[str, Any]) -> str:
    """Somebody or something chosen from a list, as Discord tells the bot who or what it is."""
    if isinstance(handle, str):
        return handle
    backend, key = handle._env.backend, str(handle.id)
    if isinstance(handle, UserHandle):  # somebody who is not in the server
        resolved.setdefault("users", {})[key] = dict(serializers.user_payload(backend.get_user(handle.id)))
    elif isinstance(handle, MemberActor):
        guild = backend.get_guild(handle.guild.id)
        resolved.setdefault("users", {})[key] = dict(serializers.user_payload(backend.get_user(handle.id)))
        member = serializers.member_payload(backend, guild, guild.members[handle.id], with_user=False)
        resolved.setdefault("members", {})[key] = dict(member)
    elif isinstance(handle, RoleHandle):
        resolved.setdefault("roles", {})[key] = dict(serializers.role_payload(handle._role))
    elif isinstance(handle, ChannelHandle):
        payload = serializers.channel_payload(backend, backend.get_channel(handle.id))
        resolved.setdefault("channels", {})[key] = {**payload, "permissions": "1024"}
    return key


async def command(who: Any, channel: Any, name: str, /, **options: Any) -> Any:
    """A slash command with whatever is put into its options: nothing of it is checked before the bot gets it."""
    root_name, *path = name.split()
    root = channel._env.backend.find_command(root_name, None, type=1)
    leaf, nesting = interactions.walk_to_subcommand(root, path)
    types = {option["name"]: option["type"] for option in leaf.get("options", ())}
    resolved: dict[str, Any] = {}
    given = []
    for key, value in options.items():
        plain = value if isinstance(value, bool | int) else named(value, resolved)
        given.append({"name": key, "type": types[key], "value": plain})
    data = {"id": root["id"], "name": root_name, "type": 1, "options": interactions.nest_options(root, nesting, given)}
    if resolved:
        data["resolved"] = resolved
    return await _dispatch_actor_interaction(who, InteractionType.APPLICATION_COMMAND, channel, data)


async def typing(who: Any, channel: Any, name: str, key: str, typed: str, /, **options: Any) -> Any:
    """What is typed so far into an option of a command, with whatever stands in the others."""
    root_name, *path = name.split()
    root = channel._env.backend.find_command(root_name, None, type=1)
    leaf, nesting = interactions.walk_to_subcommand(root, path)
    types = {option["name"]: option["type"] for option in leaf.get("options", ())}
    given = [{"name": other, "type": types[other], "value": value} for other, value in options.items()]
    given.append({"name": key, "type": types[key], "value": typed, "focused": True})
    data = {"id": root["id"], "name": root_name, "type": 1, "options": interactions.nest_options(root, nesting, given)}
    return await _dispatch_actor_interaction(who, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE, channel, data)


async def context_menu(who: Any, channel: Any, name: str, message: Any) -> Any:
    """A command on a message."""
    backend = channel._env.backend
    root = backend.find_command(name, None, type=3)
    resolved = {"messages": {str(message.id): dict(serializers.message_payload(backend, message))}}
    data = {"id": root["id"], "name": name, "type": 3, "target_id": str(message.id), "resolved": resolved}
    return await _dispatch_actor_interaction(who, InteractionType.APPLICATION_COMMAND, channel, data)


async def press(who: Any, channel: Any, message: Any, custom_id: str, values: Any = None) -> Any:
    """A press or a choice on a message, which need neither hold that component nor stand in that channel."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
    if values is not None:
        resolved: dict[str, Any] = {}
        chosen = [named(value, resolved) for value in values]
        data |= {"component_type": 3, "values": chosen, "resolved": resolved}
    shown = brought(message, channel)
    extra = {"message": dict(serializers.message_payload(channel._env.backend, shown))}
    kind = InteractionType.MESSAGE_COMPONENT
    return await _dispatch_actor_interaction(who, kind, channel, data, extra=extra, source_message_id=shown.id)


def brought(message: Any, channel: Any) -> Any:
    """The message, or where it stands in another channel a message of the bot that looks the same."""
    if message.channel_id == channel.id:
        return message
    backend = channel._env.backend
    return backend.create_message(
        channel.id, backend.bot_user.id, message.content, components=message.components, flags=message.flags & ~64
    )


async def form(who: Any, channel: Any, custom_id: str, fields: dict[str, Any], message: Any = None) -> Any:
    """A form, whether it was opened or not."""
    sent = [
        {"custom_id": name, "type": 4, "value": value}
        if isinstance(value, str)
        else {"custom_id": name, "type": 3, "values": value}
        for name, value in fields.items()
    ]
    data = {"custom_id": custom_id, "components": [{"type": 18, "component": part} for part in sent]}
    extra, source = None, None
    if message is not None:
        shown = brought(message, channel)
        extra, source = {"message": dict(serializers.message_payload(channel._env.backend, shown))}, shown.id
    kind = InteractionType.MODAL_SUBMIT
    return await _dispatch_actor_interaction(who, kind, channel, data, extra=extra, source_message_id=source)


class Database:
    """What is kept, from beside: is it as it was, and as it was again."""

    def __init__(self, file: Path) -> None:
        self._beside = sqlite3.connect(file, timeout=10, isolation_level=None)
        self._kept = sqlite3.connect(":memory:")
        self._seen = 0

    def close(self) -> None:
        self._beside.close()
        self._kept.close()

    def keep(self) -> None:
        """This is how it was."""
        self._beside.backup(self._kept)
        self._seen = self._version()

    def restore(self) -> bool:
        """As it was kept; False if nothing was written meanwhile."""
        if self._version() == self._seen:
            return False
        self._kept.backup(self._beside)
        self._seen = self._version()
        return True

    def _version(self) -> int:
        return int(self._beside.execute("PRAGMA data_version").fetchone()[0])

    def changed(self, league_id: int | None = None) -> list[str]:
        """The tables that are not as they were, what only says that somebody pressed apart; of one league or all."""
        if self._version() == self._seen:
            return []
        found = []
        for (name,) in self._kept.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = {row[1] for row in self._kept.execute(f"PRAGMA table_info({name})")}
            of_one = f" WHERE league_id = {league_id}" if league_id is not None and "league_id" in columns else ""
            query = f"SELECT * FROM {name}{of_one}"
            before, now = (sorted(map(repr, each.execute(query))) for each in (self._kept, self._beside))
            if name not in NOISE and before != now:
                found.append(name)
        return found

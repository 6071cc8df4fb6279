"""A dispute on the rig: its thread put away, locked, deleted, not allowed; restarts and an outage. Nothing is lost."""

from __future__ import annotations

import asyncio
from typing import Any

from stage import BROKEN, scene, staged

WITHIN = 20.0  # seconds; a live card is drawn at most every five


async def opened(stage: Any) -> str:
    answer = await stage.rig.slash(stage.ann, "dispute open", about="He saw my cards.", player=stage.bob)
    assert answer.ok and BROKEN not in answer.text, answer.text
    return str(answer.text)


def thread(stage: Any) -> Any:
    """Its thread as it stands; None: it has none."""
    rows = stage.rows("SELECT thread_id FROM dispute WHERE dispute_number = 1")
    return None if not rows or rows[0][0] is None else stage.rig.world.channel(rows[0][0])


def told(stage: Any) -> list[str]:
    """What the thread has been told."""
    return [message.text for message in stage.rig.channel_messages(thread(stage), bot_only=True)]


async def heard(stage: Any, words: str) -> None:
    """Wait until the thread has been told this."""
    await stage.rig.wait_for(lambda: any(words in text for text in told(stage)), WITHIN, f"“{words}” in the thread")


async def side(stage: Any, who: Any, words: str) -> Any:
    """`/dispute side` and its form, from the channel."""
    form = await stage.rig.slash(who, "dispute side", dispute=1)
    assert form.modal is not None, form.text
    answer = await stage.rig.submit(who, form, {"text": words})
    assert "Your side is kept." in answer.text, answer.text
    return answer


async def shown(stage: Any, who: Any) -> Any:
    answer = await stage.rig.slash(who, "dispute show", dispute=1)
    assert answer.ephemeral and BROKEN not in answer.text, answer.text
    return answer


async def decided(stage: Any, who: Any, reason: str) -> Any:
    """[Decide] on the private screen, an outcome, its form."""
    screen = await stage.rig.click(who, (await shown(stage, who)).message, label="Decide")
    select = next(each for each in screen.message.selects if each["custom_id"].startswith("disp1:outcome"))
    form = await stage.rig.choose(who, screen.message, ["clarified"], custom_id=select["custom_id"])
    return await stage.rig.submit(who, form, {"reason": reason})


@scene
async def a_thread_in_trouble() -> dict[str, Any]:
    """Put away: told all the same. Locked: said what is missing. Deleted: offered anew. Somebody left: named."""
    async with staged() as stage:
        stage.failures_expected = True  # what Discord refuses here is the point
        stage.rig.set_bot_permissions(["view_channel", "send_messages", "read_message_history"])
        assert "The dispute is open in <#" in await opened(stage)
        first = thread(stage)
        assert first.type == 12 and not first.invitable
        await heard(stage, "Dispute 1 is open.")
        pinged = [m.pings["users"] for m in stage.rig.channel_messages(first, bot_only=True) if m.pings["users"]]
        assert [sorted(map(int, users)) for users in pinged] == [
            sorted(int(who.id) for who in (stage.ann, stage.bob))
        ], pinged
        await heard(stage, "A hand that is over")
        first.archived = True
        await side(stage, stage.bob, "I did not.")
        await heard(stage, "I did not.")
        first.archived = first.locked = True
        await side(stage, stage.bob, "I swear.")
        await asyncio.sleep(1)
        assert "Manage Threads" in (await shown(stage, stage.bob)).text
        first.archived = first.locked = False
        await side(stage, stage.ann, "He did, twice.")
        await heard(stage, "I swear.")
        await heard(stage, "He did, twice.")
        twice = len(told(stage)) - len(set(told(stage)))
        stage.rig.delete_channel(first)
        await stage.rig.wait_for(lambda: stage.rows("SELECT thread_id FROM dispute") == [(None,)], WITHIN, "the loss")
        screen = await shown(stage, stage.ann)
        assert "It has no thread now." in screen.text, screen.text
        stage.rig.leave(stage.bob)
        made = await stage.rig.click(stage.ann, screen.message, label="Make its thread")
        assert "It goes on in <#" in made.text and "Not in this server any more" in made.text, made.text
        await heard(stage, "Dispute 1.")
        assert "Decided" in (await decided(stage, stage.host, "It is not clear.")).text
        await heard(stage, "It is not clear.")
        return {"told twice": twice}


@scene
async def no_right_to_open_threads() -> None:
    """One sentence says which right is missing and how it goes on; with the right the thread catches up."""
    async with staged() as stage:
        everyone = stage.rig.guild.roles[stage.rig.guild.id]
        may, needed = everyone.permissions, 1 << 36  # Create Private Threads
        stage.rig.set_bot_permissions(["view_channel", "send_messages"])
        everyone.permissions = may & ~needed
        said = await opened(stage)
        assert "I am missing the permission Create Private Threads" in said and "/dispute show 1" in said, said
        await side(stage, stage.bob, "I did not.")
        screen = await shown(stage, stage.bob)
        assert "everybody has 14 days more" in screen.text, screen.text
        everyone.permissions = may | needed
        await stage.rig.click(stage.bob, screen.message, label="Make its thread")
        await heard(stage, "I did not.")


@scene
async def a_restart_in_each_state() -> dict[str, Any]:
    """Stopped and started after every step, and the server gone for a while: each step is there, and is told once."""
    async with staged() as stage:
        await opened(stage)
        starts = 0

        async def again() -> None:
            nonlocal starts
            assert await stage.rig.stop_bot() == 0
            await stage.start()
            starts += 1

        await again()
        await heard(stage, "Dispute 1 is open.")
        await side(stage, stage.bob, "I did not.")
        await again()
        await heard(stage, "I did not.")
        stage.rig.guild_outage()
        stage.rig.guild_back()
        await side(stage, stage.ann, "He did, twice.")
        await again()
        await heard(stage, "He did, twice.")
        await decided(stage, stage.host, "It is not clear.")
        await again()
        await heard(stage, "It is not clear.")
        screen = await shown(stage, stage.ann)
        form = await stage.rig.click(stage.ann, screen.message, label="Appeal")
        await stage.rig.submit(stage.ann, form, {"reason": "It was clear."})
        await again()
        await heard(stage, "It was clear.")
        await stage.rig.slash(stage.host, "dispute name", player=stage.host, dispute=1)
        await again()
        assert stage.rows("SELECT COUNT(*) FROM dispute_side") == [(3,)]
        lines = [text for text in told(stage) if "says" in text or "appeals" in text]
        assert len(lines) == len(set(lines)), lines
        return {"starts": starts}

"""The bot answers: twenty-five questions, and every button, select, form and menu of an answer."""

from __future__ import annotations

from typing import Any

from stage import QUESTION, check_no_pings, check_private, scene, staged

from bench.questions import QUESTIONS


@scene
async def twenty_five_questions() -> dict[str, Any]:
    """Asked by three people in three channels and a direct message; each gets one private card."""
    async with staged() as stage:
        cup = stage.rig.add_channel("friday-cup")
        table = stage.rig.add_channel("table-1")
        firsts, times = [], []
        for number, words in enumerate(QUESTIONS):
            who = (stage.ann, stage.bob, stage.host)[number % 3]
            where = (stage.rig.channel, cup, table)[number % 3]
            answer = await stage.asked(who, words, channel=where)
            check_shape(answer, words)
            firsts.append(answer.text.splitlines()[2:3])
            times.append(answer.latency_ms)
        assert len({str(line) for line in firsts}) >= 8, "many questions get the same answer"
        for channel in (stage.rig.channel, cup, table):
            assert stage.rig.channel_messages(channel, bot_only=True) == [], "somebody else can read an answer"
        await stage.asked(stage.ann, QUESTION, channel="dm")
        return {"answers": len(QUESTIONS), "p50_ms": sorted(times)[len(times) // 2], "worst_ms": max(times)}


def check_shape(answer: Any, words: str) -> None:
    """The kind of game and the order of books first, the words asked, an answer, and what can be pressed."""
    assert answer.message.is_v2, answer
    lines = answer.text.splitlines()
    assert "Cash game" in lines[0], lines
    assert any(book in lines[0] for book in ("House", "Rulebook", "TDA")), lines
    assert len(lines) >= 4, lines
    assert any(words.split()[0] in line for line in lines if "You asked" in line), lines
    assert len(answer.text) <= 2500, f"{len(answer.text)} characters fill more than a phone's screen"
    labels = [button.get("label") for button in answer.message.buttons]
    assert any("Tournament" in label for label in labels), labels
    assert "None of these" in labels, labels


@scene
async def every_press_of_an_answer() -> None:
    """The switch, a neighbour, Share, Discuss, None of these; again after a restart."""
    async with staged() as stage:
        answer = await stage.asked()
        await press_everything(stage, answer)
        old = await stage.asked(stage.bob)
        await stage.rig.stop_bot()
        await stage.start()
        await press_everything(stage, old, stage.bob)
        await stage.asked()


async def press_everything(stage: Any, answer: Any, who: Any = None) -> None:
    rig, who = stage.rig, who or stage.ann
    switched = await rig.click(who, answer, label="Tournament instead")
    assert switched.ok and switched.kind == 7 and "Tournament" in switched.text.splitlines()[0], switched
    back = await rig.click(who, answer, label="Cash game instead")
    assert back.ok and "Cash game" in back.text.splitlines()[0], back
    before = len(rig.channel_messages(bot_only=True))
    shared = await rig.click(who, answer, label="Share")
    assert shared.ok and not shared.ephemeral, shared
    check_no_pings(shared)
    assert len(rig.channel_messages(bot_only=True)) == before + 1
    again = await rig.click(who, answer, label="Share")
    assert again.ok and again.ephemeral and len(rig.channel_messages(bot_only=True)) == before + 1, again
    talk = await rig.click(stage.bob, shared, label="Discuss")
    assert talk.ok and talk.ephemeral, talk
    threads = len(rig.threads)
    second = await rig.click(stage.host, shared, label="Discuss")
    assert second.ok and len(rig.threads) == threads, second
    noted = await rig.click(who, answer, label="None of these")
    assert noted.ok and noted.ephemeral, noted
    neighbours = [select for select in answer.message.selects if select.get("options")]
    if neighbours:
        option = neighbours[0]["options"][0]
        opened = await rig.choose(who, answer, [option["value"]], custom_id=neighbours[0]["custom_id"])
        assert opened.ok and opened.kind == 7, opened
        check_no_pings(opened)


@scene
async def the_other_commands() -> None:
    """Show with its suggestions, the pocket card's every part, the message menu, the standing message's buttons."""
    async with staged() as stage:
        rig = stage.rig
        for typed in ("", "tda", "misdeal", "burn", "zzzz", "35"):
            offered = await rig.autocomplete(stage.ann, "rule show", focused="rule", value=typed)
            assert offered.ok and len(offered.choices) <= 25, offered
            for choice in offered.choices[:3]:
                check_private(await rig.slash(stage.ann, "rule show", rule=choice["value"]))
        check_private(await rig.slash(stage.ann, "rule show", rule="burn card face up"))
        card = await rig.slash(stage.ann, "rule card")
        check_private(card)
        for option in card.message.selects[0]["options"]:
            part = await rig.choose(stage.ann, card, [option["value"]])
            assert part.ok and option["label"] in part.text, part
        said = await rig.say(stage.bob, rig.channel, "he flipped the burn card over, what now?")
        check_private(await rig.context(stage.ann, "Look up the rule", said.sent))
        check_private(await rig.slash(stage.ann, "me privacy"))


@scene
async def the_setup() -> None:
    """Every screen of the setup, the standing message, and each of its buttons; then again after a restart."""
    async with staged() as stage:
        rig = stage.rig
        setup = await rig.slash(stage.host, "league setup")
        check_private(setup)
        screens = 0
        while True:
            screens += 1
            for select in list(setup.message.selects):
                await choose_something(stage, setup, select)
            if not any(button.get("label") == "Next" for button in setup.message.buttons):
                break
            pressed = await rig.click(stage.host, setup, label="Next")
            assert pressed.ok and pressed.kind == 7, pressed
        assert screens >= 3, setup.text
        standing = rig.channel_messages(bot_only=True)
        assert len(standing) == 1, standing
        labels = [button["label"] for button in standing[0].buttons]
        assert labels == ["Something went wrong", "Ask a rule", "Who shuffles?"], labels
        await press_standing(stage, standing[0])
        await rig.stop_bot()
        await stage.start()
        await press_standing(stage, standing[0])
        shown = await rig.slash(stage.host, "league show")
        check_private(shown)
        await stage.asked()


async def choose_something(stage: Any, setup: Any, select: dict[str, Any]) -> None:
    rig, sort = stage.rig, select["type"]
    value = {5: stage.ann, 6: next(iter(rig.guild.roles.values())), 8: rig.channel}.get(sort)
    values = [value] if value is not None else [select["options"][-1]["value"]]
    chosen = await rig.choose(stage.host, setup, values, custom_id=select["custom_id"])
    assert chosen.ok, chosen
    check_no_pings(chosen)


async def press_standing(stage: Any, message: Any) -> None:
    rig = stage.rig
    check_private(await rig.click(stage.ann, message, label="Who shuffles?"))
    form = await rig.click(stage.ann, message, label="Ask a rule")
    assert form.ok and form.modal, form
    check_private(await rig.submit(stage.ann, form, {form.modal.fields[0]["custom_id"]: QUESTION}))
    opened = await rig.click(stage.ann, message, label="Something went wrong")
    assert opened.ok, opened
    check_no_pings(opened)

"""Whatever is typed or forged is answered with one private sentence or card, and pings nobody."""

from __future__ import annotations

from typing import Any

from loopback.server import Interaction
from stage import BROKEN, QUESTION, check_no_pings, check_private, scene, staged

ODD = "\u202e\u2066\u200f\u200b\ufeff\u061c"


def junk(stage: Any) -> dict[str, str]:
    """What people, and people with other intentions, type."""
    ann, role = stage.ann, next(iter(stage.rig.guild.roles.values()))
    return {
        "6,000 characters": "burn card face up " * 333,
        "6,000 of one character": "a" * 6000,
        "6,000 emoji": "🃏" * 6000,
        "6,000 combining marks": "z" + "\u0301" * 5999,
        "mentions": f"@everyone @here <@{ann.id}> <@!{ann.id}> <@&{role.id}> <#{stage.rig.channel.id}> misdeal",
        "hidden mention": "@\u200beveryone \\@everyone `@everyone` burn",
        "SQL": "'; DROP TABLE setting; -- burn card",
        "SQL in quotes": '" OR 1=1; DELETE FROM audit; SELECT "',
        "wildcards": "% _ * ? [a-z] .* (.+)+$ burn",
        "search operators": 'NEAR("burn" card, 2) AND NOT title:misdeal OR * ^',
        "right-to-left marks": f"burn {ODD} got{ODD}flipped",
        "only right-to-left marks": ODD,
        "Hebrew and Arabic": "שלום עולם مرحبا",
        "emoji only": "🃏🂡🤡",
        "a family": "👨‍👩‍👧‍👦",
        "a custom emoji": "<:ace:123456789012345678>",
        "space only": " \n\t\u2003\u00a0 ",
        "one letter": "a",
        "a mark": "?",
        "digits": "0",
        "a null": "burn\x00card",
        "control characters": "".join(map(chr, range(1, 32))) + "burn",
        "markdown": "# **burn** __card__ ~~x~~ ||spoiler|| > quote ```code``` [a](https://example.org)",
        "a link": "https://example.org/?q=burn discord.gg/abc",
        "backslashes": "\\" * 200 + "burn",
        "every letter escaped": "*" * 300,
        "a formula": "=HYPERLINK(1) +1 -1 @SUM(A1)",
        "a path": "../../../etc/passwd",
        "a template": "{0} %s ${x} {{y}} {question}",
        "JSON": '{"content": "@everyone", "flags": 0}',
        "mathematical letters": "𝐛𝐮𝐫𝐧 𝐜𝐚𝐫𝐝 ﬂipped Ⅳ",
        "tags": "burn" + "".join(chr(0xE0000 + ord(char)) for char in "card"),
        "private use": "\ue000\uf8ff burn",
        "a noncharacter": "burn \ufffe \U0001ffff",
    }


def check_harmless(response: Any, name: str) -> None:
    assert response.ok, (name, response)
    check_private(response)
    assert len(response.new) == 1, (name, response.new)
    assert not any(mark in response.text for mark in ODD), (name, response.text)
    assert len(response.text) <= 3000, (name, len(response.text))


@scene
async def junk_questions() -> dict[str, Any]:
    """In every place where words are taken: a question, a rule to show, a form, a message."""
    async with staged() as stage:
        rig = stage.rig
        await rig.slash(stage.host, "league books", kind="cash", order="rrp-tda")
        before = stage.rows("SELECT * FROM setting")
        kinds = junk(stage)
        for name, words in kinds.items():
            answer = await rig.slash(stage.ann, "rule ask", question=words, raw=True)
            check_harmless(answer, name)
            for label in ("None of these", "Tournament instead"):
                if any(button.get("label") == label for button in answer.message.buttons):
                    pressed = await rig.click(stage.ann, answer, label=label)
                    assert pressed.ok, (name, pressed)
                    check_no_pings(pressed)
            if any(button.get("label") == "Share" for button in answer.message.buttons):
                shared = await rig.click(stage.ann, answer, label="Share")
                assert shared.ok, (name, shared)
                check_no_pings(shared)
                assert not any(mark in shared.text for mark in ODD), (name, shared.text)
            check_harmless(await rig.slash(stage.ann, "rule show", rule=words, raw=True), name)
            offered = await rig.autocomplete(stage.ann, "rule show", focused="rule", value=words)
            assert offered.ok and len(offered.choices) <= 25, (name, offered)
            said = await rig.say(stage.bob, rig.channel, words[:2000])
            check_harmless(await rig.context(stage.ann, "Look up the rule", said.sent), name)
        assert stage.rows("SELECT * FROM setting") == before
        check_harmless(await rig.slash(stage.ann, "rule ask", question="burn", book="nonsense", raw=True), "book")
        check_harmless(await rig.slash(stage.ann, "rule card", part="nonsense", raw=True), "part")
        misses = await rig.slash(stage.host, "league misses")
        check_private(misses)
        assert not any(mark in misses.text for mark in ODD)
        return {"kinds": len(kinds)}


@scene
async def junk_settings() -> None:
    """What staff type: a day, an order, a number, a rule of their own."""
    async with staged() as stage:
        rig = stage.rig
        rule = (await rig.autocomplete(stage.host, "league house-rule alternate", "rule", "")).choices[0]["value"]
        for name, words in junk(stage).items():
            await check_setting(rig.slash(stage.host, "league show", on=words, raw=True), name)
            await check_setting(rig.slash(stage.host, "league books", kind="cash", order=words, raw=True), name)
            await check_setting(rig.slash(stage.host, "league books", kind=words, order="rrp-tda", raw=True), name)
            await check_setting(
                rig.slash(stage.host, "league house-rule alternate", rule=words, on=True, raw=True), name
            )
            # an option's name as people see it, not as the code does
            more = {"from": words}
            await check_setting(
                rig.slash(stage.host, "league house-rule alternate", rule=rule, on=True, raw=True, **more), name
            )
            await check_own_rule(stage, words, name)
        for day in ("2026-02-30", "0001-01-01", "9999-12-31", "2199-12-31", "-1", "२०२६-०३-१४"):
            await check_setting(rig.slash(stage.host, "league show", on=day), day)
        for number in (0, -1, 99_999, 2**53):
            await check_setting(
                rig.slash(stage.host, "league house-rule withdraw", number=number, raw=True), str(number)
            )
        check_private(await rig.slash(stage.host, "league show"))
        check_private(await rig.slash(stage.host, "league history"))
        await stage.asked()


async def check_setting(doing: Any, name: str) -> None:
    response = await doing
    assert response.ok and response.ephemeral, (name, response)
    check_no_pings(response)
    assert BROKEN not in response.text, (name, response.text)


async def check_own_rule(stage: Any, words: str, name: str) -> None:
    rig = stage.rig
    form = await rig.slash(stage.host, "league house-rule own")
    assert form.modal, (name, form)
    values = {field["custom_id"]: words for field in form.modal.fields if field["type"] == 4}
    await check_setting(rig.submit(stage.host, form, values, raw=True), name)
    answer = await stage.ask(words=words[:6000] or "x", raw=True)
    check_private(answer)


@scene
async def forged_presses() -> None:
    """Ids that no card of ours ever had, and ours pressed by those who may not: a sentence, and nothing changed."""
    async with staged() as stage:
        rig = stage.rig
        answer = await stage.asked()
        setup = await rig.slash(stage.host, "league setup")
        mine = {component["custom_id"] for component in setup.message.buttons + setup.message.selects}
        forged = [
            "x",
            "rule1",
            "rule1:share",
            "rule1:share:cash:all",
            "rule1:share:cash:all:own:1",
            "rule1:share:cash:all:own:" + "9" * 60,
            "rule1:share:poker:all:x:y",
            "rule1:share:cash:nobook:x:y",
            "rule1:share:cash:all:nothing:nothing",
            "rule1:kind:x:y",
            "rule1:kind:cash:all:more",
            "rule1:near:cash:all",
            "rule1:league:all",
            "rule1:show",
            "rule1:part",
            "rule1:nosample",
            "rule0:ask",
            "rule2:ask",
            "league1:step:nowhere",
            "league1:clear:-1",
            "league1:clear:99999999999999999999999",
            "me1:nofloor",
            ":" * 100,
            "🃏" * 50,
        ]
        before = stage.rows("SELECT * FROM setting"), stage.rows("SELECT * FROM own_rule")
        for custom_id in [*forged, *sorted(mine)]:
            for values in (None, ["nonsense"], ["1"], ["'; DROP TABLE setting; --"]):
                pressed = await press(stage, stage.ann, answer.message, custom_id, values)
                assert pressed.ok, (custom_id, values, pressed)
                check_no_pings(pressed)
                assert BROKEN not in pressed.text, (custom_id, values, pressed.text)
        assert (stage.rows("SELECT * FROM setting"), stage.rows("SELECT * FROM own_rule")) == before
        for command in ("league setup", "league show", "league misses", "league history"):
            refused = await rig.slash(stage.ann, command, raw=True)
            check_private(refused)
            assert len(refused.text.splitlines()) == 1, refused.text
        await stage.asked(words=QUESTION)


async def press(stage: Any, who: Any, message: Any, custom_id: str, values: list[str] | None = None) -> Any:
    """Press what is not there: a button, or a select with these values."""
    sort = 2 if values is None else 3
    data: dict[str, Any] = {"component_type": sort, "custom_id": custom_id, "id": 1}
    if values is not None:
        data["values"] = values
    channel = message.channel
    return await stage.rig._run(Interaction(3, who, channel.guild, channel, data, message.raw))

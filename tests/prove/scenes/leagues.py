"""Two leagues on one bot see nothing of each other."""

from __future__ import annotations

from typing import Any

from junk import press
from stage import check_private, scene, staged


@scene
async def two_leagues() -> None:
    """Orders, Alternate Rules, own rules, unanswered words, history: each league's alone, also by forged ids."""
    async with staged() as stage:
        rig = stage.rig
        other = rig.add_guild("Other League")
        room = next(iter(other.channels.values()))
        vera = rig.add_user("vera", permissions="manage_guild", guild=other)
        rig.join(stage.ann, other)
        await rig.settle()
        await set_up_first(stage)
        answer = await rig.slash(vera, "rule ask", question="who brings the snacks on friday", channel=room)
        check_private(answer)
        nothing_shown(answer)
        offered = await rig.autocomplete(vera, "rule show", focused="rule", value="", channel=room)
        assert not any(choice["value"].startswith("own:") for choice in offered.choices), offered.choices
        for words in ("snack", "our rule"):
            offered = await rig.autocomplete(vera, "rule show", focused="rule", value=words, channel=room)
            assert not any("nack" in choice["name"] for choice in offered.choices), offered.choices
        nothing_shown(await rig.slash(vera, "rule show", rule="own:1", channel=room))
        for command in ("league show", "league misses", "league history"):
            shown = await rig.slash(vera, command, channel=room)
            check_private(shown)
            nothing_shown(shown)
        first = await rig.slash(vera, "rule ask", question="burn card face up", channel=room)
        assert "House › Rulebook › TDA" in first.text, first.text
        for custom_id in ("rule1:share:cash:all:own:1", "league1:clear:99"):
            nothing_shown(await press(stage, vera, first.message, custom_id))
        await rig.slash(vera, "league house-rule withdraw", number=1, channel=room)
        refused = await press(stage, stage.ann, first.message, "league1:clear:99")
        assert refused.ok and refused.ephemeral, refused
        await first_is_untouched(stage)
        leagues = {row[0] for row in stage.rows("SELECT DISTINCT league_id FROM own_rule")}
        assert leagues == {int(rig.guild.id)}, leagues
        await direct_messages(stage, room)


async def set_up_first(stage: Any) -> None:
    """The first league gets everything a league can have."""
    rig = stage.rig
    check_private(await rig.slash(stage.host, "league books", kind="cash", order="tda-rrp"))
    rule = (await rig.autocomplete(stage.host, "league house-rule alternate", "rule", "")).choices[0]["value"]
    check_private(await rig.slash(stage.host, "league house-rule alternate", rule=rule, on=True))
    form = await rig.slash(stage.host, "league house-rule own")
    texts = [field["custom_id"] for field in form.modal.fields if field["type"] == 4]
    values = dict(zip(texts, ("Who brings the snacks", "On friday the last winner brings the snacks."), strict=False))
    check_private(await rig.submit(stage.host, form, values))
    found = await stage.asked(words="who brings the snacks on friday")
    assert "last winner" in found.text, found.text
    missed = await stage.asked(words="snackish unanswered words about zebras")
    check_private(await rig.click(stage.ann, missed, label="None of these"))


async def first_is_untouched(stage: Any) -> None:
    """What the second league's staff did changed nothing here."""
    rig = stage.rig
    assert "last winner" in (await stage.asked(words="who brings the snacks on friday")).text
    assert "TDA › Rulebook" in (await stage.asked(words="burn card face up")).text
    assert "zebras" in (await rig.slash(stage.host, "league misses")).text


def nothing_shown(response: Any) -> None:
    """Nothing of the first league is in it."""
    assert response.ok, response
    for secret in ("nack", "last winner", "zebras", "hanna"):
        asked = "who brings the snacks on friday"
        assert secret not in response.text.replace(asked, ""), (secret, response.text)


async def direct_messages(stage: Any, room: Any) -> None:
    """Somebody of both leagues is asked which is meant, once; somebody of neither gets the books side by side."""
    rig = stage.rig
    check_private(await rig.slash(stage.ann, "rule ask", question="burn card face up", channel=room))
    asked = await rig.slash(stage.ann, "rule ask", question="burn card face up", channel="dm")
    assert asked.ok and asked.message.selects, asked
    values = {option["value"] for option in asked.message.selects[0]["options"]}
    assert values == {rig.guild.id, room.guild.id}, values
    chosen = await rig.choose(stage.ann, asked, [rig.guild.id])
    assert chosen.ok and "TDA › Rulebook" in chosen.text, chosen
    again = await rig.slash(stage.ann, "rule ask", question="burn card face up", channel="dm")
    assert "TDA › Rulebook" in again.text, again.text
    stranger = rig.add_user("sam", member=False, installed=True)
    before = stage.rows("SELECT COUNT(*) FROM person")
    alone = await rig.slash(stranger, "rule ask", question="burn card face up", channel="dm")
    check_private(alone)
    foreign = await press(stage, stranger, asked.message, "rule1:league:all", [rig.guild.id])
    assert foreign.ok and "TDA › Rulebook" not in foreign.text, foreign
    assert stage.rows("SELECT COUNT(*) FROM person") == before

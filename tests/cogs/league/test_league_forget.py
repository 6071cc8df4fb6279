"""A host has somebody forgotten who asked for it."""

from __future__ import annotations

from typing import Any

from conftest import League, custom_id, dump, is_sentence, verify_card, words

from data.players import guest_of, players


async def kept(league: League) -> str:
    return await league.bot.store.read(dump, league.guild.id)


async def asked(league: League, **who: Any) -> Any:
    return await league.slash(league.host, "league forget", **who)


async def test_a_host_forgets_somebody_and_the_history_names_nobody(league: League) -> None:
    await league.ask()
    card = await asked(league, person=league.player)
    assert card.response.ephemeral and "since they asked for it" in words(card)
    verify_card(card.response.components)
    assert str(league.player.id) in await kept(league)
    assert "They are forgotten" in words(await league.host.click(card.response, label="Forget them"))
    assert str(league.player.id) not in await kept(league)
    history = await league.staff("history")
    assert "a person was forgotten" in history and league.host.mention in history
    assert league.player.mention not in history


async def test_the_history_says_that_whoever_was_staff_for_a_night_was_erased(league: League) -> None:
    await league.slash(league.host, "night open")
    await league.slash(league.host, "night staff add", person=league.player)
    assert f"staff for a night added: {league.player.mention}" in await league.staff("history")
    card = await asked(league, person=league.player)
    await league.host.click(card.response, label="Forget them")
    assert "staff for a night added: somebody who was erased" in await league.staff("history")


async def test_the_history_tells_each_setting_of_disputes_and_that_who_heard_appeals_was_erased(league: League) -> None:
    await league.slash(
        league.host, "dispute settings", decide_days=5, summary=league.rules, hears_appeals=league.player
    )
    told = await league.staff("history")
    assert f"disputes, decide days: 5; summaries of disputes in {league.rules.mention}" in told
    assert f"appeals are heard by {league.player.mention}" in told
    card = await asked(league, person=league.player)
    await league.host.click(card.response, label="Forget them")
    assert "appeals are heard by somebody who was erased" in await league.staff("history")


async def test_a_guest_is_forgotten_by_name(league: League) -> None:
    guest = await league.bot.store.write(guest_of, league.guild.id, "uncle Bo", league.bot.clock())
    card = await asked(league, guest="Uncle bo")
    await league.host.click(card.response, label="Forget them")
    everybody = await league.bot.store.read(players, league.guild.id)
    assert everybody[guest.player_id].name == f"Player {guest.player_id}"
    assert "uncle" not in (await kept(league)).lower()


async def test_an_unknown_guest_or_nobody_is_one_sentence(league: League) -> None:
    assert is_sentence(await asked(league, guest="whoever"))
    assert is_sentence(await asked(league))


async def test_players_cannot_have_others_forgotten_not_even_by_a_forged_press(league: League) -> None:
    await league.ask()
    command = next(one for (name, _), one in league.env.backend.commands[None].items() if name == "league")
    league.guild.set_command_permissions(int(command["id"]), {league.other: True})
    assert is_sentence(await league.slash(league.other, "league forget", person=league.player))
    card = await asked(league, person=league.player)
    pressed = custom_id(card, "league1:forget")
    assert "Only a host" in words(await league.forge(league.other, card.response, pressed))
    assert str(league.player.id) in await kept(league)


async def test_a_forged_number_of_nobody_changes_nothing(league: League) -> None:
    card = await asked(league, person=league.player)
    before = await kept(league)
    for custom in ("league1:forget:guest:999", "league1:forget:account:x", f"league1:forget:other:{league.player.id}"):
        assert "No guest of that name" in words(await league.forge(league.host, card.response, custom))
    assert await kept(league) == before

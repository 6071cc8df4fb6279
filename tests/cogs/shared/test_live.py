"""Live cards: few edits, none of an old message, one new card in place of each old one, no endless tries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
import pytest_asyncio
from conftest import Clock, League, NewBot, Wire, parts, words_of

from cogs.shared.live import Drawn, LiveCards
from cogs.shared.replies import button, card, row, text
from cogs.shared.routes import Route

PRESS = Route("live1:press", 1)
DO = Route("live1:do")  # what the bot does comes from a press: only then simcord takes it for the bot's work
KIND = "test"


@dataclass
class Feature:
    """A feature with one card: a number that everybody may raise."""

    league: League
    clock: Clock
    channel_id: int
    number: int = 0
    message_id: int | None = None
    posted_at: datetime | None = None
    is_over: bool = False
    placed_at: list[datetime] = field(default_factory=list)
    before_send: Callable[[], None] | None = None
    doing: Callable[[], Any] = lambda: None

    @property
    def live(self) -> LiveCards:
        return self.league.bot.live

    def join(self) -> None:
        self.live.add(KIND, self.draw, self.placed, self.standing)
        self.league.bot.router.add(PRESS, self.press)
        self.league.bot.router.add(DO, self.do)

    async def draw(self, league_id: int, number: int) -> Drawn:
        parts = [text(f"It is {self.number}.")] + ([] if self.is_over else [row(button("Raise", PRESS.id(1)))])
        if self.before_send is not None:
            self.before_send()
        return Drawn(self.channel_id, self.message_id, self.posted_at, {"view": card(*parts)}, self.is_over)

    async def placed(self, league_id: int, number: int, channel_id: int, message_id: int, posted_at: datetime) -> None:
        self.channel_id, self.message_id, self.posted_at = channel_id, message_id, posted_at
        self.placed_at.append(posted_at)

    async def standing(self) -> list[tuple[int, int]]:
        return [] if self.is_over else [(self.league.guild.id, 1)]

    async def press(self, interaction: Any, number: str) -> None:
        self.number += 1
        await self.live.answer(interaction, KIND, 1)

    async def do(self, interaction: Any) -> None:
        self.doing()
        await interaction.response.defer()

    async def by_bot(self, doing: Callable[[], Any]) -> None:
        self.doing = doing
        await self.league.send_form(self.league.player, DO.id())

    def touch(self) -> None:
        self.live.touch(KIND, self.league.guild.id, 1)

    async def place(self) -> None:
        await self.by_bot(lambda: self.live.place(KIND, self.league.guild.id, 1))

    async def change(self) -> None:
        self.number += 1
        await self.by_bot(self.touch)

    async def wait(self, **by: float) -> None:
        self.clock.advance(**by)
        await self.league.env.advance_time(timedelta(**by).total_seconds())

    @property
    def messages(self) -> list[Any]:
        found = self.league.env.backend.messages.get(self.channel_id, {}).values()
        return sorted((message for message in found), key=lambda message: message.id)

    @property
    def shown(self) -> str:
        return words_of(self.message)

    @property
    def message(self) -> Any:
        return next(message for message in self.messages if message.id == self.message_id)

    def requests(self, method: str) -> int:
        return sum(
            entry.method == method and f"/channels/{self.channel_id}/messages" in entry.path
            for entry in self.league.env.http_requests
        )


@pytest_asyncio.fixture
async def feature(league: League, clock: Clock) -> Feature:
    made = Feature(league, clock, league.cash.id)
    made.join()
    await made.place()
    return made


def has_buttons(message: Any) -> bool:
    return any("custom_id" in part for part in parts(message.components))


async def test_a_card_is_posted_and_drawn_in_place(feature: Feature) -> None:
    assert feature.shown.startswith("It is 0.")
    await feature.change()
    await feature.wait(seconds=6)
    assert feature.shown.startswith("It is 1.")
    assert len(feature.messages) == 1


async def test_a_clock_that_goes_on_by_itself_keeps_no_card_from_being_drawn(league: League, clock: Clock) -> None:
    def ticking() -> datetime:
        clock.advance(microseconds=1)
        return clock.moment

    made = Feature(league, clock, league.cash.id)
    league.bot.live._clock = ticking
    made.join()
    await made.place()
    assert made.shown.startswith("It is 0.")


async def test_many_changes_in_five_seconds_are_one_edit_and_the_last_one_is_shown(feature: Feature) -> None:
    await feature.wait(seconds=6)
    for _ in range(20):
        await feature.change()
    assert feature.requests("PATCH") == 1, "the first at once"
    assert feature.shown.startswith("It is 1.")
    await feature.wait(seconds=6)
    assert feature.requests("PATCH") == 2
    assert feature.shown.startswith("It is 20.")
    await feature.wait(minutes=5)
    assert feature.requests("PATCH") == 2, "nothing has changed since"


async def test_a_press_is_answered_by_its_own_answer_alone(feature: Feature) -> None:
    await feature.wait(seconds=6)
    await feature.league.forge(feature.league.player, feature.message, PRESS.id(1))
    assert feature.shown.startswith("It is 1.")
    assert feature.requests("PATCH") == 0


async def test_a_card_is_posted_anew_before_it_is_an_hour_old_and_the_old_one_loses_its_buttons(
    feature: Feature,
) -> None:
    first = feature.message
    await feature.wait(minutes=49)
    assert len(feature.messages) == 1
    await feature.wait(minutes=2)
    assert len(feature.messages) == 2
    assert feature.message.id != first.id
    assert has_buttons(feature.message)
    assert not has_buttons(feature.messages[0])
    assert str(feature.message_id) in words_of(feature.messages[0]), "it says where the card goes on"


async def test_six_hours_edit_no_message_older_than_an_hour(feature: Feature) -> None:
    born: dict[int, datetime] = {}
    for _ in range(6 * 12):
        before = {message.id: words_of(message) for message in feature.messages}
        await feature.change()
        await feature.wait(minutes=5)
        for message in feature.messages:
            born.setdefault(message.id, feature.clock.moment)
            if message.id in before and words_of(message) != before[message.id]:
                assert feature.clock.moment - born[message.id] < timedelta(hours=1)
    assert len(feature.messages) == 8
    assert sum(map(has_buttons, feature.messages)) == 1


async def test_a_press_on_a_card_grown_old_brings_a_new_one_and_edits_nothing_old(
    feature: Feature, new_bot: NewBot
) -> None:
    old = feature.message
    feature.clock.advance(hours=3)  # the loop has not woken yet
    edits = feature.requests("PATCH")
    await feature.league.forge(feature.league.player, old, PRESS.id(1))
    assert feature.message_id != old.id
    assert feature.shown.startswith("It is 1.")
    assert feature.requests("PATCH") == edits
    assert [message.id for message in feature.messages] == [feature.message_id], "too old to be edited, it is deleted"


async def test_a_press_on_a_message_that_is_the_card_no_longer_is_told_where_it_is(feature: Feature) -> None:
    old = feature.message
    await feature.wait(minutes=51)
    result = await feature.league.forge(feature.league.player, old, PRESS.id(1))
    assert result.response.ephemeral
    assert str(feature.message_id) in result.response.content
    assert not has_buttons(feature.messages[0])


async def test_a_press_that_comes_twice_is_drawn_once(feature: Feature, wire: Wire) -> None:
    await feature.league.forge(feature.league.player, feature.message, PRESS.id(1))
    await wire.again()
    await feature.wait(seconds=6)
    assert len(feature.messages) == 1
    assert feature.shown.startswith("It is 2."), "what a press does twice is for its feature to say"


async def test_a_change_while_the_card_is_being_drawn_is_not_lost(feature: Feature) -> None:
    await feature.wait(seconds=6)

    def change() -> None:
        feature.before_send = None
        feature.number = 50
        feature.touch()

    feature.before_send = change
    await feature.by_bot(feature.touch)
    await feature.wait(seconds=6)
    assert feature.shown.startswith("It is 50.")


async def test_a_restart_draws_every_standing_card_once(feature: Feature, new_bot: NewBot) -> None:
    feature.number = 7
    bot = new_bot()
    feature.league.env.bot.live.remove(KIND)
    add = bot.live.add
    add(KIND, feature.draw, feature.placed, feature.standing)
    await feature.league.env.restart_bot(bot)
    assert feature.shown.startswith("It is 7.")
    assert feature.requests("PATCH") == 1
    await feature.wait(minutes=4)
    assert feature.requests("PATCH") == 1
    assert len(feature.messages) == 1


async def test_a_restart_after_hours_posts_anew(feature: Feature, new_bot: NewBot) -> None:
    old = feature.message_id
    feature.clock.advance(hours=5)
    bot = new_bot()
    bot.live.add(KIND, feature.draw, feature.placed, feature.standing)
    await feature.league.env.restart_bot(bot)
    assert feature.message_id != old
    assert [message.id for message in feature.messages] == [feature.message_id]
    assert feature.requests("PATCH") == 0


async def test_a_card_that_is_over_is_drawn_a_last_time_and_never_again(feature: Feature) -> None:
    feature.is_over = True
    await feature.change()
    await feature.wait(seconds=6)
    assert not has_buttons(feature.message)
    await feature.wait(hours=2)
    assert len(feature.messages) == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (404, 10003), (403, 50001), (403, 50013), (400, 50035)])
async def test_a_card_that_is_gone_or_out_of_reach_is_tried_once_and_told_to_the_host(
    feature: Feature, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    feature.league.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await feature.wait(seconds=6)
    for _ in range(5):
        await feature.change()
        await feature.wait(minutes=20)
    assert feature.requests("PATCH") == 1
    assert len([record for record in caplog.records if "not drawn any more" in record.message]) == 1
    said = feature.live.trouble(KIND, feature.league.guild.id, 1)
    assert said is not None and said.endswith(".")
    feature.league.env.backend.faults.clear()
    feature.message_id = feature.posted_at = None
    await feature.place()
    assert feature.shown.startswith("It is 5.")
    assert feature.live.trouble(KIND, feature.league.guild.id, 1) is None


async def test_whoever_presses_next_is_told_what_is_wrong_and_it_is_tried_once_more(feature: Feature) -> None:
    feature.league.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await feature.wait(seconds=6)
    await feature.change()
    pressed = await feature.league.forge(feature.league.player, feature.message, PRESS.id(1))
    assert "missing a permission" in pressed.followups[0].content
    assert pressed.followups[0].ephemeral
    await feature.wait(seconds=6)
    assert feature.live.trouble(KIND, feature.league.guild.id, 1) is None
    assert feature.requests("PATCH") == 2
    again = await feature.league.forge(feature.league.player, feature.message, PRESS.id(1))
    assert again.followups == []


async def test_an_outage_of_discord_is_waited_out(feature: Feature, broken: list[Any]) -> None:
    await feature.wait(seconds=6)
    feature.league.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    await feature.change()
    await feature.wait(minutes=1)
    feature.league.env.backend.faults.clear()
    await feature.wait(minutes=5)
    assert feature.shown.startswith("It is 1.")
    broken.clear()


async def test_an_outage_of_most_of_an_hour_is_waited_out_by_itself(feature: Feature) -> None:
    await feature.wait(seconds=6)
    for method, path in (("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")):
        feature.league.env.inject_error(method, path, status=429, code=0, times=None)
    await feature.change()
    for _ in range(8):
        await feature.wait(minutes=5)
    assert feature.requests("PATCH") < 12, "and Discord is not pressed"
    feature.league.env.backend.faults.clear()
    for _ in range(2):
        await feature.wait(minutes=5)
    assert feature.shown.startswith("It is 1.")


async def test_an_outage_that_does_not_end_is_given_up(feature: Feature) -> None:
    await feature.wait(seconds=6)
    for method, path in (("PATCH", "/channels/*/messages/*"), ("POST", "/channels/*/messages")):
        feature.league.env.inject_error(method, path, status=429, code=0, times=None)
    await feature.change()
    for _ in range(65):
        await feature.wait(minutes=9)
    assert feature.live.trouble(KIND, feature.league.guild.id, 1)


@pytest.mark.parametrize("code", [30046, 50083])
async def test_a_message_that_discord_will_not_have_edited_gives_way_to_a_new_one(feature: Feature, code: int) -> None:
    old = feature.message_id
    await feature.wait(seconds=6)
    feature.league.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=code)
    await feature.change()
    assert feature.message_id != old
    assert feature.shown.startswith("It is 1.")


async def test_a_fault_in_one_feature_leaves_the_others_cards(feature: Feature, broken: list[Any]) -> None:
    async def draw(league_id: int, number: int) -> Drawn:
        raise RuntimeError("burst")

    feature.live.add("other", draw, feature.placed, feature.standing)
    await feature.by_bot(lambda: feature.live.touch("other", 1, 1))
    await feature.wait(seconds=6)
    await feature.change()
    assert feature.shown.startswith("It is 1.")
    assert len(broken) == 1
    broken.clear()


async def test_a_card_that_discord_holds_back_delays_no_other(feature: Feature) -> None:
    async def draw(league_id: int, number: int) -> Drawn:
        await feature.league.bot.wait_for("what never comes")  # simcord knows such a wait and goes on
        raise AssertionError("the bot has left by then")

    feature.live.add("other", draw, feature.placed, feature.standing)
    await feature.by_bot(lambda: feature.live.touch("other", 1, 1))
    await feature.wait(seconds=6)
    await feature.change()
    await feature.wait(seconds=6)
    assert feature.shown.startswith("It is 1.")
    await feature.live.stop()


async def test_a_bot_that_leaves_draws_nothing_more(feature: Feature) -> None:
    await feature.wait(seconds=6)
    await feature.live.stop()
    await feature.change()
    await feature.wait(minutes=5)
    assert feature.requests("PATCH") == 0

"""The rule of the week: one topic after the other, in the channel a league wants it in."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

import discord

from cogs.rule import render
from cogs.shared.replies import nonce
from data.due import Job
from data.week import SETTING, week_posted
from league.night import day_of, next_monday_noon
from rules.answers import Answer, answer_topic
from rules.library import load

if TYPE_CHECKING:
    from cogs.client import FloorBot

LOG = logging.getLogger(__name__)
USEFUL_FOR = timedelta(days=2)  # later it waits for the next Monday


async def post_week(client: FloorBot, job: Job) -> None:
    """Post this week's rule, if the league still wants it and it is not too late."""
    settings, now = (await client.leagues.now(job.league_id)).settings, client.clock()
    channel_id = settings.values.get(SETTING)
    if channel_id is None:
        await client.store.write(week_posted, job, None)
        return
    if now - job.due_at <= USEFUL_FOR:
        kind = settings.kind_of(channel_id)
        answer = of_week(day_of(job.due_at, settings.zone), settings.order(kind))
        setting = render.Setting(kind, "all", switched_on=settings.alternates_on)
        channel = client.get_partial_messageable(channel_id, guild_id=job.league_id)
        try:
            await channel.send(view=render.week_card(answer, setting), nonce=nonce(job.league_id, "week", job.due_at))
        except (discord.Forbidden, discord.NotFound) as error:
            LOG.warning("the rule of the week cannot be posted: %s", error)
    await client.store.write(week_posted, job, next_monday_noon(now, settings.zone))


def of_week(day: date, order: Sequence[str]) -> Answer:
    """The rule of a day's week: every topic that one of these books speaks of has its turn."""
    answers = [answer_topic(topic, order) for _, topic in sorted(load().topics.items())]
    spoken = [answer for answer in answers if answer.is_covered]
    return spoken[day.toordinal() // 7 % len(spoken)]

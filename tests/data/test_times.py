"""Moments are kept to the microsecond."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from data.times import from_micros, to_micros

BEST_BY = datetime(2026, 3, 14, 19, 30, 0, 1, tzinfo=UTC)


@pytest.mark.parametrize("moment", [BEST_BY, datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), BEST_BY.max])
def test_a_moment_comes_back_as_it_went(moment: datetime) -> None:
    moment = moment.replace(tzinfo=UTC)
    assert from_micros(to_micros(moment)) == moment


def test_a_moment_of_another_zone_is_the_same_moment() -> None:
    assert to_micros(BEST_BY.astimezone(timezone(timedelta(hours=-7)))) == to_micros(BEST_BY)

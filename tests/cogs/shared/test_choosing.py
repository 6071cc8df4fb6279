"""Lists under a command: what fits what is typed, and never more than Discord shows."""

from __future__ import annotations

from cogs.shared.choosing import LONGEST_CHOICE, MOST_CHOICES, choices, fitting, value_of


def test_what_fits_is_offered_in_its_order_whatever_its_case() -> None:
    offered = [("Bob", "2"), ("ann", "1"), ("ABBY", "3")]
    assert [(one.name, one.value) for one in fitting(offered, "b")] == [("Bob", "2"), ("ABBY", "3")]
    assert [one.value for one in fitting(offered, "")] == ["2", "1", "3"]


def test_a_list_is_no_longer_and_a_name_no_wider_than_discord_takes() -> None:
    found = fitting([(f"{'x' * LONGEST_CHOICE}{number}", number) for number in range(99)], "x")
    assert [one.value for one in found] == list(range(MOST_CHOICES))
    assert {len(one.name) for one in found} == {LONGEST_CHOICE}


def test_what_was_chosen_is_its_value_and_nothing_where_nothing_was() -> None:
    cash, app = choices(cash="Cash", app="App")
    assert (cash.name, value_of(cash), value_of(app), value_of(None)) == ("Cash", "cash", "app", None)

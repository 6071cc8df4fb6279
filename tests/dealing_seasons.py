"""Seasons made at random, and two ways to the best filling that know nothing of HiGHS."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from league.volunteers import Score, Slot, Volunteer, score

FIRST = date(2026, 1, 2)
WEEK = timedelta(days=7)


def season(seed: int, people: int, nights: int, tables: int, *, wishes: bool) -> tuple[list[Slot], list[Volunteer]]:
    """Weekly nights after five that were dealt; how many can come, and what they wish, differs from season to season."""
    chance = Random(seed)
    days = [FIRST + WEEK * number for number in range(5 + nights)]
    slots = [
        Slot(number, day, table, "omaha" if table == 1 else None)
        for number, day in enumerate(days[5:], 1)
        for table in range(1, tables + 1)
    ]
    free = chance.choice([0.08, 0.12, 0.2, 0.35, 0.6])
    return slots, [
        Volunteer(
            player_id,
            dealt=tuple(chance.sample(days[:5], chance.randint(0, 5))),
            games=frozenset({"omaha"}) if chance.random() < 0.6 else frozenset(),
            nights={number: chance.random() < free for number in range(1, nights + 1)},
            rests=wishes and chance.random() < 0.6,
            most_a_month=chance.choice([None, 1, 2]) if wishes else None,
            tables=frozenset(chance.sample(range(1, tables + 1), chance.randint(0, 1))) if wishes else frozenset(),
        )
        for player_id in range(1, people + 1)
    ]


def by_flow(slots: list[Slot], volunteers: list[Volunteer]) -> tuple[int, int]:
    """Open slots and squares at their least: a min-cost flow, one cheapest path after the other.

    Slot -> somebody's evening -> somebody -> a further down of theirs, each dearer than the one before.
    """
    source, sink = 0, 1
    numbers: dict[object, int] = {}
    graph: list[list[list[int]]] = [[], []]  # edges: to, capacity, cost, where the way back stands

    def node(name: object) -> int:
        if name not in numbers:
            numbers[name] = len(graph)
            graph.append([])
        return numbers[name]

    def edge(start: int, end: int, cost: int) -> None:
        graph[start].append([end, 1, cost, len(graph[end])])
        graph[end].append([start, 0, -cost, len(graph[start]) - 1])

    for slot in slots:
        edge(source, node(slot), 0)
    for volunteer in volunteers:
        evenings = set()
        for slot in slots:
            if volunteer.can_deal(slot):
                evenings.add(slot.day)
                edge(node(slot), node((volunteer.player_id, slot.day)), 0)
        for day in sorted(evenings):
            edge(node((volunteer.player_id, day)), node(volunteer.player_id), 0)
        for number in range(len(evenings)):
            edge(node(volunteer.player_id), sink, 2 * (volunteer.downs + number) + 1)
    flow, squares = 0, sum(volunteer.downs**2 for volunteer in volunteers)
    potential = [0] * len(graph)
    while (cost := _cheapest_path(graph, source, sink, potential)) is not None:
        flow, squares = flow + 1, squares + cost
    return len(slots) - flow, squares


def _cheapest_path(graph: list[list[list[int]]], source: int, sink: int, potential: list[int]) -> int | None:
    """Send one unit along the cheapest path and say what it costs; None: there is no path."""
    far = 10**9
    distance, came = [far] * len(graph), [(0, 0)] * len(graph)
    distance[source] = 0
    queue = [(0, source)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if so_far > distance[here]:
            continue
        for index, (end, capacity, cost, _) in enumerate(graph[here]):
            there = so_far + cost + potential[here] - potential[end]
            if capacity and there < distance[end]:
                distance[end], came[end] = there, (here, index)
                heapq.heappush(queue, (there, end))
    if distance[sink] == far:
        return None
    for number, found in enumerate(distance):
        potential[number] += min(found, distance[sink])
    here = sink
    while here != source:
        before, index = came[here]
        edge = graph[before][index]
        edge[1] -= 1
        graph[here][edge[3]][1] += 1
        here = before
    return potential[sink] - potential[source]


def by_trying_all(slots: list[Slot], volunteers: list[Volunteer]) -> Score:
    """The best score of all fillings there are."""
    return min((score(slots, volunteers, filled) for filled in _all(slots, volunteers)), key=lambda found: found.rank)


def _all(slots: list[Slot], volunteers: list[Volunteer]) -> Iterator[dict[Slot, int]]:
    if not slots:
        yield {}
        return
    slot = slots[0]
    able = [volunteer.player_id for volunteer in volunteers if volunteer.can_deal(slot)]
    for rest in _all(slots[1:], volunteers):
        yield rest
        tonight = {who for each, who in rest.items() if each.day == slot.day}
        for who in able:
            if who not in tonight:
                yield {**rest, slot: who}

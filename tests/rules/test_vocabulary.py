import tomllib

import pytest
from casebook import CASEBOOK, IS_HERE

from rules.facts import BrokenVocabulary, vocabulary

here = pytest.mark.skipif(not IS_HERE, reason="the casebook is not here")


@here
def test_the_vocabulary_has_the_ids_of_the_casebook_and_no_others():
    contract = tomllib.loads((CASEBOOK / "facts.toml").read_text(encoding="utf-8"))
    words = vocabulary()
    assert {name: list(fact.values) for name, fact in words.facts.items()} == contract["facts"]
    assert {name: list(incident.facts) for name, incident in words.incidents.items()} == contract["incidents"]
    assert list(words.impossible) == contract["impossible"]["list"]
    assert set(words.outcomes) == set(contract["outcomes"])
    assert set(words.house_rules) == set(contract["house_rules"])


def test_every_button_label_is_short_enough_and_says_something_of_its_own():
    for fact in vocabulary().facts.values():
        labels = list(fact.labels.values())
        assert all(0 < len(label) <= 30 for label in labels), fact.fact_id
        assert len(set(labels)) == len(labels)
        assert fact.ask.endswith("?")
        assert fact.why.endswith(".")
    labels = [incident.label for incident in vocabulary().incidents.values()]
    assert all(0 < len(label) <= 30 for label in labels)
    assert len(set(labels)) == len(labels) == 23
    assert all(0 < len(incident.name) <= 80 for incident in vocabulary().incidents.values())


def test_every_fact_is_asked_for_some_incident():
    asked = {name for incident in vocabulary().incidents.values() for name in incident.facts}
    assert asked == set(vocabulary().facts)


def test_a_short_player_cannot_have_acted_before_anybody_has():
    assert not vocabulary().is_possible({"short_acted": "yes", "action": "none", "short_who": "other"})
    assert vocabulary().is_possible({"short_acted": "yes", "action": "one"})
    assert vocabulary().is_possible({"short_acted": "yes"})
    assert len(vocabulary().worlds("too_few_cards")) == 72
    assert len(vocabulary().worlds("dealt_out")) == 36
    assert vocabulary().worlds("flashed_burn") == [{}]


def test_a_vocabulary_that_contradicts_itself_names_every_fault(tmp_path):
    broken = tmp_path / "vocabulary.toml"
    broken.write_text(
        'impossible = [{ count = "three" }]\n'
        '[fact.count]\nask = "How many?"\nwhy = "It counts."\nvalues = { one = "One" }\n'
        '[[incident]]\nid = "a"\nname = "A"\nlabel = "A"\nfacts = ["colour"]\n'
        '[[incident]]\nid = "a"\nname = "A"\nlabel = "A"\nfacts = ["count"]\n'
        "[outcomes]\n[house_rules]\n",
        encoding="utf-8",
    )
    with pytest.raises(BrokenVocabulary) as told:
        vocabulary(broken)
    assert str(told.value).splitlines() == [
        "count needs two values at least.",
        "Two incidents have the same id.",
        "An impossible world gives count the unknown value three.",
    ]

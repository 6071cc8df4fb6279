"""Twenty-five questions as players put them, for the benchmarks and the proofs; no measure of the search."""

QUESTIONS = (
    "dealer turned my first card face up, do I get another",
    "two cards flashed on the deal, is it a misdeal",
    "the button got one card too many and betting has started",
    "there is a joker in my hand",
    "burn card came off face up",
    "flop was put out before everybody had acted",
    "turn card dealt too early, what happens to it",
    "four cards on the flop",
    "dealer forgot to burn",
    "found a boxed card in the middle of the deck",
    "two identical cards in the deck, who gets the pot",
    "how many times do we shuffle",
    "who cuts when the dealer sits alone",
    "may I look at the bottom card while cutting",
    "my cards went into the muck by mistake",
    "player left before the hand was over",
    "what is substantial action",
    "can the dealer take a break in the middle of a down",
    "do I have to show both cards at the showdown",
    "who reads the hands at the end",
    "the deal skipped somebody",
    "new deck, what do I check first",
    "stub was dropped on the floor",
    "is a string bet allowed",
    "how much is the second prize",
)

OPENINGS = (
    "",
    "quick one:",
    "hey,",
    "home game,",
    "at table two",
    "second hand tonight,",
    "new dealer here,",
    "again,",
)
ENDINGS = (
    "",
    "what now",
    "who decides",
    "is that right",
    "please",
    "what do we do",
    "asking for the table",
    "he says no",
)


def question(number: int) -> str:
    """A question that has not been put in these very words before (for 1,600 numbers), so that none is answered
    from memory alone."""
    opening = OPENINGS[number // len(QUESTIONS) % len(OPENINGS)]
    ending = ENDINGS[number // (len(QUESTIONS) * len(OPENINGS)) % len(ENDINGS)]
    return f"{opening} {QUESTIONS[number % len(QUESTIONS)]} {ending}".strip()

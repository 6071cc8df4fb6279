"""What people have to do with a dispute: the words alone, for whoever needs no more of it."""

OPENER, OTHER, WITNESS, IN_HAND = ROLES = ("opener", "other", "witness", "hand")
PARTIES = (OPENER, OTHER)
NO_BOT = "A bot has no part in a dispute: name a person."

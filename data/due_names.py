"""What falls due by a case or a dispute: the names alone, as the start needs no more of them."""

CLOSE_CASE = "case.close"  # nobody has pressed for so long
DRAW_CASE = "case.draw"  # its card is to say that it is closed, or what its table has done since

ALONE = "dispute.alone"  # whoever it concerns is written to, where it got no thread
TELL = "dispute.tell"  # the thread is told the lines it has not been told
SIDES_DUE = "dispute.sides"  # the time for both sides is over; a seal opens
TURN = "dispute.turn"  # whoever is waited for is reminded
LAPSE = "dispute.lapse"  # nobody has decided
QUIET = "dispute.quiet"  # the opener has left it
APPEAL_OVER = "dispute.appeal"  # nobody has appealed
BY_TIME = (SIDES_DUE, TURN, LAPSE, QUIET, APPEAL_OVER)

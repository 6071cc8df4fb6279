"""How a league runs: pure, no Discord, no SQL, no clock."""

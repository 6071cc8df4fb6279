"""What the books say: pure, no Discord, no SQL, no clock."""

"""What is remembered: all SQL, one module per subject."""

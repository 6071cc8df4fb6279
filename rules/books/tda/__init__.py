"""Poker TDA rules 35 to 37: clauses, rulings and their words."""

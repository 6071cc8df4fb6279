"""The house dealing policy: clauses, rulings and their words."""

"""The Rules of Real Poker article on dealers: clauses, rulings and their words."""

"""The books, a folder each: what it is, its clauses, the words of its rulings and the rulings themselves."""

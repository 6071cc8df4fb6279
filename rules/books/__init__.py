"""The books: a folder each, with its clauses and its rulings. A further book is a further folder."""

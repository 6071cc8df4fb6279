"""Benchmarks as ratios in one run, alternating, median of five: `make bench` prints the table of docs/benchmarks.md."""

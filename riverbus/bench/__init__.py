"""Benchmarks: each prints its figure beside what it is compared with, from one run."""

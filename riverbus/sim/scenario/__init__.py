"""Scenario files: one table, its hands step by step, and what must come out. No servers."""

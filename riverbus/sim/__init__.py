"""The simulated room: virtual time, a seed, and servers in memory that fail like the real ones."""

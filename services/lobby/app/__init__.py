"""What the lobby does, over ports."""

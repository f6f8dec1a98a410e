"""What the chat does, over ports."""

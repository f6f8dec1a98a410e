"""Chat: rooms, messages, filter, mutes and the ladder of sanctions."""

"""The chat's ways to the outside: gRPC, NATS, PostgreSQL, memory."""

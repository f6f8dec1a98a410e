"""The lobby's ways to the outside: gRPC, NATS, PostgreSQL, memory, argon2."""

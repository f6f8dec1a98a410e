"""NATS and PostgreSQL started by us, as child processes: for the demo and for the tests."""

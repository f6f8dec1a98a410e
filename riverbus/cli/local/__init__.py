"""The whole room on one machine: secrets, embedded servers, services as child processes."""

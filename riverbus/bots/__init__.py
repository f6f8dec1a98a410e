"""Players through the public protocol: REST for accounts, the WebSocket for everything else."""

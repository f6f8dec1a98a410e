"""The wallet's use cases: group commit, reads, relay, audit, over ports."""

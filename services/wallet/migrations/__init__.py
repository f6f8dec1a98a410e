"""The wallet's migrations, in order."""

"""The harness that every service runs in; README.md beside this file has a worked example."""

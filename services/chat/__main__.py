"""`python -m services.chat` runs the chat."""

from riverbus.runtime.launch import launch

launch("services.chat.wiring")

"""`python -m services.chat` runs the chat."""

from riverbus.runtime.service import run
from services.chat.wiring import SERVICE

run(SERVICE)

"""What a service's __main__ calls: `launch("services.table.wiring")` runs its SERVICE.

Loads nothing itself, so that the collector rests while modules load: all of them stay, and walking
them again and again was a tenth of a start. service.py wakes it once the service is ready.
"""

import gc
from importlib import import_module


def launch(wiring: str) -> None:
    """Run the module's SERVICE until a signal comes, then exit the process."""
    gc.disable()
    service = import_module("riverbus.runtime.service")
    service.run(import_module(wiring).SERVICE)

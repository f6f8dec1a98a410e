"""Which task belongs to which simulated process, so that one process can be killed alone."""

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any
from weakref import WeakSet

PROCESS: contextvars.ContextVar[str] = contextvars.ContextVar("process", default="")
"""The simulated process in which code runs."""


class ProcessTable:
    """Remembers the tasks of every process; install() makes the loop tell it of each."""

    def __init__(self) -> None:
        self._tasks: dict[str, WeakSet[asyncio.Task[Any]]] = {}

    def install(self, loop: asyncio.AbstractEventLoop) -> None:
        """From now on each new task is put down to the process that makes it."""
        loop.set_task_factory(self._make)  # type: ignore[arg-type]  # typeshed wants **kwargs

    def _make(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any],
        context: contextvars.Context | None = None,
    ) -> "asyncio.Task[Any]":
        task = asyncio.Task(work, loop=loop, context=context)
        name = PROCESS.get() if context is None else context.get(PROCESS, "")
        if name:
            self._tasks.setdefault(name, WeakSet()).add(task)
        return task

    async def kill(self, name: str) -> None:
        """Its tasks end where they wait; the caller has cut its network before."""
        tasks = [task for task in self._tasks.pop(name, ()) if not task.done()]
        for task in sorted(tasks, key=lambda task: task.get_name()):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run_as(name: str, work: Coroutine[Any, Any, Any]) -> Any:
    """Run the coroutine as the named process."""
    context = contextvars.copy_context()
    context.run(PROCESS.set, name)
    return await asyncio.get_running_loop().create_task(work, context=context)

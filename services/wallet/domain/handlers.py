"""How commands are handled: what each needs loaded, and who decides it.

Loading has two steps: what the request names, then what the rows of the first step lead to. Rows
are locked in the order of ENTITIES within a step, accounts last, so lockers never cross.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from services.wallet.domain.accounts import AccountKey
from services.wallet.domain.book import Book, EntityId
from services.wallet.domain.commands import Command
from services.wallet.domain.policy import Context


class More(NamedTuple):
    """The second step's rows: entities, accounts, owners of whom all accounts are needed.

    With `tournament` all its entrants are loaded, and `more` is asked again.
    """

    entities: Iterable[EntityId] = ()
    accounts: Iterable[AccountKey] = ()
    owners: Iterable[tuple[str, str]] = ()
    tournament: str = ""


class Handler(NamedTuple):
    """How a command is handled. `decide(book, command, context)` returns the result.

    Where `asks` is true, a call that changes nothing is only a question: it is not kept.
    """

    result: type[Any]
    needs: Callable[[Any], Iterable[EntityId]]
    more: Callable[[Any, Book], More]
    decide: Callable[[Book, Any, Context], Any]
    asks: bool = False


HANDLERS: dict[type[Command], Handler] = {}


def handles(
    command: type[Command],
    result: type[Any],
    needs: Callable[[Any], Iterable[EntityId]],
    more: Callable[[Any, Book], More],
    decide: Callable[[Book, Any, Context], Any],
    *,
    asks: bool = False,
) -> None:
    """Register a command's handling."""
    HANDLERS[command] = Handler(result, needs, more, decide, asks)

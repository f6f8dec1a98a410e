"""The lobby's use cases over a store, a clock that stands, and a wallet that may be away."""

from collections.abc import Sequence

from riverbus.core.errors import ErrorKind, RoomError
from services.lobby.adapters.memory import MemoryStore, PlainSecrets
from services.lobby.app.attempts import Attempts
from services.lobby.app.directory import Directory
from services.lobby.app.operators import AccountOffice, Records
from services.lobby.app.ports import Offer, Place
from services.lobby.app.profiles import Profiles
from services.lobby.app.purses import Purses
from services.lobby.app.registration import Registrar
from services.lobby.app.requests import Login, OpenSession, Operator, Origin, Registration
from services.lobby.app.room import Room, Terms
from services.lobby.app.sessions import Doorkeeper
from services.lobby.app.waiting_lists import WaitingLists
from services.lobby.domain.names import NameRules
from services.lobby.domain.tables import Table
from tests.fixtures.sources import CountingIds, ManualClock

PASSWORD = "correct horse battery"
ADMIN = Operator("0190-admin", "Boss", frozenset({"player", "admin"}), "House rule 3.")
SUPPORT = Operator("0190-support", "Help", frozenset({"player", "support"}), "House rule 3.")


class Wallet:
    """Opens purses unless it is away."""

    def __init__(self) -> None:
        self.away = False
        self.opened: list[tuple[str, bool]] = []

    async def open_account(self, account_id: str, *, bot: bool) -> None:
        """See ports.Wallet."""
        if self.away:
            raise RoomError("Away.", code="service_unavailable", kind=ErrorKind.UNAVAILABLE)
        self.opened.append((account_id, bot))


class Bucket:
    """KV `tables` as a dictionary."""

    def __init__(self) -> None:
        self.away = False
        self.kept: dict[str, Table] = {}

    async def outdated(self, tables: Sequence[Table]) -> list[Table]:
        """See ports.TableBucket."""
        return [each for each in tables if self.kept.get(each.table_id) != each]

    async def put(self, table: Table) -> None:
        """See ports.TableBucket."""
        if self.away:
            raise RoomError("Away.", code="bus_unavailable", kind=ErrorKind.UNAVAILABLE)
        self.kept[table.table_id] = table


class Notices:
    """Keeps what was told."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []
        self.places: list[Place] = []

    async def offer(self, offer: Offer) -> None:
        """See ports.Notices."""
        self.offers.append(offer)

    async def place(self, place: Place) -> None:
        """See ports.Notices."""
        self.places.append(place)


class Rig:
    """All use cases of one lobby."""

    def __init__(self, terms: str = "2026-11", store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.clock = ManualClock()
        self.wallet = Wallet()
        self.bucket = Bucket()
        self.notices = Notices()
        self.room = Room(
            store=self.store,
            clock=self.clock,
            ids=CountingIds(),
            secrets=PlainSecrets(),
            terms=Terms(terms, "Be kind."),
            names=NameRules(),
            bot_key="room-bots-only",
        )
        self.purses = Purses(self.room, self.wallet)
        self.registrar = Registrar(self.room, self.purses)
        self.doorkeeper = Doorkeeper(self.room, self.purses, Attempts(self.clock))
        self.profiles = Profiles(self.room)
        self.office = AccountOffice(self.room)
        self.records = Records(self.room)
        self.directory = Directory(self.room, self.bucket)
        self.waiting = WaitingLists(self.room, self.directory, self.notices)

    async def sign_up(
        self, name: str, *, address: str = "", device: str = "", born: str = "1990-05-17"
    ) -> OpenSession:
        """A new account."""
        return await self.registrar.sign_up(
            Registration(
                name=name,
                email=f"{name}@example.org",
                password=PASSWORD,
                birth_date=born,
                country="AT",
                terms_version=self.room.terms.version,
                declarations_accepted=True,
                origin=Origin(address, "test", device),
            )
        )

    async def sign_in(self, login: str, password: str = PASSWORD) -> OpenSession:
        """A new session."""
        return await self.doorkeeper.sign_in(Login(login, password))

    def facts(self) -> list[str]:
        """Kinds of all facts that were told, in order."""
        return [type(each.fact).__name__ for each in self.store.outbox]

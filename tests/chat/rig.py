"""The chat's use cases over a store, a clock that stands, and a crier that remembers."""

from collections.abc import Sequence

from services.chat.app.chat_room import ChatRoom, Operator, Settings
from services.chat.app.moderation import Desk, Moderation
from services.chat.app.people import People
from services.chat.app.ports import Store
from services.chat.app.speaking import Said, Speaking
from services.chat.domain.errors import UnknownRoom
from services.chat.domain.messages import Message
from services.chat.domain.sanctions import Charge, Offence, Sanction
from tests.fixtures.sources import CountingIds, ManualClock

LANGUAGES = {"lobby": "en", "table-oxbow": "de", "table-weir": "en"}
MODERATOR = Operator("0190-moderator", "Mod", "House rule 7.")


class Rooms:
    """Three rooms."""

    def language(self, room: str) -> str:
        """See ports.Rooms."""
        if room not in LANGUAGES:
            raise UnknownRoom
        return LANGUAGES[room]

    def all(self) -> Sequence[str]:
        """See ports.Rooms."""
        return list(LANGUAGES)


class Crier:
    """Keeps what was cried."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.gone: list[Message] = []
        self.bans: list[Sanction] = []
        self.lists: list[tuple[str, Sequence[str]]] = []

    async def said(self, message: Message) -> None:
        """See ports.Crier."""
        self.heard.append(message)

    async def removed(self, message: Message) -> None:
        """See ports.Crier."""
        self.gone.append(message)

    async def sanction(self, sanction: Sanction) -> None:
        """See ports.Crier."""
        self.bans.append(sanction)

    async def ignored(self, account_id: str, ignored: Sequence[str]) -> None:
        """See ports.Crier."""
        self.lists.append((account_id, ignored))


class Rig:
    """All use cases of one chat."""

    def __init__(self, store: Store, settings: Settings | None = None) -> None:
        self.store = store
        self.clock = ManualClock()
        self.ids = CountingIds()
        self.crier = Crier()
        self.room = ChatRoom(
            store, self.clock, self.ids, Rooms(), self.crier, settings or Settings()
        )
        self.speaking = Speaking(self.room)
        self.moderation = Moderation(self.room)
        self.desk = Desk(self.room)
        self.people = People(self.room)

    async def say(
        self, who: str, text: str, *, room: str = "lobby", message_id: str = ""
    ) -> Message:
        """Says something as that account; two seconds pass."""
        self.clock.move(2)
        said = Said(who, who.title(), room, text, message_id or self.ids.uuid7())
        return await self.speaking.say(said)

    async def mute(self, who: str, offence: Offence = Offence.BAD_LANGUAGE) -> Sanction:
        """Bans the account from chat."""
        charge = Charge(self.ids.uuid7(), who, offence, MODERATOR.reason, MODERATOR.account_id)
        return await self.moderation.mute(MODERATOR, charge)

"""What the chat reads beside the common settings."""

from typing import Annotated

from riverbus.runtime.config import ServiceConfig, doc


class ChatConfig(ServiceConfig, frozen=True, kw_only=True):
    """Settings of the chat."""

    words_file: Annotated[
        str,
        doc("Banned words for the first start, one a line, * before it: in longer words too."),
    ] = ""
    lobby_language: Annotated[str, doc("Language of the lobby's room, BCP 47.")] = "en"
    mask_links: Annotated[bool, doc("Whether addresses of web pages are masked.")] = True
    burst: Annotated[int, doc("Messages that one may say at once.", ge=1, le=100)] = 5
    refill_ms: Annotated[int, doc("Milliseconds until one more may be said.", ge=1, le=600_000)] = (
        2_000
    )
    flood_refusals: Annotated[
        int, doc("Refusals in a minute from which on it is flooding.", ge=1, le=10_000)
    ] = 20
    flooding_mute_s: Annotated[
        int, doc("How long flooding is muted, seconds.", ge=60, le=2_592_000)
    ] = 600
    advertising_mute_s: Annotated[
        int, doc("How long advertising is muted, seconds.", ge=60, le=2_592_000)
    ] = 86_400
    retention_days: Annotated[int, doc("How long messages are kept, days.", ge=1, le=3_650)] = 90

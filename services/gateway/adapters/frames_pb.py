"""Frame structs from and into their protobuf messages.

Generated from proto/ by tools/generate_frames.py. Do not edit.
"""

from msgspec import UNSET

from riverbus.pb.client.v1 import frames_pb2
from riverbus.pb.common.v1 import errors_pb2, types_pb2
from riverbus.pb.table.v1 import events_pb2
from services.gateway.domain import frames as f

GAME_NAMES = {
    int(types_pb2.GAME_UNSPECIFIED): f.Game.UNSPECIFIED,
    int(types_pb2.GAME_HOLDEM): f.Game.HOLDEM,
    int(types_pb2.GAME_OMAHA): f.Game.OMAHA,
    int(types_pb2.GAME_OMAHA8): f.Game.OMAHA8,
    int(types_pb2.GAME_STUD): f.Game.STUD,
    int(types_pb2.GAME_STUD8): f.Game.STUD8,
    int(types_pb2.GAME_DRAW): f.Game.DRAW,
    int(types_pb2.GAME_STUD5): f.Game.STUD5,
}
GAME_NUMBERS = {
    f.Game.UNSPECIFIED: types_pb2.GAME_UNSPECIFIED,
    f.Game.HOLDEM: types_pb2.GAME_HOLDEM,
    f.Game.OMAHA: types_pb2.GAME_OMAHA,
    f.Game.OMAHA8: types_pb2.GAME_OMAHA8,
    f.Game.STUD: types_pb2.GAME_STUD,
    f.Game.STUD8: types_pb2.GAME_STUD8,
    f.Game.DRAW: types_pb2.GAME_DRAW,
    f.Game.STUD5: types_pb2.GAME_STUD5,
}
LIMIT_NAMES = {
    int(types_pb2.LIMIT_UNSPECIFIED): f.Limit.UNSPECIFIED,
    int(types_pb2.LIMIT_FIXED): f.Limit.FIXED,
    int(types_pb2.LIMIT_POT): f.Limit.POT,
    int(types_pb2.LIMIT_NONE): f.Limit.NONE,
}
LIMIT_NUMBERS = {
    f.Limit.UNSPECIFIED: types_pb2.LIMIT_UNSPECIFIED,
    f.Limit.FIXED: types_pb2.LIMIT_FIXED,
    f.Limit.POT: types_pb2.LIMIT_POT,
    f.Limit.NONE: types_pb2.LIMIT_NONE,
}
POST_KIND_NAMES = {
    int(events_pb2.POST_KIND_UNSPECIFIED): f.PostKind.UNSPECIFIED,
    int(events_pb2.POST_KIND_SMALL_BLIND): f.PostKind.SMALL_BLIND,
    int(events_pb2.POST_KIND_BIG_BLIND): f.PostKind.BIG_BLIND,
    int(events_pb2.POST_KIND_ANTE): f.PostKind.ANTE,
    int(events_pb2.POST_KIND_BIG_BLIND_ANTE): f.PostKind.BIG_BLIND_ANTE,
    int(events_pb2.POST_KIND_LIVE): f.PostKind.LIVE,
    int(events_pb2.POST_KIND_DEAD): f.PostKind.DEAD,
}
POST_KIND_NUMBERS = {
    f.PostKind.UNSPECIFIED: events_pb2.POST_KIND_UNSPECIFIED,
    f.PostKind.SMALL_BLIND: events_pb2.POST_KIND_SMALL_BLIND,
    f.PostKind.BIG_BLIND: events_pb2.POST_KIND_BIG_BLIND,
    f.PostKind.ANTE: events_pb2.POST_KIND_ANTE,
    f.PostKind.BIG_BLIND_ANTE: events_pb2.POST_KIND_BIG_BLIND_ANTE,
    f.PostKind.LIVE: events_pb2.POST_KIND_LIVE,
    f.PostKind.DEAD: events_pb2.POST_KIND_DEAD,
}
SEAT_STATUS_NAMES = {
    int(events_pb2.SEAT_STATUS_UNSPECIFIED): f.SeatStatus.UNSPECIFIED,
    int(events_pb2.SEAT_STATUS_RESERVED): f.SeatStatus.RESERVED,
    int(events_pb2.SEAT_STATUS_WAITING): f.SeatStatus.WAITING,
    int(events_pb2.SEAT_STATUS_ACTIVE): f.SeatStatus.ACTIVE,
    int(events_pb2.SEAT_STATUS_SITTING_OUT): f.SeatStatus.SITTING_OUT,
    int(events_pb2.SEAT_STATUS_AWAY): f.SeatStatus.AWAY,
    int(events_pb2.SEAT_STATUS_LEAVING): f.SeatStatus.LEAVING,
}
SEAT_STATUS_NUMBERS = {
    f.SeatStatus.UNSPECIFIED: events_pb2.SEAT_STATUS_UNSPECIFIED,
    f.SeatStatus.RESERVED: events_pb2.SEAT_STATUS_RESERVED,
    f.SeatStatus.WAITING: events_pb2.SEAT_STATUS_WAITING,
    f.SeatStatus.ACTIVE: events_pb2.SEAT_STATUS_ACTIVE,
    f.SeatStatus.SITTING_OUT: events_pb2.SEAT_STATUS_SITTING_OUT,
    f.SeatStatus.AWAY: events_pb2.SEAT_STATUS_AWAY,
    f.SeatStatus.LEAVING: events_pb2.SEAT_STATUS_LEAVING,
}
STREET_NAMES = {
    int(events_pb2.STREET_UNSPECIFIED): f.Street.UNSPECIFIED,
    int(events_pb2.STREET_PREFLOP): f.Street.PREFLOP,
    int(events_pb2.STREET_FLOP): f.Street.FLOP,
    int(events_pb2.STREET_TURN): f.Street.TURN,
    int(events_pb2.STREET_RIVER): f.Street.RIVER,
    int(events_pb2.STREET_SECOND): f.Street.SECOND,
    int(events_pb2.STREET_THIRD): f.Street.THIRD,
    int(events_pb2.STREET_FOURTH): f.Street.FOURTH,
    int(events_pb2.STREET_FIFTH): f.Street.FIFTH,
    int(events_pb2.STREET_SIXTH): f.Street.SIXTH,
    int(events_pb2.STREET_SEVENTH): f.Street.SEVENTH,
    int(events_pb2.STREET_BEFORE_DRAW): f.Street.BEFORE_DRAW,
    int(events_pb2.STREET_DRAW): f.Street.DRAW,
    int(events_pb2.STREET_AFTER_DRAW): f.Street.AFTER_DRAW,
    int(events_pb2.STREET_SHOWDOWN): f.Street.SHOWDOWN,
}
STREET_NUMBERS = {
    f.Street.UNSPECIFIED: events_pb2.STREET_UNSPECIFIED,
    f.Street.PREFLOP: events_pb2.STREET_PREFLOP,
    f.Street.FLOP: events_pb2.STREET_FLOP,
    f.Street.TURN: events_pb2.STREET_TURN,
    f.Street.RIVER: events_pb2.STREET_RIVER,
    f.Street.SECOND: events_pb2.STREET_SECOND,
    f.Street.THIRD: events_pb2.STREET_THIRD,
    f.Street.FOURTH: events_pb2.STREET_FOURTH,
    f.Street.FIFTH: events_pb2.STREET_FIFTH,
    f.Street.SIXTH: events_pb2.STREET_SIXTH,
    f.Street.SEVENTH: events_pb2.STREET_SEVENTH,
    f.Street.BEFORE_DRAW: events_pb2.STREET_BEFORE_DRAW,
    f.Street.DRAW: events_pb2.STREET_DRAW,
    f.Street.AFTER_DRAW: events_pb2.STREET_AFTER_DRAW,
    f.Street.SHOWDOWN: events_pb2.STREET_SHOWDOWN,
}
TABLE_STATE_NAMES = {
    int(events_pb2.TABLE_STATE_UNSPECIFIED): f.TableState.UNSPECIFIED,
    int(events_pb2.TABLE_STATE_OPEN): f.TableState.OPEN,
    int(events_pb2.TABLE_STATE_PAUSED): f.TableState.PAUSED,
    int(events_pb2.TABLE_STATE_DRAINING): f.TableState.DRAINING,
    int(events_pb2.TABLE_STATE_CLOSING): f.TableState.CLOSING,
    int(events_pb2.TABLE_STATE_QUARANTINED): f.TableState.QUARANTINED,
    int(events_pb2.TABLE_STATE_CLOSED): f.TableState.CLOSED,
    int(events_pb2.TABLE_STATE_WAITING_FOR_WALLET): f.TableState.WAITING_FOR_WALLET,
}
TABLE_STATE_NUMBERS = {
    f.TableState.UNSPECIFIED: events_pb2.TABLE_STATE_UNSPECIFIED,
    f.TableState.OPEN: events_pb2.TABLE_STATE_OPEN,
    f.TableState.PAUSED: events_pb2.TABLE_STATE_PAUSED,
    f.TableState.DRAINING: events_pb2.TABLE_STATE_DRAINING,
    f.TableState.CLOSING: events_pb2.TABLE_STATE_CLOSING,
    f.TableState.QUARANTINED: events_pb2.TABLE_STATE_QUARANTINED,
    f.TableState.CLOSED: events_pb2.TABLE_STATE_CLOSED,
    f.TableState.WAITING_FOR_WALLET: events_pb2.TABLE_STATE_WAITING_FOR_WALLET,
}
VERB_NAMES = {
    int(events_pb2.VERB_UNSPECIFIED): f.Verb.UNSPECIFIED,
    int(events_pb2.VERB_FOLD): f.Verb.FOLD,
    int(events_pb2.VERB_CHECK): f.Verb.CHECK,
    int(events_pb2.VERB_CALL): f.Verb.CALL,
    int(events_pb2.VERB_BET): f.Verb.BET,
    int(events_pb2.VERB_RAISE): f.Verb.RAISE,
    int(events_pb2.VERB_COMPLETE): f.Verb.COMPLETE,
    int(events_pb2.VERB_BRING_IN): f.Verb.BRING_IN,
    int(events_pb2.VERB_DRAW): f.Verb.DRAW,
    int(events_pb2.VERB_STAND_PAT): f.Verb.STAND_PAT,
    int(events_pb2.VERB_SHOW): f.Verb.SHOW,
    int(events_pb2.VERB_MUCK): f.Verb.MUCK,
    int(events_pb2.VERB_ALL_IN): f.Verb.ALL_IN,
}
VERB_NUMBERS = {
    f.Verb.UNSPECIFIED: events_pb2.VERB_UNSPECIFIED,
    f.Verb.FOLD: events_pb2.VERB_FOLD,
    f.Verb.CHECK: events_pb2.VERB_CHECK,
    f.Verb.CALL: events_pb2.VERB_CALL,
    f.Verb.BET: events_pb2.VERB_BET,
    f.Verb.RAISE: events_pb2.VERB_RAISE,
    f.Verb.COMPLETE: events_pb2.VERB_COMPLETE,
    f.Verb.BRING_IN: events_pb2.VERB_BRING_IN,
    f.Verb.DRAW: events_pb2.VERB_DRAW,
    f.Verb.STAND_PAT: events_pb2.VERB_STAND_PAT,
    f.Verb.SHOW: events_pb2.VERB_SHOW,
    f.Verb.MUCK: events_pb2.VERB_MUCK,
    f.Verb.ALL_IN: events_pb2.VERB_ALL_IN,
}


def Hello_from_pb(m: frames_pb2.Hello) -> f.Hello:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Hello(
        protocol=m.protocol,
        client=m.client,
        instance_id=m.instance_id,
    )


def Hello_into_pb(s: f.Hello, m: frames_pb2.Hello) -> None:
    """Fill an empty message from a struct."""
    m.protocol = s.protocol
    m.client = s.client
    m.instance_id = s.instance_id


def Ping_from_pb(m: frames_pb2.Ping) -> f.Ping:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Ping(
        client_ms=m.client_ms,
    )


def Ping_into_pb(s: f.Ping, m: frames_pb2.Ping) -> None:
    """Fill an empty message from a struct."""
    m.client_ms = s.client_ms


def Watch_from_pb(m: frames_pb2.Watch) -> f.Watch:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Watch(
        table_id=m.table_id,
        epoch=m.epoch if m.HasField("epoch") else UNSET,
        sequence=m.sequence if m.HasField("sequence") else UNSET,
    )


def Watch_into_pb(s: f.Watch, m: frames_pb2.Watch) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    if s.epoch is not UNSET:
        m.epoch = s.epoch
    if s.sequence is not UNSET:
        m.sequence = s.sequence


def Unwatch_from_pb(m: frames_pb2.Unwatch) -> f.Unwatch:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Unwatch(
        table_id=m.table_id,
    )


def Unwatch_into_pb(s: f.Unwatch, m: frames_pb2.Unwatch) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id


def Sit_from_pb(m: frames_pb2.Sit) -> f.Sit:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Sit(
        table_id=m.table_id,
        action_id=m.action_id,
        seat=m.seat,
        buy_in=m.buy_in if m.HasField("buy_in") else UNSET,
        wait_for_big_blind=m.wait_for_big_blind,
    )


def Sit_into_pb(s: f.Sit, m: frames_pb2.Sit) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id
    m.seat = s.seat
    if s.buy_in is not UNSET:
        m.buy_in = s.buy_in
    m.wait_for_big_blind = s.wait_for_big_blind


def Act_from_pb(m: frames_pb2.Act) -> f.Act:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Act(
        table_id=m.table_id,
        action_id=m.action_id,
        hand_id=m.hand_id,
        turn=m.turn,
        price=m.price if m.HasField("price") else UNSET,
        verb=VERB_NAMES.get(m.verb, f.Verb.UNSPECIFIED),
        to=m.to if m.HasField("to") else UNSET,
        discards=m.discards,
    )


def Act_into_pb(s: f.Act, m: frames_pb2.Act) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id
    m.hand_id = s.hand_id
    m.turn = s.turn
    if s.price is not UNSET:
        m.price = s.price
    m.verb = VERB_NUMBERS[s.verb]
    if s.to is not UNSET:
        m.to = s.to
    m.discards = s.discards


def Advance_from_pb(m: events_pb2.Advance) -> f.Advance:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Advance(
        kind=m.kind,
        amount=m.amount,
    )


def Advance_into_pb(s: f.Advance, m: events_pb2.Advance) -> None:
    """Fill an empty message from a struct."""
    m.kind = s.kind
    m.amount = s.amount


def SetAdvance_from_pb(m: frames_pb2.SetAdvance) -> f.SetAdvance:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.SetAdvance(
        table_id=m.table_id,
        action_id=m.action_id,
        hand_id=m.hand_id,
        advance=Advance_from_pb(m.advance) if m.HasField("advance") else UNSET,
    )


def SetAdvance_into_pb(s: f.SetAdvance, m: frames_pb2.SetAdvance) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id
    m.hand_id = s.hand_id
    if s.advance is not UNSET:
        m.advance.SetInParent()
        Advance_into_pb(s.advance, m.advance)


def SeatOptions_from_pb(m: events_pb2.SeatOptions) -> f.SeatOptions:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.SeatOptions(
        sit_out=m.sit_out if m.HasField("sit_out") else UNSET,
        sit_out_next_big_blind=m.sit_out_next_big_blind
        if m.HasField("sit_out_next_big_blind")
        else UNSET,
        auto_post=m.auto_post if m.HasField("auto_post") else UNSET,
        auto_ante=m.auto_ante if m.HasField("auto_ante") else UNSET,
        auto_top_up=m.auto_top_up if m.HasField("auto_top_up") else UNSET,
        wait_for_big_blind=m.wait_for_big_blind if m.HasField("wait_for_big_blind") else UNSET,
        auto_muck=m.auto_muck if m.HasField("auto_muck") else UNSET,
        leave_after_hand=m.leave_after_hand if m.HasField("leave_after_hand") else UNSET,
        in_next_hand=m.in_next_hand if m.HasField("in_next_hand") else UNSET,
    )


def SeatOptions_into_pb(s: f.SeatOptions, m: events_pb2.SeatOptions) -> None:
    """Fill an empty message from a struct."""
    if s.sit_out is not UNSET:
        m.sit_out = s.sit_out
    if s.sit_out_next_big_blind is not UNSET:
        m.sit_out_next_big_blind = s.sit_out_next_big_blind
    if s.auto_post is not UNSET:
        m.auto_post = s.auto_post
    if s.auto_ante is not UNSET:
        m.auto_ante = s.auto_ante
    if s.auto_top_up is not UNSET:
        m.auto_top_up = s.auto_top_up
    if s.wait_for_big_blind is not UNSET:
        m.wait_for_big_blind = s.wait_for_big_blind
    if s.auto_muck is not UNSET:
        m.auto_muck = s.auto_muck
    if s.leave_after_hand is not UNSET:
        m.leave_after_hand = s.leave_after_hand
    if s.in_next_hand is not UNSET:
        m.in_next_hand = s.in_next_hand


def SetOptions_from_pb(m: frames_pb2.SetOptions) -> f.SetOptions:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.SetOptions(
        table_id=m.table_id,
        action_id=m.action_id,
        options=SeatOptions_from_pb(m.options) if m.HasField("options") else UNSET,
    )


def SetOptions_into_pb(s: f.SetOptions, m: frames_pb2.SetOptions) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id
    if s.options is not UNSET:
        m.options.SetInParent()
        SeatOptions_into_pb(s.options, m.options)


def TopUp_from_pb(m: frames_pb2.TopUp) -> f.TopUp:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TopUp(
        table_id=m.table_id,
        action_id=m.action_id,
        amount=m.amount if m.HasField("amount") else UNSET,
    )


def TopUp_into_pb(s: f.TopUp, m: frames_pb2.TopUp) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id
    if s.amount is not UNSET:
        m.amount = s.amount


def Leave_from_pb(m: frames_pb2.Leave) -> f.Leave:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Leave(
        table_id=m.table_id,
        action_id=m.action_id,
    )


def Leave_into_pb(s: f.Leave, m: frames_pb2.Leave) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.action_id = s.action_id


def ChatJoin_from_pb(m: frames_pb2.ChatJoin) -> f.ChatJoin:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ChatJoin(
        room=m.room,
    )


def ChatJoin_into_pb(s: f.ChatJoin, m: frames_pb2.ChatJoin) -> None:
    """Fill an empty message from a struct."""
    m.room = s.room


def ChatLeave_from_pb(m: frames_pb2.ChatLeave) -> f.ChatLeave:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ChatLeave(
        room=m.room,
    )


def ChatLeave_into_pb(s: f.ChatLeave, m: frames_pb2.ChatLeave) -> None:
    """Fill an empty message from a struct."""
    m.room = s.room


def ChatSay_from_pb(m: frames_pb2.ChatSay) -> f.ChatSay:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ChatSay(
        room=m.room,
        action_id=m.action_id,
        text=m.text,
    )


def ChatSay_into_pb(s: f.ChatSay, m: frames_pb2.ChatSay) -> None:
    """Fill an empty message from a struct."""
    m.room = s.room
    m.action_id = s.action_id
    m.text = s.text


def LobbyWatch_from_pb(m: frames_pb2.LobbyWatch) -> f.LobbyWatch:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.LobbyWatch()


def LobbyWatch_into_pb(s: f.LobbyWatch, m: frames_pb2.LobbyWatch) -> None:
    """Fill an empty message from a struct."""


def LobbyUnwatch_from_pb(m: frames_pb2.LobbyUnwatch) -> f.LobbyUnwatch:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.LobbyUnwatch()


def LobbyUnwatch_into_pb(s: f.LobbyUnwatch, m: frames_pb2.LobbyUnwatch) -> None:
    """Fill an empty message from a struct."""


def ClientFrame_from_pb(m: frames_pb2.ClientFrame) -> f.ClientFrame:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ClientFrame(
        hello=Hello_from_pb(m.hello) if m.HasField("hello") else UNSET,
        ping=Ping_from_pb(m.ping) if m.HasField("ping") else UNSET,
        watch=Watch_from_pb(m.watch) if m.HasField("watch") else UNSET,
        unwatch=Unwatch_from_pb(m.unwatch) if m.HasField("unwatch") else UNSET,
        sit=Sit_from_pb(m.sit) if m.HasField("sit") else UNSET,
        act=Act_from_pb(m.act) if m.HasField("act") else UNSET,
        advance=SetAdvance_from_pb(m.advance) if m.HasField("advance") else UNSET,
        options=SetOptions_from_pb(m.options) if m.HasField("options") else UNSET,
        top_up=TopUp_from_pb(m.top_up) if m.HasField("top_up") else UNSET,
        leave=Leave_from_pb(m.leave) if m.HasField("leave") else UNSET,
        chat_join=ChatJoin_from_pb(m.chat_join) if m.HasField("chat_join") else UNSET,
        chat_leave=ChatLeave_from_pb(m.chat_leave) if m.HasField("chat_leave") else UNSET,
        chat_say=ChatSay_from_pb(m.chat_say) if m.HasField("chat_say") else UNSET,
        lobby_watch=LobbyWatch_from_pb(m.lobby_watch) if m.HasField("lobby_watch") else UNSET,
        lobby_unwatch=LobbyUnwatch_from_pb(m.lobby_unwatch)
        if m.HasField("lobby_unwatch")
        else UNSET,
    )


def ClientFrame_into_pb(s: f.ClientFrame, m: frames_pb2.ClientFrame) -> None:
    """Fill an empty message from a struct."""
    if s.hello is not UNSET:
        m.hello.SetInParent()
        Hello_into_pb(s.hello, m.hello)
    if s.ping is not UNSET:
        m.ping.SetInParent()
        Ping_into_pb(s.ping, m.ping)
    if s.watch is not UNSET:
        m.watch.SetInParent()
        Watch_into_pb(s.watch, m.watch)
    if s.unwatch is not UNSET:
        m.unwatch.SetInParent()
        Unwatch_into_pb(s.unwatch, m.unwatch)
    if s.sit is not UNSET:
        m.sit.SetInParent()
        Sit_into_pb(s.sit, m.sit)
    if s.act is not UNSET:
        m.act.SetInParent()
        Act_into_pb(s.act, m.act)
    if s.advance is not UNSET:
        m.advance.SetInParent()
        SetAdvance_into_pb(s.advance, m.advance)
    if s.options is not UNSET:
        m.options.SetInParent()
        SetOptions_into_pb(s.options, m.options)
    if s.top_up is not UNSET:
        m.top_up.SetInParent()
        TopUp_into_pb(s.top_up, m.top_up)
    if s.leave is not UNSET:
        m.leave.SetInParent()
        Leave_into_pb(s.leave, m.leave)
    if s.chat_join is not UNSET:
        m.chat_join.SetInParent()
        ChatJoin_into_pb(s.chat_join, m.chat_join)
    if s.chat_leave is not UNSET:
        m.chat_leave.SetInParent()
        ChatLeave_into_pb(s.chat_leave, m.chat_leave)
    if s.chat_say is not UNSET:
        m.chat_say.SetInParent()
        ChatSay_into_pb(s.chat_say, m.chat_say)
    if s.lobby_watch is not UNSET:
        m.lobby_watch.SetInParent()
        LobbyWatch_into_pb(s.lobby_watch, m.lobby_watch)
    if s.lobby_unwatch is not UNSET:
        m.lobby_unwatch.SetInParent()
        LobbyUnwatch_into_pb(s.lobby_unwatch, m.lobby_unwatch)


def Welcome_from_pb(m: frames_pb2.Welcome) -> f.Welcome:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Welcome(
        protocol=m.protocol,
        account_id=m.account_id,
        name=m.name,
        roles=tuple(m.roles),
        server_ms=m.server_ms,
        max_frame_bytes=m.max_frame_bytes,
        seated_at=tuple(m.seated_at),
        gateway=m.gateway,
    )


def Welcome_into_pb(s: f.Welcome, m: frames_pb2.Welcome) -> None:
    """Fill an empty message from a struct."""
    m.protocol = s.protocol
    m.account_id = s.account_id
    m.name = s.name
    m.roles.extend(s.roles)
    m.server_ms = s.server_ms
    m.max_frame_bytes = s.max_frame_bytes
    m.seated_at.extend(s.seated_at)
    m.gateway = s.gateway


def Pong_from_pb(m: frames_pb2.Pong) -> f.Pong:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Pong(
        client_ms=m.client_ms,
        server_ms=m.server_ms,
    )


def Pong_into_pb(s: f.Pong, m: frames_pb2.Pong) -> None:
    """Fill an empty message from a struct."""
    m.client_ms = s.client_ms
    m.server_ms = s.server_ms


def ErrorDetail_from_pb(m: errors_pb2.ErrorDetail) -> f.ErrorDetail:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ErrorDetail(
        code=m.code,
        sentence=m.sentence,
        kind=m.kind,
        details=dict(m.details),
    )


def ErrorDetail_into_pb(s: f.ErrorDetail, m: errors_pb2.ErrorDetail) -> None:
    """Fill an empty message from a struct."""
    m.code = s.code
    m.sentence = s.sentence
    m.kind = s.kind
    m.details.update(s.details)


def Answer_from_pb(m: frames_pb2.Answer) -> f.Answer:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Answer(
        action_id=m.action_id,
        ok=m.ok,
        pending=m.pending,
        error=ErrorDetail_from_pb(m.error) if m.HasField("error") else UNSET,
        sequence=m.sequence,
    )


def Answer_into_pb(s: f.Answer, m: frames_pb2.Answer) -> None:
    """Fill an empty message from a struct."""
    m.action_id = s.action_id
    m.ok = s.ok
    m.pending = s.pending
    if s.error is not UNSET:
        m.error.SetInParent()
        ErrorDetail_into_pb(s.error, m.error)
    m.sequence = s.sequence


def Stakes_from_pb(m: types_pb2.Stakes) -> f.Stakes:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Stakes(
        small_blind=m.small_blind,
        big_blind=m.big_blind,
        lower=m.lower,
        upper=m.upper,
        ante=m.ante,
        bring_in=m.bring_in,
        unit=m.unit,
        ante_from_big_blind=m.ante_from_big_blind,
    )


def Stakes_into_pb(s: f.Stakes, m: types_pb2.Stakes) -> None:
    """Fill an empty message from a struct."""
    m.small_blind = s.small_blind
    m.big_blind = s.big_blind
    m.lower = s.lower
    m.upper = s.upper
    m.ante = s.ante
    m.bring_in = s.bring_in
    m.unit = s.unit
    m.ante_from_big_blind = s.ante_from_big_blind


def RakeCap_from_pb(m: types_pb2.RakeCap) -> f.RakeCap:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.RakeCap(
        players=m.players,
        cap=m.cap,
    )


def RakeCap_into_pb(s: f.RakeCap, m: types_pb2.RakeCap) -> None:
    """Fill an empty message from a struct."""
    m.players = s.players
    m.cap = s.cap


def RakePolicy_from_pb(m: types_pb2.RakePolicy) -> f.RakePolicy:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.RakePolicy(
        version=m.version,
        basis_points=m.basis_points,
        caps=tuple([RakeCap_from_pb(x) for x in m.caps]),
        no_flop_no_drop=m.no_flop_no_drop,
        rounding=m.rounding,
        per=m.per,
    )


def RakePolicy_into_pb(s: f.RakePolicy, m: types_pb2.RakePolicy) -> None:
    """Fill an empty message from a struct."""
    m.version = s.version
    m.basis_points = s.basis_points
    for caps_x in s.caps:
        RakeCap_into_pb(caps_x, m.caps.add())
    m.no_flop_no_drop = s.no_flop_no_drop
    m.rounding = s.rounding
    m.per = s.per


def TableInfo_from_pb(m: events_pb2.TableInfo) -> f.TableInfo:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TableInfo(
        name=m.name,
        game=GAME_NAMES.get(m.game, f.Game.UNSPECIFIED),
        limit=LIMIT_NAMES.get(m.limit, f.Limit.UNSPECIFIED),
        stakes=Stakes_from_pb(m.stakes) if m.HasField("stakes") else UNSET,
        seats_max=m.seats_max,
        currency=m.currency,
        profile=m.profile,
        buy_in_min=m.buy_in_min,
        buy_in_max=m.buy_in_max,
        rake=RakePolicy_from_pb(m.rake) if m.HasField("rake") else UNSET,
        turn_s=m.turn_s,
        bank_s=m.bank_s,
    )


def TableInfo_into_pb(s: f.TableInfo, m: events_pb2.TableInfo) -> None:
    """Fill an empty message from a struct."""
    m.name = s.name
    m.game = GAME_NUMBERS[s.game]
    m.limit = LIMIT_NUMBERS[s.limit]
    if s.stakes is not UNSET:
        m.stakes.SetInParent()
        Stakes_into_pb(s.stakes, m.stakes)
    m.seats_max = s.seats_max
    m.currency = s.currency
    m.profile = s.profile
    m.buy_in_min = s.buy_in_min
    m.buy_in_max = s.buy_in_max
    if s.rake is not UNSET:
        m.rake.SetInParent()
        RakePolicy_into_pb(s.rake, m.rake)
    m.turn_s = s.turn_s
    m.bank_s = s.bank_s


def Pot_from_pb(m: events_pb2.Pot) -> f.Pot:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Pot(
        amount=m.amount,
        eligible=tuple(m.eligible),
    )


def Pot_into_pb(s: f.Pot, m: events_pb2.Pot) -> None:
    """Fill an empty message from a struct."""
    m.amount = s.amount
    m.eligible.extend(s.eligible)


def SeatView_from_pb(m: events_pb2.SeatView) -> f.SeatView:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.SeatView(
        seat=m.seat,
        account_id=m.account_id,
        name=m.name,
        avatar=m.avatar,
        status=SEAT_STATUS_NAMES.get(m.status, f.SeatStatus.UNSPECIFIED),
        connected=m.connected,
        stack=m.stack,
        bet=m.bet,
        in_hand=m.in_hand,
        folded=m.folded,
        all_in=m.all_in,
        down_cards=m.down_cards,
        up_cards=m.up_cards,
        shown_cards=m.shown_cards,
        shown_text=m.shown_text,
        last_verb=VERB_NAMES.get(m.last_verb, f.Verb.UNSPECIFIED),
        drew=m.drew,
        owes=m.owes,
        until_ms=m.until_ms,
        won=m.won,
        bank_ms=m.bank_ms,
        protected=m.protected,
    )


def SeatView_into_pb(s: f.SeatView, m: events_pb2.SeatView) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.account_id = s.account_id
    m.name = s.name
    m.avatar = s.avatar
    m.status = SEAT_STATUS_NUMBERS[s.status]
    m.connected = s.connected
    m.stack = s.stack
    m.bet = s.bet
    m.in_hand = s.in_hand
    m.folded = s.folded
    m.all_in = s.all_in
    m.down_cards = s.down_cards
    m.up_cards = s.up_cards
    m.shown_cards = s.shown_cards
    m.shown_text = s.shown_text
    m.last_verb = VERB_NUMBERS[s.last_verb]
    m.drew = s.drew
    m.owes = s.owes
    m.until_ms = s.until_ms
    m.won = s.won
    m.bank_ms = s.bank_ms
    m.protected = s.protected


def Turn_from_pb(m: events_pb2.Turn) -> f.Turn:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Turn(
        seat=m.seat,
        turn=m.turn,
        price=m.price,
        deadline_ms=m.deadline_ms,
        duration_ms=m.duration_ms,
        bank=m.bank,
    )


def Turn_into_pb(s: f.Turn, m: events_pb2.Turn) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.turn = s.turn
    m.price = s.price
    m.deadline_ms = s.deadline_ms
    m.duration_ms = s.duration_ms
    m.bank = s.bank


def Wager_from_pb(m: events_pb2.Wager) -> f.Wager:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Wager(
        verb=VERB_NAMES.get(m.verb, f.Verb.UNSPECIFIED),
        min=m.min,
        max=m.max,
    )


def Wager_into_pb(s: f.Wager, m: events_pb2.Wager) -> None:
    """Fill an empty message from a struct."""
    m.verb = VERB_NUMBERS[s.verb]
    m.min = s.min
    m.max = s.max


def LegalActions_from_pb(m: events_pb2.LegalActions) -> f.LegalActions:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.LegalActions(
        fold=m.fold,
        check=m.check,
        call=m.call,
        wagers=tuple([Wager_from_pb(x) for x in m.wagers]),
        draw_max=m.draw_max,
        show_or_muck=m.show_or_muck,
        pot_total=m.pot_total,
    )


def LegalActions_into_pb(s: f.LegalActions, m: events_pb2.LegalActions) -> None:
    """Fill an empty message from a struct."""
    m.fold = s.fold
    m.check = s.check
    m.call = s.call
    for wagers_x in s.wagers:
        Wager_into_pb(wagers_x, m.wagers.add())
    m.draw_max = s.draw_max
    m.show_or_muck = s.show_or_muck
    m.pot_total = s.pot_total


def PrivateView_from_pb(m: events_pb2.PrivateView) -> f.PrivateView:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.PrivateView(
        seat=m.seat,
        cards=m.cards,
        high=m.high,
        low=m.low,
        legal=LegalActions_from_pb(m.legal) if m.HasField("legal") else UNSET,
        advance_offers=tuple([Advance_from_pb(x) for x in m.advance_offers]),
        advance=Advance_from_pb(m.advance) if m.HasField("advance") else UNSET,
        options=SeatOptions_from_pb(m.options) if m.HasField("options") else UNSET,
        protections_left=m.protections_left,
        top_up_waiting=m.top_up_waiting,
        owes_live=m.owes_live,
        owes_dead=m.owes_dead,
    )


def PrivateView_into_pb(s: f.PrivateView, m: events_pb2.PrivateView) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.cards = s.cards
    m.high = s.high
    m.low = s.low
    if s.legal is not UNSET:
        m.legal.SetInParent()
        LegalActions_into_pb(s.legal, m.legal)
    for advance_offers_x in s.advance_offers:
        Advance_into_pb(advance_offers_x, m.advance_offers.add())
    if s.advance is not UNSET:
        m.advance.SetInParent()
        Advance_into_pb(s.advance, m.advance)
    if s.options is not UNSET:
        m.options.SetInParent()
        SeatOptions_into_pb(s.options, m.options)
    m.protections_left = s.protections_left
    m.top_up_waiting = s.top_up_waiting
    m.owes_live = s.owes_live
    m.owes_dead = s.owes_dead


def TableView_from_pb(m: events_pb2.TableView) -> f.TableView:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TableView(
        table_id=m.table_id,
        epoch=m.epoch,
        sequence=m.sequence,
        info=TableInfo_from_pb(m.info) if m.HasField("info") else UNSET,
        state=TABLE_STATE_NAMES.get(m.state, f.TableState.UNSPECIFIED),
        state_reason=m.state_reason,
        hand_id=m.hand_id,
        hand_number=m.hand_number,
        button=m.button,
        street=STREET_NAMES.get(m.street, f.Street.UNSPECIFIED),
        board=m.board,
        pots=tuple([Pot_from_pb(x) for x in m.pots]),
        pot_total=m.pot_total,
        seats=tuple([SeatView_from_pb(x) for x in m.seats]),
        turn=Turn_from_pb(m.turn) if m.HasField("turn") else UNSET,
        own=PrivateView_from_pb(m.own) if m.HasField("own") else UNSET,
        server_ms=m.server_ms,
    )


def TableView_into_pb(s: f.TableView, m: events_pb2.TableView) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.epoch = s.epoch
    m.sequence = s.sequence
    if s.info is not UNSET:
        m.info.SetInParent()
        TableInfo_into_pb(s.info, m.info)
    m.state = TABLE_STATE_NUMBERS[s.state]
    m.state_reason = s.state_reason
    m.hand_id = s.hand_id
    m.hand_number = s.hand_number
    m.button = s.button
    m.street = STREET_NUMBERS[s.street]
    m.board = s.board
    for pots_x in s.pots:
        Pot_into_pb(pots_x, m.pots.add())
    m.pot_total = s.pot_total
    for seats_x in s.seats:
        SeatView_into_pb(seats_x, m.seats.add())
    if s.turn is not UNSET:
        m.turn.SetInParent()
        Turn_into_pb(s.turn, m.turn)
    if s.own is not UNSET:
        m.own.SetInParent()
        PrivateView_into_pb(s.own, m.own)
    m.server_ms = s.server_ms


def Snapshot_from_pb(m: frames_pb2.Snapshot) -> f.Snapshot:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Snapshot(
        view=TableView_from_pb(m.view) if m.HasField("view") else UNSET,
    )


def Snapshot_into_pb(s: f.Snapshot, m: frames_pb2.Snapshot) -> None:
    """Fill an empty message from a struct."""
    if s.view is not UNSET:
        m.view.SetInParent()
        TableView_into_pb(s.view, m.view)


def DealtIn_from_pb(m: events_pb2.DealtIn) -> f.DealtIn:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.DealtIn(
        seat=m.seat,
        stack=m.stack,
    )


def DealtIn_into_pb(s: f.DealtIn, m: events_pb2.DealtIn) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.stack = s.stack


def HandStarted_from_pb(m: events_pb2.HandStarted) -> f.HandStarted:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.HandStarted(
        hand_id=m.hand_id,
        number=m.number,
        button=m.button,
        seats=tuple([DealtIn_from_pb(x) for x in m.seats]),
        stakes=Stakes_from_pb(m.stakes) if m.HasField("stakes") else UNSET,
        game=GAME_NAMES.get(m.game, f.Game.UNSPECIFIED),
        limit=LIMIT_NAMES.get(m.limit, f.Limit.UNSPECIFIED),
    )


def HandStarted_into_pb(s: f.HandStarted, m: events_pb2.HandStarted) -> None:
    """Fill an empty message from a struct."""
    m.hand_id = s.hand_id
    m.number = s.number
    m.button = s.button
    for seats_x in s.seats:
        DealtIn_into_pb(seats_x, m.seats.add())
    if s.stakes is not UNSET:
        m.stakes.SetInParent()
        Stakes_into_pb(s.stakes, m.stakes)
    m.game = GAME_NUMBERS[s.game]
    m.limit = LIMIT_NUMBERS[s.limit]


def Posted_from_pb(m: events_pb2.Posted) -> f.Posted:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Posted(
        seat=m.seat,
        kind=POST_KIND_NAMES.get(m.kind, f.PostKind.UNSPECIFIED),
        amount=m.amount,
        bet=m.bet,
        stack=m.stack,
        all_in=m.all_in,
    )


def Posted_into_pb(s: f.Posted, m: events_pb2.Posted) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.kind = POST_KIND_NUMBERS[s.kind]
    m.amount = s.amount
    m.bet = s.bet
    m.stack = s.stack
    m.all_in = s.all_in


def Dealt_from_pb(m: events_pb2.Dealt) -> f.Dealt:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Dealt(
        seat=m.seat,
        count=m.count,
        cards=m.cards,
        up=m.up,
    )


def Dealt_into_pb(s: f.Dealt, m: events_pb2.Dealt) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.count = s.count
    m.cards = s.cards
    m.up = s.up


def Burned_from_pb(m: events_pb2.Burned) -> f.Burned:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Burned(
        count=m.count,
        card=m.card,
    )


def Burned_into_pb(s: f.Burned, m: events_pb2.Burned) -> None:
    """Fill an empty message from a struct."""
    m.count = s.count
    m.card = s.card


def StreetStarted_from_pb(m: events_pb2.StreetStarted) -> f.StreetStarted:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.StreetStarted(
        street=STREET_NAMES.get(m.street, f.Street.UNSPECIFIED),
        collected=m.collected,
    )


def StreetStarted_into_pb(s: f.StreetStarted, m: events_pb2.StreetStarted) -> None:
    """Fill an empty message from a struct."""
    m.street = STREET_NUMBERS[s.street]
    m.collected = s.collected


def BoardDealt_from_pb(m: events_pb2.BoardDealt) -> f.BoardDealt:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.BoardDealt(
        cards=m.cards,
        board=m.board,
    )


def BoardDealt_into_pb(s: f.BoardDealt, m: events_pb2.BoardDealt) -> None:
    """Fill an empty message from a struct."""
    m.cards = s.cards
    m.board = s.board


def Acted_from_pb(m: events_pb2.Acted) -> f.Acted:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Acted(
        seat=m.seat,
        verb=VERB_NAMES.get(m.verb, f.Verb.UNSPECIFIED),
        paid=m.paid,
        bet=m.bet,
        stack=m.stack,
        all_in=m.all_in,
        reason=m.reason,
        protected=m.protected,
    )


def Acted_into_pb(s: f.Acted, m: events_pb2.Acted) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.verb = VERB_NUMBERS[s.verb]
    m.paid = s.paid
    m.bet = s.bet
    m.stack = s.stack
    m.all_in = s.all_in
    m.reason = s.reason
    m.protected = s.protected


def Drew_from_pb(m: events_pb2.Drew) -> f.Drew:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Drew(
        seat=m.seat,
        count=m.count,
        discards=m.discards,
        cards=m.cards,
    )


def Drew_into_pb(s: f.Drew, m: events_pb2.Drew) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.count = s.count
    m.discards = s.discards
    m.cards = s.cards


def DeckMixed_from_pb(m: events_pb2.DeckMixed) -> f.DeckMixed:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.DeckMixed(
        stub=m.stub,
    )


def DeckMixed_into_pb(s: f.DeckMixed, m: events_pb2.DeckMixed) -> None:
    """Fill an empty message from a struct."""
    m.stub = s.stub


def Returned_from_pb(m: events_pb2.Returned) -> f.Returned:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Returned(
        seat=m.seat,
        amount=m.amount,
        stack=m.stack,
    )


def Returned_into_pb(s: f.Returned, m: events_pb2.Returned) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.amount = s.amount
    m.stack = s.stack


def PotsMade_from_pb(m: events_pb2.PotsMade) -> f.PotsMade:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.PotsMade(
        pots=tuple([Pot_from_pb(x) for x in m.pots]),
    )


def PotsMade_into_pb(s: f.PotsMade, m: events_pb2.PotsMade) -> None:
    """Fill an empty message from a struct."""
    for pots_x in s.pots:
        Pot_into_pb(pots_x, m.pots.add())


def Shown_from_pb(m: events_pb2.Shown) -> f.Shown:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Shown(
        seat=m.seat,
        cards=m.cards,
        high=m.high,
        low=m.low,
        high_cards=m.high_cards,
        low_cards=m.low_cards,
    )


def Shown_into_pb(s: f.Shown, m: events_pb2.Shown) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat
    m.cards = s.cards
    m.high = s.high
    m.low = s.low
    m.high_cards = s.high_cards
    m.low_cards = s.low_cards


def Mucked_from_pb(m: events_pb2.Mucked) -> f.Mucked:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Mucked(
        seat=m.seat,
    )


def Mucked_into_pb(s: f.Mucked, m: events_pb2.Mucked) -> None:
    """Fill an empty message from a struct."""
    m.seat = s.seat


def Raked_from_pb(m: events_pb2.Raked) -> f.Raked:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Raked(
        amounts=tuple(m.amounts),
        total=m.total,
    )


def Raked_into_pb(s: f.Raked, m: events_pb2.Raked) -> None:
    """Fill an empty message from a struct."""
    m.amounts.extend(s.amounts)
    m.total = s.total


def Awarded_from_pb(m: events_pb2.Awarded) -> f.Awarded:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Awarded(
        pot=m.pot,
        seat=m.seat,
        amount=m.amount,
        half=m.half,
        odd=m.odd,
        stack=m.stack,
        text=m.text,
    )


def Awarded_into_pb(s: f.Awarded, m: events_pb2.Awarded) -> None:
    """Fill an empty message from a struct."""
    m.pot = s.pot
    m.seat = s.seat
    m.amount = s.amount
    m.half = s.half
    m.odd = s.odd
    m.stack = s.stack
    m.text = s.text


def HandEnded_from_pb(m: events_pb2.HandEnded) -> f.HandEnded:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.HandEnded(
        stacks=tuple([DealtIn_from_pb(x) for x in m.stacks]),
        rake=m.rake,
    )


def HandEnded_into_pb(s: f.HandEnded, m: events_pb2.HandEnded) -> None:
    """Fill an empty message from a struct."""
    for stacks_x in s.stacks:
        DealtIn_into_pb(stacks_x, m.stacks.add())
    m.rake = s.rake


def HandCancelled_from_pb(m: events_pb2.HandCancelled) -> f.HandCancelled:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.HandCancelled(
        reason=m.reason,
        stacks=tuple([DealtIn_from_pb(x) for x in m.stacks]),
    )


def HandCancelled_into_pb(s: f.HandCancelled, m: events_pb2.HandCancelled) -> None:
    """Fill an empty message from a struct."""
    m.reason = s.reason
    for stacks_x in s.stacks:
        DealtIn_into_pb(stacks_x, m.stacks.add())


def TurnEnded_from_pb(m: events_pb2.TurnEnded) -> f.TurnEnded:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TurnEnded()


def TurnEnded_into_pb(s: f.TurnEnded, m: events_pb2.TurnEnded) -> None:
    """Fill an empty message from a struct."""


def SeatChanged_from_pb(m: events_pb2.SeatChanged) -> f.SeatChanged:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.SeatChanged(
        seat=SeatView_from_pb(m.seat) if m.HasField("seat") else UNSET,
    )


def SeatChanged_into_pb(s: f.SeatChanged, m: events_pb2.SeatChanged) -> None:
    """Fill an empty message from a struct."""
    if s.seat is not UNSET:
        m.seat.SetInParent()
        SeatView_into_pb(s.seat, m.seat)


def TableStateChanged_from_pb(m: events_pb2.TableStateChanged) -> f.TableStateChanged:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TableStateChanged(
        state=TABLE_STATE_NAMES.get(m.state, f.TableState.UNSPECIFIED),
        reason=m.reason,
    )


def TableStateChanged_into_pb(s: f.TableStateChanged, m: events_pb2.TableStateChanged) -> None:
    """Fill an empty message from a struct."""
    m.state = TABLE_STATE_NUMBERS[s.state]
    m.reason = s.reason


def OwnerChanged_from_pb(m: events_pb2.OwnerChanged) -> f.OwnerChanged:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.OwnerChanged(
        owner=m.owner,
        epoch=m.epoch,
    )


def OwnerChanged_into_pb(s: f.OwnerChanged, m: events_pb2.OwnerChanged) -> None:
    """Fill an empty message from a struct."""
    m.owner = s.owner
    m.epoch = s.epoch


def Note_from_pb(m: events_pb2.Note) -> f.Note:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Note(
        code=m.code,
        text=m.text,
        seat=m.seat,
    )


def Note_into_pb(s: f.Note, m: events_pb2.Note) -> None:
    """Fill an empty message from a struct."""
    m.code = s.code
    m.text = s.text
    m.seat = s.seat


def Fact_from_pb(m: events_pb2.Fact) -> f.Fact:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Fact(
        hand_started=HandStarted_from_pb(m.hand_started) if m.HasField("hand_started") else UNSET,
        posted=Posted_from_pb(m.posted) if m.HasField("posted") else UNSET,
        dealt=Dealt_from_pb(m.dealt) if m.HasField("dealt") else UNSET,
        burned=Burned_from_pb(m.burned) if m.HasField("burned") else UNSET,
        street_started=StreetStarted_from_pb(m.street_started)
        if m.HasField("street_started")
        else UNSET,
        board_dealt=BoardDealt_from_pb(m.board_dealt) if m.HasField("board_dealt") else UNSET,
        acted=Acted_from_pb(m.acted) if m.HasField("acted") else UNSET,
        drew=Drew_from_pb(m.drew) if m.HasField("drew") else UNSET,
        deck_mixed=DeckMixed_from_pb(m.deck_mixed) if m.HasField("deck_mixed") else UNSET,
        returned=Returned_from_pb(m.returned) if m.HasField("returned") else UNSET,
        pots_made=PotsMade_from_pb(m.pots_made) if m.HasField("pots_made") else UNSET,
        shown=Shown_from_pb(m.shown) if m.HasField("shown") else UNSET,
        mucked=Mucked_from_pb(m.mucked) if m.HasField("mucked") else UNSET,
        raked=Raked_from_pb(m.raked) if m.HasField("raked") else UNSET,
        awarded=Awarded_from_pb(m.awarded) if m.HasField("awarded") else UNSET,
        hand_ended=HandEnded_from_pb(m.hand_ended) if m.HasField("hand_ended") else UNSET,
        hand_cancelled=HandCancelled_from_pb(m.hand_cancelled)
        if m.HasField("hand_cancelled")
        else UNSET,
        turn_started=Turn_from_pb(m.turn_started) if m.HasField("turn_started") else UNSET,
        turn_ended=TurnEnded_from_pb(m.turn_ended) if m.HasField("turn_ended") else UNSET,
        seat_changed=SeatChanged_from_pb(m.seat_changed) if m.HasField("seat_changed") else UNSET,
        table_state_changed=TableStateChanged_from_pb(m.table_state_changed)
        if m.HasField("table_state_changed")
        else UNSET,
        owner_changed=OwnerChanged_from_pb(m.owner_changed)
        if m.HasField("owner_changed")
        else UNSET,
        note=Note_from_pb(m.note) if m.HasField("note") else UNSET,
    )


def Fact_into_pb(s: f.Fact, m: events_pb2.Fact) -> None:
    """Fill an empty message from a struct."""
    if s.hand_started is not UNSET:
        m.hand_started.SetInParent()
        HandStarted_into_pb(s.hand_started, m.hand_started)
    if s.posted is not UNSET:
        m.posted.SetInParent()
        Posted_into_pb(s.posted, m.posted)
    if s.dealt is not UNSET:
        m.dealt.SetInParent()
        Dealt_into_pb(s.dealt, m.dealt)
    if s.burned is not UNSET:
        m.burned.SetInParent()
        Burned_into_pb(s.burned, m.burned)
    if s.street_started is not UNSET:
        m.street_started.SetInParent()
        StreetStarted_into_pb(s.street_started, m.street_started)
    if s.board_dealt is not UNSET:
        m.board_dealt.SetInParent()
        BoardDealt_into_pb(s.board_dealt, m.board_dealt)
    if s.acted is not UNSET:
        m.acted.SetInParent()
        Acted_into_pb(s.acted, m.acted)
    if s.drew is not UNSET:
        m.drew.SetInParent()
        Drew_into_pb(s.drew, m.drew)
    if s.deck_mixed is not UNSET:
        m.deck_mixed.SetInParent()
        DeckMixed_into_pb(s.deck_mixed, m.deck_mixed)
    if s.returned is not UNSET:
        m.returned.SetInParent()
        Returned_into_pb(s.returned, m.returned)
    if s.pots_made is not UNSET:
        m.pots_made.SetInParent()
        PotsMade_into_pb(s.pots_made, m.pots_made)
    if s.shown is not UNSET:
        m.shown.SetInParent()
        Shown_into_pb(s.shown, m.shown)
    if s.mucked is not UNSET:
        m.mucked.SetInParent()
        Mucked_into_pb(s.mucked, m.mucked)
    if s.raked is not UNSET:
        m.raked.SetInParent()
        Raked_into_pb(s.raked, m.raked)
    if s.awarded is not UNSET:
        m.awarded.SetInParent()
        Awarded_into_pb(s.awarded, m.awarded)
    if s.hand_ended is not UNSET:
        m.hand_ended.SetInParent()
        HandEnded_into_pb(s.hand_ended, m.hand_ended)
    if s.hand_cancelled is not UNSET:
        m.hand_cancelled.SetInParent()
        HandCancelled_into_pb(s.hand_cancelled, m.hand_cancelled)
    if s.turn_started is not UNSET:
        m.turn_started.SetInParent()
        Turn_into_pb(s.turn_started, m.turn_started)
    if s.turn_ended is not UNSET:
        m.turn_ended.SetInParent()
        TurnEnded_into_pb(s.turn_ended, m.turn_ended)
    if s.seat_changed is not UNSET:
        m.seat_changed.SetInParent()
        SeatChanged_into_pb(s.seat_changed, m.seat_changed)
    if s.table_state_changed is not UNSET:
        m.table_state_changed.SetInParent()
        TableStateChanged_into_pb(s.table_state_changed, m.table_state_changed)
    if s.owner_changed is not UNSET:
        m.owner_changed.SetInParent()
        OwnerChanged_into_pb(s.owner_changed, m.owner_changed)
    if s.note is not UNSET:
        m.note.SetInParent()
        Note_into_pb(s.note, m.note)


def PublicEvent_from_pb(m: events_pb2.PublicEvent) -> f.PublicEvent:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.PublicEvent(
        table_id=m.table_id,
        epoch=m.epoch,
        sequence=m.sequence,
        at_ms=m.at_ms,
        hand_id=m.hand_id,
        facts=tuple([Fact_from_pb(x) for x in m.facts]),
        private_seats=tuple(m.private_seats),
        trace_id=m.trace_id,
    )


def PublicEvent_into_pb(s: f.PublicEvent, m: events_pb2.PublicEvent) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.epoch = s.epoch
    m.sequence = s.sequence
    m.at_ms = s.at_ms
    m.hand_id = s.hand_id
    for facts_x in s.facts:
        Fact_into_pb(facts_x, m.facts.add())
    m.private_seats.extend(s.private_seats)
    m.trace_id = s.trace_id


def TableEvent_from_pb(m: frames_pb2.TableEvent) -> f.TableEvent:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TableEvent(
        event=PublicEvent_from_pb(m.event) if m.HasField("event") else UNSET,
        own=PrivateView_from_pb(m.own) if m.HasField("own") else UNSET,
    )


def TableEvent_into_pb(s: f.TableEvent, m: frames_pb2.TableEvent) -> None:
    """Fill an empty message from a struct."""
    if s.event is not UNSET:
        m.event.SetInParent()
        PublicEvent_into_pb(s.event, m.event)
    if s.own is not UNSET:
        m.own.SetInParent()
        PrivateView_into_pb(s.own, m.own)


def TableHead_from_pb(m: frames_pb2.TableHead) -> f.TableHead:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.TableHead(
        table_id=m.table_id,
        epoch=m.epoch,
        sequence=m.sequence,
    )


def TableHead_into_pb(s: f.TableHead, m: frames_pb2.TableHead) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    m.epoch = s.epoch
    m.sequence = s.sequence


def ChatMessage_from_pb(m: frames_pb2.ChatMessage) -> f.ChatMessage:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ChatMessage(
        room=m.room,
        message_id=m.message_id,
        account_id=m.account_id,
        name=m.name,
        text=m.text,
        at_ms=m.at_ms,
        removed=m.removed,
    )


def ChatMessage_into_pb(s: f.ChatMessage, m: frames_pb2.ChatMessage) -> None:
    """Fill an empty message from a struct."""
    m.room = s.room
    m.message_id = s.message_id
    m.account_id = s.account_id
    m.name = s.name
    m.text = s.text
    m.at_ms = s.at_ms
    m.removed = s.removed


def ChatHistory_from_pb(m: frames_pb2.ChatHistory) -> f.ChatHistory:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ChatHistory(
        room=m.room,
        messages=tuple([ChatMessage_from_pb(x) for x in m.messages]),
    )


def ChatHistory_into_pb(s: f.ChatHistory, m: frames_pb2.ChatHistory) -> None:
    """Fill an empty message from a struct."""
    m.room = s.room
    for messages_x in s.messages:
        ChatMessage_into_pb(messages_x, m.messages.add())


def LobbyRow_from_pb(m: frames_pb2.LobbyRow) -> f.LobbyRow:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.LobbyRow(
        table_id=m.table_id,
        info=TableInfo_from_pb(m.info) if m.HasField("info") else UNSET,
        seated=m.seated,
        waiting=m.waiting,
        average_pot=m.average_pot,
        hands_per_hour=m.hands_per_hour,
        flop_percent=m.flop_percent,
        state=TABLE_STATE_NAMES.get(m.state, f.TableState.UNSPECIFIED),
        seats=tuple([SeatView_from_pb(x) for x in m.seats]),
        tags=tuple(m.tags),
        removed=m.removed,
    )


def LobbyRow_into_pb(s: f.LobbyRow, m: frames_pb2.LobbyRow) -> None:
    """Fill an empty message from a struct."""
    m.table_id = s.table_id
    if s.info is not UNSET:
        m.info.SetInParent()
        TableInfo_into_pb(s.info, m.info)
    m.seated = s.seated
    m.waiting = s.waiting
    m.average_pot = s.average_pot
    m.hands_per_hour = s.hands_per_hour
    m.flop_percent = s.flop_percent
    m.state = TABLE_STATE_NUMBERS[s.state]
    for seats_x in s.seats:
        SeatView_into_pb(seats_x, m.seats.add())
    m.tags.extend(s.tags)
    m.removed = s.removed


def LobbyRows_from_pb(m: frames_pb2.LobbyRows) -> f.LobbyRows:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.LobbyRows(
        all=m.all,
        rows=tuple([LobbyRow_from_pb(x) for x in m.rows]),
        players=m.players,
    )


def LobbyRows_into_pb(s: f.LobbyRows, m: frames_pb2.LobbyRows) -> None:
    """Fill an empty message from a struct."""
    m.all = s.all
    for rows_x in s.rows:
        LobbyRow_into_pb(rows_x, m.rows.add())
    m.players = s.players


def Balance_from_pb(m: frames_pb2.Balance) -> f.Balance:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Balance(
        currency=m.currency,
        cash=m.cash,
        at_tables=m.at_tables,
        in_tournaments=m.in_tournaments,
    )


def Balance_into_pb(s: f.Balance, m: frames_pb2.Balance) -> None:
    """Fill an empty message from a struct."""
    m.currency = s.currency
    m.cash = s.cash
    m.at_tables = s.at_tables
    m.in_tournaments = s.in_tournaments


def Notice_from_pb(m: frames_pb2.Notice) -> f.Notice:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Notice(
        level=m.level,
        code=m.code,
        text=m.text,
        table_id=m.table_id,
    )


def Notice_into_pb(s: f.Notice, m: frames_pb2.Notice) -> None:
    """Fill an empty message from a struct."""
    m.level = s.level
    m.code = s.code
    m.text = s.text
    m.table_id = s.table_id


def Refusal_from_pb(m: frames_pb2.Refusal) -> f.Refusal:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Refusal(
        error=ErrorDetail_from_pb(m.error) if m.HasField("error") else UNSET,
        action_id=m.action_id,
    )


def Refusal_into_pb(s: f.Refusal, m: frames_pb2.Refusal) -> None:
    """Fill an empty message from a struct."""
    if s.error is not UNSET:
        m.error.SetInParent()
        ErrorDetail_into_pb(s.error, m.error)
    m.action_id = s.action_id


def Goodbye_from_pb(m: frames_pb2.Goodbye) -> f.Goodbye:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.Goodbye(
        code=m.code,
        text=m.text,
        retry_ms=m.retry_ms,
    )


def Goodbye_into_pb(s: f.Goodbye, m: frames_pb2.Goodbye) -> None:
    """Fill an empty message from a struct."""
    m.code = s.code
    m.text = s.text
    m.retry_ms = s.retry_ms


def ServerFrame_from_pb(m: frames_pb2.ServerFrame) -> f.ServerFrame:
    """Struct of a message; an enum value of a newer release counts as unspecified."""
    return f.ServerFrame(
        welcome=Welcome_from_pb(m.welcome) if m.HasField("welcome") else UNSET,
        pong=Pong_from_pb(m.pong) if m.HasField("pong") else UNSET,
        answer=Answer_from_pb(m.answer) if m.HasField("answer") else UNSET,
        snapshot=Snapshot_from_pb(m.snapshot) if m.HasField("snapshot") else UNSET,
        event=TableEvent_from_pb(m.event) if m.HasField("event") else UNSET,
        head=TableHead_from_pb(m.head) if m.HasField("head") else UNSET,
        chat=ChatMessage_from_pb(m.chat) if m.HasField("chat") else UNSET,
        chat_history=ChatHistory_from_pb(m.chat_history) if m.HasField("chat_history") else UNSET,
        lobby=LobbyRows_from_pb(m.lobby) if m.HasField("lobby") else UNSET,
        balance=Balance_from_pb(m.balance) if m.HasField("balance") else UNSET,
        notice=Notice_from_pb(m.notice) if m.HasField("notice") else UNSET,
        refusal=Refusal_from_pb(m.refusal) if m.HasField("refusal") else UNSET,
        goodbye=Goodbye_from_pb(m.goodbye) if m.HasField("goodbye") else UNSET,
    )


def ServerFrame_into_pb(s: f.ServerFrame, m: frames_pb2.ServerFrame) -> None:
    """Fill an empty message from a struct."""
    if s.welcome is not UNSET:
        m.welcome.SetInParent()
        Welcome_into_pb(s.welcome, m.welcome)
    if s.pong is not UNSET:
        m.pong.SetInParent()
        Pong_into_pb(s.pong, m.pong)
    if s.answer is not UNSET:
        m.answer.SetInParent()
        Answer_into_pb(s.answer, m.answer)
    if s.snapshot is not UNSET:
        m.snapshot.SetInParent()
        Snapshot_into_pb(s.snapshot, m.snapshot)
    if s.event is not UNSET:
        m.event.SetInParent()
        TableEvent_into_pb(s.event, m.event)
    if s.head is not UNSET:
        m.head.SetInParent()
        TableHead_into_pb(s.head, m.head)
    if s.chat is not UNSET:
        m.chat.SetInParent()
        ChatMessage_into_pb(s.chat, m.chat)
    if s.chat_history is not UNSET:
        m.chat_history.SetInParent()
        ChatHistory_into_pb(s.chat_history, m.chat_history)
    if s.lobby is not UNSET:
        m.lobby.SetInParent()
        LobbyRows_into_pb(s.lobby, m.lobby)
    if s.balance is not UNSET:
        m.balance.SetInParent()
        Balance_into_pb(s.balance, m.balance)
    if s.notice is not UNSET:
        m.notice.SetInParent()
        Notice_into_pb(s.notice, m.notice)
    if s.refusal is not UNSET:
        m.refusal.SetInParent()
        Refusal_into_pb(s.refusal, m.refusal)
    if s.goodbye is not UNSET:
        m.goodbye.SetInParent()
        Goodbye_into_pb(s.goodbye, m.goodbye)

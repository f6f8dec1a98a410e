// The stage: felt, board, seats and cards at the places of a layout. Used by tables and the replayer.
import { html, useMemo } from "../lib.js";
import { layoutOf } from "../geometry/choose.js";
import { placeOf } from "../geometry/curve.js";
import { STUD } from "../core/words.js";
import { playingCards } from "../core/table_state.js";
import { Felt } from "./felt.js";
import { Backs, Fan, OwnCards, ShownHand } from "./hands_on_felt.js";
import { Bet, Board, Pots, StageLine, WinWords } from "./middle.js";
import { OwnHandText } from "./own_hand_text.js";
import { DealerButton, SeatPod } from "./seat.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */

/**
 * A layout for a frame and a table; remembered while neither changes.
 * @param {import("../geometry/choose.js").Frame} frame
 * @param {View} view
 */
export function useLayout(frame, view) {
  const { game, limit, seats_max: n } = view.info;
  return useMemo(
    () => layoutOf(frame, n, { stud: STUD.has(game), limit: limit === "fixed" }),
    [frame.mode, frame.stageW, frame.stageH, n, game, limit],
  );
}

/**
 * @param {{view: View, seat: Seat, layout: import("../geometry/layout.js").Layout, k: number, stud: boolean, playing: Set<string>}} p
 */
function SeatCards({ view, seat, layout, k, stud, playing }) {
  const mine = view.own.seat === seat.seat && view.own.cards;
  if (mine) return null;
  if (stud && (seat.up_cards || seat.down_cards || seat.shown_cards) && !seat.folded) {
    return html`<${Fan} layout=${layout} k=${k} seat=${seat} playing=${playing} />`;
  }
  if (seat.shown_cards)
    return html`<${ShownHand} layout=${layout} k=${k} seat=${seat} playing=${playing} />`;
  if (seat.in_hand && seat.down_cards)
    return html`<${Backs} layout=${layout} k=${k} count=${seat.down_cards} />`;
  return null;
}

/**
 * @param {{view: View, layout: import("../geometry/layout.js").Layout, stale?: boolean, replay?: boolean,
 *   picked?: string[], picking?: boolean, onPick?: (card: string) => void,
 *   onSit?: (seat: number) => void, children?: unknown}} p
 */
export function Stage({
  view,
  layout,
  stale = false,
  replay = false,
  picked = [],
  picking = false,
  onPick,
  onSit,
  children,
}) {
  const stud = STUD.has(view.info.game);
  const n = view.info.seats_max;
  const playing = playingCards(view);
  const seats = [...view.seats]
    .map((seat) => ({ seat, k: placeOf(seat.seat, view.own.seat, n) }))
    .filter(({ k, seat }) => layout.pods[k] && (seat.account_id || seat.status || !replay))
    .sort((a, b) => a.k - b.k);
  const buttonPlace = view.button ? placeOf(view.button, view.own.seat, n) : -1;
  const nothing = () => undefined;
  return html`
    <div class=${`stage mode-${layout.mode}${stale ? " stale" : ""}${n >= 7 ? " crowded" : ""}${stud ? " stud" : ""}`}
      data-testid="stage"
      data-hand=${view.hand_id} style=${{
        width: `${layout.width}px`,
        height: `${layout.height}px`,
        "--s": String(layout.scale),
        "--avatar": `${layout.avatar}px`,
      }}>
      <${Felt} layout=${layout} />
      <${Board} view=${view} layout=${layout} playing=${playing} />
      <${StageLine} view=${view} layout=${layout} />
      <${Pots} view=${view} layout=${layout} />
      <${WinWords} view=${view} layout=${layout} />
      ${seats.map(
        ({ seat, k }) => html`<${SeatCards} key=${`c${seat.seat}`} view=${view}
        seat=${seat} layout=${layout} k=${k} stud=${stud} playing=${playing} />`,
      )}
      ${seats.map(
        ({ seat, k }) =>
          seat.bet > 0 &&
          html`<${Bet} key=${`b${seat.seat}`} view=${view}
        layout=${layout} k=${k} amount=${seat.bet} />`,
      )}
      ${seats.map(
        ({ seat, k }) =>
          k > 0 &&
          html`<${SeatPod} key=${`s${seat.seat}`} view=${view}
        seat=${seat} layout=${layout} k=${k}
        phone=${layout.mode === "phone" || layout.mode === "land"} onSit=${onSit ?? nothing} />`,
      )}
      <${OwnCards} view=${view} layout=${layout} stud=${stud} draw=${picking} playing=${playing}
        picked=${picked} onPick=${onPick ?? nothing} />
      ${seats
        .filter(({ k }) => k === 0)
        .map(
          ({ seat, k }) => html`<${SeatPod}
        key=${`s${seat.seat}`} view=${view} seat=${seat} layout=${layout} k=${k}
        phone=${layout.mode === "phone" || layout.mode === "land"} onSit=${onSit ?? nothing} />`,
        )}
      ${
        buttonPlace >= 0 &&
        !stud &&
        layout.buttons[buttonPlace] &&
        html`<${DealerButton} layout=${layout}
        k=${buttonPlace} />`
      }
      <${OwnHandText} view=${view} layout=${layout} stud=${stud} />
      ${children}
    </div>`;
}

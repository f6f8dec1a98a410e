// A seat on the felt: its pod, cards of the opponent, the dealer's button.
import { html } from "../lib.js";
import { Avatar } from "../art/avatar.js";
import { Icon } from "../art/icons.js";
import { money } from "../core/money.js";
import { seatLook, seatSentence } from "../core/seat_look.js";
import { offset } from "../net/line.js";
import { faceOf } from "../state/faces.js";
import { now } from "../state/now.js";
import { TurnRing } from "./turn_ring.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */
/** @typedef {import("../geometry/layout.js").Layout} Layout */

/** @param {number} value */
export const px = (value) => `${Math.round(value * 10) / 10}px`;

/** @param {{view: View, seat: Seat, icon: string, acting: boolean}} p */
function Face({ view, seat, icon, acting }) {
  if (acting && view.turn?.duration_ms) {
    return html`<span class="face"><${Avatar} of=${faceOf(seat.account_id)} /><${TurnRing}
      turn=${view.turn} /></span>`;
  }
  return html`
    <span class=${`face${icon ? " has-icon" : ""}`}>
      ${seat.account_id && html`<${Avatar} of=${faceOf(seat.account_id)} />`}
      ${icon && html`<${Icon} name=${icon} size=${22} />`}
    </span>`;
}

/** @param {{view: View, seat: Seat}} p */
function BankLine({ view, seat }) {
  const ms =
    view.turn?.seat === seat.seat && view.turn.bank
      ? Math.max(0, view.turn.deadline_ms - now.value - offset.value)
      : seat.bank_ms;
  if (!ms) return null;
  return html`
    <span class="bank-left"><span>Time bank</span><b>${Math.ceil(ms / 1000)} s</b></span>`;
}

/**
 * @param {{view: View, seat: Seat, layout: Layout, k: number, phone: boolean,
 *   onSit: (seat: number) => void}} p
 */
export function SeatPod({ view, seat, layout, k, phone, onSit }) {
  const pod = layout.pods[k];
  const own = view.own.seat === seat.seat;
  const clocks = view.turn?.seat === seat.seat || seat.until_ms;
  const look = seatLook(view, seat, clocks ? now.value : 0, offset.value);
  const acting = ["acting", "last", "bank"].includes(look.look);
  const big = phone && look.look === "folded" ? "Fold" : look.big;
  const style = {
    left: px(pod.x - pod.w / 2),
    top: px(pod.y - pod.h / 2),
    width: px(pod.w),
    height: px(pod.h),
  };
  const name = seat.account_id ? seat.name : `Seat ${seat.seat}`;
  const canSit = look.look === "empty" && !view.own.seat;
  const label = seatSentence(view, seat, look);
  const content = html`
    <${Face} view=${view} seat=${seat} icon=${look.icon} acting=${acting} />
    <span class="pod-text">
      <span class="pod-name">${name}</span>
      <b class=${`pod-big${big.match(/\d/) ? " number" : ""}${big.length > 9 ? " long" : ""}`}
        data-testid="stack">${big}</b>
    </span>
    ${own && html`<${BankLine} view=${view} seat=${seat} />`}
    ${
      look.tag &&
      !(
        phone &&
        (["folded", "out"].includes(look.look) ||
          ((seat.bet > 0 || seat.shown_cards) && look.tone === "plain"))
      ) &&
      html`<span class=${`tag tone-${look.tone}`} data-testid="seat-tag">${look.tag}</span>`
    }`;
  const shared = {
    class: `pod look-${look.look}${own ? " own" : ""}${phone && k > 0 ? " plate" : ""}`,
    "data-testid": `seat-${seat.seat}`,
    "data-look": look.look,
    style,
  };
  if (canSit) {
    return html`<button type="button" ...${shared}
      onClick=${() => onSit(seat.seat)}>${content}</button>`;
  }
  return html`<div ...${shared} role="group" tabindex="0" aria-label=${label}
    title=${seat.account_id ? `${seat.name} · ${money(seat.stack, view.info.currency)}` : undefined}>${content}</div>`;
}

/** @param {{layout: Layout, k: number}} p */
export function DealerButton({ layout, k }) {
  const { x, y, size } = layout.buttons[k];
  return html`
    <span class="dealer" data-testid="dealer-button" aria-hidden="true" style=${{
      left: px(x - size / 2),
      top: px(y - size / 2),
      width: px(size),
      height: px(size),
    }}>D</span>`;
}

// Cards on the felt that are not the board: backs, fans, hands turned up, and the viewer's own.
import { html } from "../lib.js";
import { Back, Card } from "../art/card.js";
import { Icon } from "../art/icons.js";
import { splitCards, withoutCards } from "../core/cards.js";
import { ownCardWidth } from "../geometry/desktop.js";
import { px } from "./seat.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").Seat} Seat */
/** @typedef {import("../geometry/layout.js").Layout} Layout */

/** Whether a card plays in a winning hand. @param {Set<string>} playing @param {string} card */
export const cardLook = (playing, card) =>
  playing.size ? (playing.has(card) ? "plays" : "dead") : "";

/** Backs that look out behind a pod. @param {{layout: Layout, k: number, count: number}} p */
export function Backs({ layout, k, count }) {
  if (!layout.back) return null;
  const pod = layout.pods[k];
  const width = layout.back;
  const step = { 1: 0, 2: width * 0.86, 3: width * 0.6, 4: width * 0.46 }[count] ?? width * 0.36;
  const list = Array.from({ length: count }, (_, at) => at);
  if (layout.mode === "phone" && k > 0) return PhoneBacks({ layout, k, count });
  const right =
    k === 0 ? pod.x + (width + step * (count - 1)) / 2 : pod.x + pod.w / 2 - 38 * layout.scale;
  const left = right - width - step * (count - 1);
  const top = pod.y - pod.h / 2 - 27 * layout.scale;
  return html`<div class="backs" aria-hidden="true">${list.map(
    (at) => html`
    <span class="back-card" style=${{
      left: px(left + at * step),
      top: px(top),
      transform: `rotate(${count === 1 ? 0 : -5 + (9 * at) / (count - 1)}deg)`,
    }}><${Back} width=${width} /></span>`,
  )}</div>`;
}

/**
 * Beside the avatar of a plate, left and right of it.
 * @param {{layout: Layout, k: number, count: number}} p
 */
function PhoneBacks({ layout, k, count }) {
  const pod = layout.pods[k];
  const width = layout.back * (count > 2 ? 0.8 : 1);
  const middle = pod.y - pod.h / 2 - 20 * layout.scale;
  const leftCount = Math.ceil(count / 2);
  return html`<div class="backs" aria-hidden="true">${Array.from({ length: count }, (_, at) => {
    const side = at < leftCount ? -1 : 1;
    const index = side < 0 ? leftCount - 1 - at : at - leftCount;
    const x = pod.x + side * (layout.avatar * 0.5 + width * 0.2 + index * 6) - width / 2;
    return html`<span class="back-card" style=${{
      left: px(x),
      top: px(middle - width * 0.55 + index * 1.5),
      transform: `rotate(${side * (9 + index * 5)}deg)`,
    }}><${Back} width=${width} /></span>`;
  })}</div>`;
}

/**
 * A hand turned up at the showdown.
 * @param {{layout: Layout, k: number, seat: Seat, playing: Set<string>}} p
 */
export function ShownHand({ layout, k, seat, playing }) {
  const pod = layout.pods[k];
  const cards = splitCards(seat.shown_cards);
  const phone = layout.mode === "phone";
  const width = layout.shown * (cards.length > 4 ? 0.86 : 1) * (phone && k === 0 ? 1.3 : 1);
  const fanned = cards.length > 2;
  const step = fanned ? width * (cards.length > 4 ? 0.62 : 0.74) : width + 3;
  const total = width + step * (cards.length - 1);
  const below = layout.shown_below[k] && !phone;
  // Below a pod the inner side belongs to the dealer button.
  const inward = pod.x > layout.felt.cx + 1 ? 1 : -1;
  const centre = phone
    ? pod.x
    : below
      ? pod.x + inward * (pod.w / 2 - total / 2)
      : pod.x + pod.w / 2 - 14 * layout.scale - total / 2;
  const left = Math.max(4, Math.min(layout.width - total - 4, centre - total / 2));
  const top = below
    ? pod.y + pod.h / 2 + 14
    : phone
      ? pod.y - pod.h / 2 - width * 1.4 + (k === 0 ? 5 : 8)
      : pod.y - pod.h / 2 - width * 1.4 + 5;
  return html`
    <div class=${`shown-hand${below || (phone && k > 0) ? " above" : ""}`}
      data-testid=${`shown-${seat.seat}`}>
      ${cards.map(
        (
          card,
          at,
        ) => html`<span class="shown-card" style=${{ left: px(left + at * step), top: px(top) }}>
        <${Card} card=${card} width=${Math.round(width)} fan=${fanned}
          look=${cardLook(playing, card)} /></span>`,
      )}
    </div>`;
}

/**
 * An opponent's stud hand: downs tucked, ups fanned.
 * @param {{layout: Layout, k: number, seat: Seat, playing: Set<string>}} p
 */
export function Fan({ layout, k, seat, playing }) {
  const phone = layout.mode === "phone" || layout.mode === "land";
  const ups = splitCards(seat.up_cards);
  const shown = splitCards(seat.shown_cards ? withoutCards(seat.shown_cards, seat.up_cards) : "");
  const downs = shown.length || seat.down_cards;
  const many = ups.length + downs >= 6;
  const s = layout.mode === "short" ? 0.88 : layout.scale;
  const fan = layout.fans[k];
  const width = phone ? 28 * layout.scale : 46 * s;
  const step = phone ? 20 * layout.scale : (many ? (fan.corner ? 30 : 28) : 36) * s;
  // Backs are tucked; turned up, each has to be read.
  const tuck = shown.length ? step : (many ? 12 : 14) * s;
  const firsts = phone ? 0 : Math.min(2, downs);
  const lasts = phone ? 0 : downs - firsts;
  const upStart = firsts ? (firsts - 1) * tuck + step : 0;
  const lastStart = upStart + ups.length * step;
  const total = (lasts ? lastStart : upStart + (ups.length - 1) * step) + width;
  const corner = fan.corner && many ? 30 * s : 0;
  const left =
    fan.align === "left"
      ? fan.x - corner
      : fan.align === "right"
        ? fan.x - total + corner
        : fan.x - total / 2;
  /** @param {number} at */
  const down = (at) =>
    shown.length
      ? html`<${Card} card=${shown[at]} width=${width} fan look=${cardLook(playing, shown[at])} />`
      : html`<${Back} width=${width} />`;
  return html`
    <div class="fan" data-testid=${`fan-${seat.seat}`}>
      ${Array.from(
        { length: firsts },
        (_, at) => html`<span class="fan-card"
        style=${{ left: px(left + at * tuck), top: px(fan.y) }}>${down(at)}</span>`,
      )}
      ${ups.map(
        (card, at) => html`<span class="fan-card"
          style=${{ left: px(left + upStart + at * step), top: px(fan.y - (phone ? 0 : 8 * s)) }}>
        <${Card} card=${card} width=${width} fan look=${cardLook(playing, card)} /></span>`,
      )}
      ${Array.from(
        { length: lasts },
        (_, at) => html`<span class="fan-card"
        style=${{ left: px(left + lastStart + at * tuck), top: px(fan.y) }}>${down(firsts + at)}</span>`,
      )}
    </div>
    ${
      phone &&
      downs > 0 &&
      !shown.length &&
      html`<${Backs} layout=${layout} k=${k}
      count=${Math.min(downs, 2)} />`
    }`;
}

/**
 * The rows of the viewer's own cards: where each stands.
 * @param {Layout} layout
 * @param {string} cards
 * @param {string} ups
 * @param {boolean} stud
 */
export function ownPlaces(layout, cards, ups, stud) {
  const all = splitCards(cards);
  const { own, width: stage } = layout;
  const phone = layout.mode === "phone";
  if (!stud) {
    const widest = (stage - 28 - own.gap * (all.length - 1)) / Math.max(1, all.length);
    const width = Math.min(ownCardWidth(own.card, all.length), widest);
    const total = width * all.length + own.gap * (all.length - 1);
    const left = Math.max(own.left ?? 8, own.x - total / 2);
    const lift = all.length === 5 ? 20 * layout.scale : 0;
    return all.map((card, at) => ({
      card,
      width,
      x: left + at * (width + own.gap),
      y: own.y - width * 1.4 - lift,
      down: false,
    }));
  }
  const upSet = new Set(splitCards(ups));
  const downs = all.filter((card) => !upSet.has(card));
  const upList = all.filter((card) => upSet.has(card));
  const order = [...downs.slice(0, 2), ...upList, ...downs.slice(2)];
  const width = phone ? Math.min(63 * layout.scale, (stage - 28) / 5) : own.card * 0.83;
  const apart = phone ? 10 : 15;
  const full = order.length * (width + (phone ? 0 : 5)) + apart * 2;
  const step =
    phone && full > stage - 28
      ? (stage - 28 - width - apart * 2) / Math.max(1, order.length - 1)
      : width + (phone ? 0 : 5);
  const groups = [downs.slice(0, 2).length, upList.length, downs.slice(2).length].filter(Boolean);
  const total = step * (order.length - 1) + width + apart * (groups.length - 1);
  const left = Math.max(own.left ?? 8, own.x - total / 2);
  let gaps = 0;
  return order.map((card, at) => {
    const isDown = !upSet.has(card);
    if (at > 0 && isDown !== !upSet.has(order[at - 1])) gaps += apart;
    return {
      card,
      width,
      x: left + at * step + gaps,
      down: isDown,
      y: own.y - 10 - width * 1.4 - (isDown ? 0 : 20 * (phone ? 0.9 : 1)),
    };
  });
}

/**
 * @param {{view: View, layout: Layout, stud: boolean, draw: boolean, playing: Set<string>,
 *   picked: string[], onPick: (card: string) => void}} p
 */
export function OwnCards({ view, layout, stud, draw, playing, picked, onPick }) {
  const seat = view.seats.find((one) => one.seat === view.own.seat);
  const places = ownPlaces(layout, view.own.cards, seat?.up_cards ?? "", stud);
  if (!places.length) return null;
  const folded = seat?.folded;
  const first = places.find((place) => place.down);
  const stageEnd = layout.width;
  return html`
    <div class=${`own-cards${folded ? " gone" : ""}`}
      data-testid="own-cards" data-cards=${view.own.cards}>
      ${
        stud &&
        first &&
        html`<span class="only-you" style=${{ left: px(first.x), top: px(first.y - 20) }}>
        <${Icon} name="lock"
          size=${14} /> ${(places.find((place) => !place.down)?.x ?? stageEnd) - first.x < 142 ? "Only you" : "Only you see these"}</span>`
      }
      ${places.map(({ card, width, x, y }, at) => {
        const chosen = picked.includes(card);
        const style = { left: px(x), top: px(y - (chosen ? 12 : 0)), width: px(width) };
        const face = html`<${Card} card=${card} width=${Math.round(width)}
          look=${chosen ? "dead picked" : cardLook(playing, card)} />`;
        return draw
          ? html`<button key=${card} type="button"
            class=${`own-card pick${chosen ? " chosen" : ""}`} style=${style}
          aria-pressed=${chosen} data-testid=${`pick-${at + 1}`} onClick=${() => onPick(card)}>${face}
          <span class="pick-word">${chosen ? "Discard" : "Keep"}</span></button>`
          : html`<span key=${card} class="own-card" style=${style}>${face}</span>`;
      })}
    </div>`;
}

// The viewer's hand in words, beside or above the own cards.
import { html } from "../lib.js";
import { HI_LO } from "../core/words.js";
import { ownPlaces } from "./hands_on_felt.js";
import { px } from "./seat.js";

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * @param {{view: import("../protocol.js").View, layout: import("../geometry/layout.js").Layout, stud: boolean}} p
 */
export function OwnHandText({ view, layout, stud }) {
  const { high, low, cards } = view.own;
  const hiLo = HI_LO.has(view.info.game);
  // Before the flop there is nothing to say of halves.
  if (!cards || !(high || (low && !hiLo))) return null;
  const ups = view.seats.find((seat) => seat.seat === view.own.seat)?.up_cards ?? "";
  const places = ownPlaces(layout, cards, ups, stud);
  const over = view.ended || view.board.length >= 10 || cards.length >= 14;
  const last = places[places.length - 1];
  const right = last.x + last.width + 16;
  const phone = layout.mode === "phone";
  const y = layout.own.y - last.width * 0.6;
  // The next seat's pod may stand in the way of the words.
  const end = layout.pods
    .slice(1)
    .filter((pod) => pod.x > right && Math.abs(pod.y - y) < pod.h)
    .reduce((nearest, pod) => Math.min(nearest, pod.x - pod.w / 2), layout.width);
  const room = end - right - 8;
  const least = phone || layout.mode === "land" ? 78 : 104;
  const roomy = !stud && room > least && !hiLo && places.length < 5;
  if (!roomy) {
    const cardsTop = Math.min(...places.map((place) => place.y));
    // Two lines grow upwards, away from the cards.
    const bottom = layout.height - cardsTop + (stud ? 12 : places.length === 5 ? 18 : 6);
    // On a narrow stage the lowest plates stand at both sides of it.
    const gap = layout.pods
      .slice(1)
      .filter((pod) => phone && Math.abs(pod.y - cardsTop + 20) < pod.h)
      .reduce((least, pod) => Math.min(least, Math.abs(pod.x - layout.own.x) * 2 - pod.w), 400);
    return html`
      <div class=${`own-text pill${hiLo ? " hi-lo" : ""}`} data-testid="own-hand"
        style=${{
          left: px(layout.mode === "land" ? Math.max(150, layout.own.x) : layout.own.x),
          bottom: px(bottom),
          maxWidth: px(gap - 12),
        }}>
        ${
          hiLo
            ? html`<span>High <b>${capital(high)}</b></span><span>Low <b>${low || (over ? "no low" : "no low yet")}</b></span>`
            : html`<b>${capital(high)}</b>`
        }
      </div>`;
  }
  return html`
    <div class="own-text beside" data-testid="own-hand" style=${{
      left: px(right),
      top: px(layout.own.y - last.width * (layout.mode === "land" ? 1.3 : phone ? 1.15 : 0.8)),
      width: px(Math.min(150, room)),
    }}>
      <span>Your hand</span><b>${capital(high)}</b>
    </div>`;
}

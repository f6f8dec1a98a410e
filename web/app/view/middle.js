// The middle of the felt: board, pots, the whole pot, bets in front of the seats.
import { html } from "../lib.js";
import { Card } from "../art/card.js";
import { ChipStack } from "../art/chips.js";
import { splitCards } from "../core/cards.js";
import { money, shortMoney } from "../core/money.js";
import { FLOP, HI_LO, STUD } from "../core/words.js";
import { seatOf } from "../core/table_state.js";
import { cardLook } from "./hands_on_felt.js";
import { px } from "./seat.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../geometry/layout.js").Layout} Layout */

/** @param {{view: View, layout: Layout, playing: Set<string>}} p */
export function Board({ view, layout, playing }) {
  const { x, y, card, gap } = layout.board;
  const cards = splitCards(view.board);
  const stud = STUD.has(view.info.game);
  const places = stud ? (cards.length ? [2] : []) : FLOP.has(view.info.game) ? [0, 1, 2, 3, 4] : [];
  return html`
    <div class="board" data-testid="board" data-cards=${view.board} role="group" aria-label="Board">
      ${places.map((place, at) => {
        const shown = cards[stud ? 0 : place];
        const top = stud ? layout.stage_line.y + 52 * layout.scale : y;
        return html`<span key=${`${place}${shown ?? ""}`}
          class=${`board-place${shown ? " dealt" : ""}`} style=${{
            left: px(x + place * (card + gap)),
            top: px(top),
            width: px(card),
            height: px(card * 1.4),
            animationDelay: `${at < 3 && cards.length === 3 ? at * 60 : 0}ms`,
          }}>${
            shown &&
            html`<${Card} card=${shown} width=${Math.round(card)}
          look=${cardLook(playing, shown)} />`
          }</span>`;
      })}
    </div>`;
}

/** @param {View} view @param {import("../protocol.js").Pot} pot */
const canWin = (view, pot) =>
  pot.eligible
    .map((seat) => seatOf(view, seat)?.name)
    .filter(Boolean)
    .join(", ");

/** @param {number} at */
const potName = (at) => (at === 0 ? "Main" : at === 1 ? "Side" : `Side ${at}`);

/** @param {{view: View, layout: Layout}} p */
export function Pots({ view, layout }) {
  const { total, pots: row, mode } = layout;
  const { currency } = view.info;
  const crowded = mode === "land" || (mode === "phone" && layout.pods.length >= 7);
  const short = mode === "short";
  const several = view.pots.length > 1;
  if (!view.pot_total && !several) return null;
  const oneLine = several && (crowded || short);
  return html`
    <div class="pot-total" data-testid="pot-total" style=${{ left: px(total.x), top: px(total.y) }}>
      <span>Pot</span><b>${money(view.pot_total, currency)}</b>
      ${
        oneLine &&
        short &&
        html`<i>· ${view.pots
          .slice(1)
          .map((pot, at) => `${potName(at + 1)} ${money(pot.amount, currency)}`)
          .join(" · ")}</i>`
      }
    </div>
    ${
      several &&
      !short &&
      html`
      <div class=${`pots${oneLine ? " line" : ""}`} style=${{ left: px(row.x), top: px(row.y) }}>
        ${view.pots.map(
          (pot, at) => html`
          <span class=${`pot-pill${pot.paid ? " paid" : ""}`} data-testid=${`pot-${at}`}
            tabindex="0"
            title=${`Can be won by ${canWin(view, pot)}`}>
            ${!oneLine && html`<${ChipStack} amount=${pot.amount} size=${20} />`}
            <span>${potName(at)}</span><b>${oneLine ? shortMoney(pot.amount, currency) : money(pot.amount, currency)}</b>
          </span>`,
        )}
      </div>`
    }`;
}

/** @param {{view: View, layout: Layout, k: number, amount: number}} p */
export function Bet({ view, layout, k, amount }) {
  const spot = layout.bets[k];
  const phone = layout.mode === "phone" || layout.mode === "land";
  const right = layout.mode === "phone" && spot.x > layout.width / 2 + 1;
  const pod = layout.pods[k];
  return html`
    <div class=${`bet${right ? " mirrored" : ""}`} data-testid=${`bet-${k}`} style=${{
      left: px(spot.x),
      top: px(spot.y),
      "--from-x": px((pod.x - spot.x) * 0.5),
      "--from-y": px((pod.y - spot.y) * 0.5),
    }}>
      <${ChipStack} amount=${amount} size=${phone ? 20 : 24} />
      <b>${phone ? shortMoney(amount, view.info.currency) : money(amount, view.info.currency)}</b>
    </div>`;
}

const EARLY = new Set(["preflop", "flop", "second", "third", "fourth", "before_draw", "draw"]);
const BETS_MOST = 4;

/** The size of fixed-limit bets on this street. @param {View} view */
function betSize({ info, street }) {
  const early = info.game === "stud5" ? ["second", "third"].includes(street) : EARLY.has(street);
  return early ? info.stakes.lower : info.stakes.upper;
}

/**
 * Game line and bets of the street, where no board stands.
 * @param {{view: View, layout: Layout}} p
 */
export function StageLine({ view, layout }) {
  const { game, limit, currency } = view.info;
  if (FLOP.has(game) || view.wins.some((win) => win.text)) return null;
  const made = Math.min(view.bets_made, BETS_MOST);
  const line = HI_LO.has(game)
    ? "Hi-lo split, eight or better"
    : game === "draw"
      ? "Five-card draw"
      : "";
  const top = game === "draw" ? layout.stage_line.y - 10 : layout.stage_line.y + 12;
  return html`
    <div class="stage-line" style=${{ left: px(layout.stage_line.x), top: px(top) }}>
      ${line && html`<span>${line}</span>`}
      ${
        limit === "fixed" &&
        view.street &&
        !view.ended &&
        html`
        <span class="bets-made">Bets ${money(betSize(view), currency)}
          <span class="dots" aria-hidden="true">${Array.from(
            { length: BETS_MOST },
            (_, at) => html`<i class=${at < made ? "made" : ""}></i>`,
          )}</span>
          ${view.bets_made} of ${BETS_MOST}</span>`
      }
    </div>`;
}

/**
 * What was won and with what, in the middle, while it is paid.
 * @param {{view: View, layout: Layout}} p
 */
export function WinWords({ view, layout }) {
  const words = [
    ...new Map(
      view.wins
        .filter((win) => win.text)
        .map((win) => [
          `${win.seat}${win.half}${win.text}`,
          `${seatOf(view, win.seat)?.name ?? ""}: ${win.text}${win.half === "low" ? " for low" : ""}`,
        ]),
    ).values(),
  ];
  if (!words.length) return null;
  const flop = FLOP.has(view.info.game);
  const top = flop
    ? layout.board.y + layout.board.card * 1.4 + (layout.mode === "phone" ? 16 : 22) * layout.scale
    : layout.stage_line.y + 14;
  return html`
    <div class="win-words" data-testid="win-words"
      style=${{ left: px(layout.total.x), top: px(top) }}>
      ${words.slice(0, 3).map((text) => html`<span>${text}</span>`)}
    </div>`;
}

// The hands tab: the last hand in full, then own hands; each can be replayed or copied as text.
import { html, useEffect, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { Card } from "../art/card.js";
import { ago } from "../core/clock.js";
import { cardNames, splitCards } from "../core/cards.js";
import { groupedNumber, money, signedMoney } from "../core/money.js";
import { loadHands } from "../state/hands.js";
import { detailOf } from "../net/rest.js";
import { copyHand } from "./copy_hand.js";

/** @typedef {import("../protocol.js").HandSummary} HandSummary */

/** @param {{cards: string, width: number}} p */
export const CardRow = ({ cards, width }) => html`
  <span class="card-row" role="img" aria-label=${cardNames(cards)}>
    ${splitCards(cards).map(
      (card) => html`<${Card} card=${card}
      width=${width} hidden />`,
    )}</span>`;

/** @param {{hand: HandSummary, onReplay: (id: string) => void}} p */
function LastHand({ hand, onReplay }) {
  return html`
    <section class="last-hand" data-testid="last-hand" aria-label="Last hand">
      <header><h3>Hand ${groupedNumber(hand.number)}</h3><span>${ago(hand.started_ms, Date.now())}</span></header>
      <p class="quiet">Pot ${money(hand.pot, hand.currency)}</p>
      <div class="hand-card">
        <p class="pair"><b>Your cards</b><b
          class=${hand.net > 0 ? "won" : ""}>${signedMoney(hand.net, hand.currency)}</b></p>
        ${hand.cards && html`<${CardRow} cards=${hand.cards} width=${34} />`}
        ${
          hand.board &&
          html`<p class="quiet">Board</p><${CardRow} cards=${hand.board}
          width=${34} />`
        }
      </div>
      <div class="two"><button type="button" class="plain" data-testid="replay-last"
        onClick=${() => onReplay(hand.hand_id)}>
          <${Icon} name="play" size=${14} /> Replay</button>
        <button type="button" class="plain"
          onClick=${() => copyHand(hand.hand_id, "text")}>Copy as text</button></div>
    </section>`;
}

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, onReplay: (id: string) => void}} p
 */
export function Hands({ store, view, onReplay }) {
  const [hands, setHands] = useState(/** @type {HandSummary[] | null} */ (null));
  const [next, setNext] = useState("");
  const [error, setError] = useState("");
  useEffect(() => {
    let here = true;
    const timer = window.setTimeout(
      () =>
        loadHands(store.id).then(
          (page) => {
            if (!here) return;
            setHands(page.hands);
            setNext(page.next);
            setError("");
          },
          (failure) => here && setError(detailOf(failure).sentence),
        ),
      hands ? 800 : 0,
    );
    return () => {
      here = false;
      window.clearTimeout(timer);
    };
  }, [store.id, view.hand_id, view.ended]);
  if (error && !hands) return html`<div class="hands"><p class="quiet">${error}</p></div>`;
  if (!hands) return html`<div class="hands"></div>`;
  if (!hands.length)
    return html`<div class="hands"><p
      class="empty">No hands yet. They appear here after your first.</p></div>`;
  const [last, ...older] = hands;
  return html`
    <div class="hands" data-testid="hands">
      <${LastHand} hand=${last} onReplay=${onReplay} />
      <ol class="hand-list">
        ${older.map(
          (hand) => html`
          <li key=${hand.hand_id}><button type="button" onClick=${() => onReplay(hand.hand_id)}
            title="Replay this hand">
            <span>${groupedNumber(hand.number)}</span>
            <${CardRow} cards=${hand.cards} width=${20} />
            <b class=${hand.net > 0 ? "won" : ""}>${signedMoney(hand.net, hand.currency)}</b></button></li>`,
        )}
      </ol>
      ${
        next &&
        html`<button type="button" class="plain more" onClick=${async () => {
          const page = await loadHands(store.id, next);
          setHands([...hands, ...page.hands]);
          setNext(page.next);
        }}>Older hands</button>`
      }
    </div>`;
}

// Own hands at all tables, newest first; one of them step by step.
import { html, useEffect, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { ago } from "../core/clock.js";
import { groupedNumber, signedMoney } from "../core/money.js";
import { detailOf } from "../net/rest.js";
import { loadHands } from "../state/hands.js";
import { Dialog } from "./dialog.js";
import { CardRow } from "./hands.js";
import { Replayer } from "./replayer.js";

/** @typedef {import("../protocol.js").HandSummary} HandSummary */

/** @param {{hands: HandSummary[], onReplay: (id: string) => void}} p */
const List = ({ hands, onReplay }) => html`
  <ol class="hand-list all" data-testid="all-hands">
    ${hands.map(
      (hand) => html`
      <li key=${hand.hand_id}><button type="button" onClick=${() => onReplay(hand.hand_id)}
        title="Replay this hand">
        <span>${hand.table_name} ${groupedNumber(hand.number)}</span>
        <span>${ago(hand.started_ms, Date.now())}</span>
        <${CardRow} cards=${hand.cards} width=${20} />
        <b class=${hand.net > 0 ? "won" : ""}>${signedMoney(hand.net, hand.currency)}</b></button></li>`,
    )}
  </ol>`;

/** @param {{onClose: () => void}} p */
export function AllHands({ onClose }) {
  const [hands, setHands] = useState(/** @type {HandSummary[] | null} */ (null));
  const [next, setNext] = useState("");
  const [error, setError] = useState("");
  const [replay, setReplay] = useState("");
  /** @param {string} cursor */
  const load = (cursor) =>
    loadHands("", cursor).then(
      (page) => {
        setHands((before) => [...(cursor ? (before ?? []) : []), ...page.hands]);
        setNext(page.next);
      },
      (failure) => setError(detailOf(failure).sentence),
    );
  useEffect(() => {
    void load("");
  }, []);
  return html`
    <${Dialog} title="Your hands" testid="hands-dialog" wide=${Boolean(replay)} onClose=${onClose}>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${hands && !hands.length && html`<p class="empty">No hands yet. They appear here after your first.</p>`}
      ${
        replay
          ? html`<button type="button" class="link back-link" data-testid="hands-back"
            onClick=${() => setReplay("")}><${Icon} name="back" size=${16} /> All hands</button>
            <${Replayer} handId=${replay} />`
          : hands && html`<${List} hands=${hands} onReplay=${setReplay} />`
      }
      ${
        next &&
        !replay &&
        html`<button type="button" class="plain more"
        onClick=${() => load(next)}>Older hands</button>`
      }
    </${Dialog}>`;
}

// Advance actions: check boxes in the place of the buttons, while others act.
import { html, useEffect } from "../lib.js";
import { Icon } from "../art/icons.js";
import { advanceLabel, inOrder, sameAdvance } from "../core/advance.js";
import { seatOf } from "../core/table_state.js";
import { setAdvance } from "../state/play.js";
import { setKeys } from "./dock_keys.js";

/** @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View}} p */
export function AdvanceBar({ store, view }) {
  const { own, info, turn } = view;
  const offers = inOrder(own.advance_offers);
  const clear = () => own.advance && setAdvance(store, "");
  useEffect(() => {
    setKeys(store.id, { escape: clear });
  });
  const who = turn ? seatOf(view, turn.seat)?.name : "";
  if (!offers.length) {
    return html`<div class="seat-bar"
      data-testid="advance"><p><b>${who ? `${who} is to act.` : view.state === "open" ? "The hand goes on." : "The hand waits."}</b></p></div>`;
  }
  return html`
    <div class="advance" data-testid="advance">
      <div class=${`advance-row count-${offers.length}`}>
        ${offers.map((offer) => {
          const on = sameAdvance(offer, own.advance);
          return html`<button key=${offer.kind} type="button" role="checkbox" aria-checked=${on}
            class=${`advance-box${on ? " on" : ""}`} data-testid=${`advance-${offer.kind}`}
            onClick=${() => setAdvance(store, on ? "" : offer.kind, offer.amount)}>
            <span class="box"><${Icon} name="check"
              size=${14} /></span><b>${advanceLabel(offer, info.currency)}</b>
          </button>`;
        })}
      </div>
      <p class="hint">Your choice for when it reaches you. It lapses if the price changes. <span
        class="keys-only">Press Esc to clear.</span></p>
    </div>`;
}

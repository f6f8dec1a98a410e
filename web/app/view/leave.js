// Leaving a table: said once what it means for the hand and the chips.
import { html } from "../lib.js";
import { money } from "../core/money.js";
import { ownSeat } from "../core/table_state.js";
import { leave } from "../state/play.js";
import { go, route } from "../state/route.js";
import { closeTable, tables } from "../state/tables.js";
import { Dialog } from "./dialog.js";

const PATIENCE_MS = 1200;

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, onClose: () => void}} p
 */
export function LeaveTable({ store, view, onClose }) {
  const seat = ownSeat(view);
  const inHand = Boolean(seat?.in_hand && view.hand_id && !view.ended);
  const shut = () => {
    onClose();
    closeTable(store.id);
    // The answer may come late: whoever has gone elsewhere meanwhile stays there.
    const { page, id } = route.value;
    if (page === "table" && id === store.id) go("lobby");
    if (page === "tiles" && tables.value.length < 2) go("lobby");
  };
  if (!seat) {
    return html`
      <${Dialog} title=${`Close ${view.info.name}?`} testid="leave-dialog" onClose=${onClose}>
        <p class="quiet">You have no seat here; nothing changes for your chips.</p>
        <footer><button type="button" class="plain" onClick=${onClose}>Stay</button>
          <button type="button" class="primary" data-testid="leave-confirm"
            onClick=${shut}>Close the table</button></footer>
      </${Dialog}>`;
  }
  const confirm = async () => {
    // In a hand the answer waits for its end; the dock says so until then.
    const patience = window.setTimeout(onClose, PATIENCE_MS);
    const answer = await leave(store);
    window.clearTimeout(patience);
    if (answer.ok) shut();
    else onClose();
  };
  return html`
    <${Dialog} title=${`Leave ${view.info.name}?`} testid="leave-dialog" onClose=${onClose}>
      <p>${inHand ? "Your cards are folded when it is your turn. " : ""}${money(seat.stack, view.info.currency)} ${inHand ? "or what is left of it " : ""}goes back to your balance.</p>
      <footer><button type="button" class="plain" onClick=${onClose}>Stay</button>
        <button type="button" class="primary" data-testid="leave-confirm"
          onClick=${confirm}>Leave the table</button></footer>
    </${Dialog}>`;
}

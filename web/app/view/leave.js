// Leaving a table: said once what it means for the hand and the chips.
import { html } from "../lib.js";
import { money } from "../core/money.js";
import { ownSeat } from "../core/table_state.js";
import { leave } from "../state/play.js";
import { go } from "../state/route.js";
import { closeTable } from "../state/tables.js";
import { Dialog } from "./dialog.js";

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, onClose: () => void}} p
 */
export function LeaveTable({ store, view, onClose }) {
  const seat = ownSeat(view);
  const inHand = Boolean(seat?.in_hand && view.hand_id && !view.ended);
  const shut = () => {
    onClose();
    closeTable(store.id);
    go("lobby");
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
    const answer = await leave(store);
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

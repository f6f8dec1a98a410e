// What may be asked about a table: sitting down, more chips, settings, leaving.
import { html } from "../lib.js";
import { BuyIn, TopUp } from "./buy_in.js";
import { LeaveTable } from "./leave.js";
import { SeatSettings } from "./seat_settings.js";
import { SettingsDialog } from "./settings.js";

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View,
 *   dialog: string, seat: number, onClose: () => void}} p
 */
export function TableDialogs({ store, view, dialog, seat, onClose }) {
  switch (dialog) {
    case "sit":
      return html`<${BuyIn} store=${store} view=${view} seat=${seat} onClose=${onClose} />`;
    case "top-up":
      return html`<${TopUp} store=${store} view=${view} onClose=${onClose} />`;
    case "settings":
      return html`<${SettingsDialog} onClose=${onClose}>
        ${view.own.seat > 0 && html`<${SeatSettings} store=${store} view=${view} />`}
      </${SettingsDialog}>`;
    case "leave":
      return html`<${LeaveTable} store=${store} view=${view} onClose=${onClose} />`;
    default:
      return null;
  }
}

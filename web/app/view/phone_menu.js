// A phone's menu at a table: what on a wide page stands beside the felt.
import { html } from "../lib.js";
import { signal } from "../lib.js";
import { Dialog } from "./dialog.js";
import { Switches } from "./dock.js";
import { openPanel } from "./panel_state.js";

export const phoneMenuOpen = signal(false);

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, onOpen: (dialog: string) => void}} p
 */
export function PhoneMenu({ store, view, onOpen }) {
  if (!phoneMenuOpen.value) return null;
  const close = () => {
    phoneMenuOpen.value = false;
  };
  /** @param {() => void} run */
  const then = (run) => () => {
    close();
    run();
  };
  /** @param {string} name @param {string} testid @param {() => void} run */
  const entry = (name, testid, run) =>
    html`<button type="button" class="menu-entry" data-testid=${testid}
      onClick=${then(run)}>${name}</button>`;
  return html`
    <${Dialog} title=${view.info.name} testid="phone-menu" onClose=${close}>
      ${view.own.seat > 0 && html`<${Switches} store=${store} view=${view} />`}
      <div class="menu">
        ${view.own.seat > 0 && entry("Add chips", "menu-top-up", () => onOpen("top-up"))}
        ${entry("Hands", "menu-hands", () => openPanel("hands"))}
        ${entry("Players", "menu-players", () => openPanel("players"))}
        ${entry("Rules of this table", "menu-info", () => openPanel("info"))}
        ${entry("Settings", "menu-settings", () => onOpen("settings"))}
        ${entry(view.own.seat > 0 ? "Leave the table" : "Close the table", "menu-leave", () => onOpen("leave"))}
      </div>
    </${Dialog}>`;
}

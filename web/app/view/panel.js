// The side panel of a table: chat, hands, players, info. On a phone it is a sheet, on a middle
// window a drawer.
import { html } from "../lib.js";
import { Icon } from "../art/icons.js";
import { Chat } from "./chat.js";
import { Hands } from "./hands.js";
import { HouseRules } from "./house_rules.js";
import { Players, RuleList } from "./players_info.js";

const TABS = [
  ["chat", "Chat"],
  ["hands", "Hands"],
  ["players", "Players"],
  ["info", "Info"],
];

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, tab: string,
 *   kind: "side" | "drawer" | "sheet", onTab: (tab: string) => void, onClose: () => void,
 *   onReplay: (id: string) => void}} p
 */
export function Panel({ store, view, tab, kind, onTab, onClose, onReplay }) {
  return html`
    <aside class=${`panel panel-${kind}`} aria-label="Table panel" data-testid="panel">
      <div class="tabs" role="tablist" aria-label="Panel">
        ${TABS.map(
          ([id, name]) => html`
          <button type="button" role="tab" id=${`tab-${id}`} aria-selected=${tab === id}
            aria-controls="panel-body"
            data-testid=${`tab-${id}`} onClick=${() => onTab(id)}>${name}</button>`,
        )}
        ${
          kind !== "side" &&
          html`<button type="button" class="icon-button panel-close" aria-label="Close panel"
          data-testid="panel-close" onClick=${onClose}><${Icon} name="close" /></button>`
        }
      </div>
      <div class="panel-body" id="panel-body" role="tabpanel" aria-labelledby=${`tab-${tab}`}>
        ${tab === "chat" && html`<${Chat} store=${store} view=${view} />`}
        ${tab === "hands" && html`<${Hands} store=${store} view=${view} onReplay=${onReplay} />`}
        ${tab === "players" && html`<${Players} view=${view} />`}
        ${
          tab === "info" &&
          html`<${RuleList} info=${view.info} own=${view.own} /><${HouseRules}
          tableId=${store.id} />`
        }
      </div>
    </aside>`;
}

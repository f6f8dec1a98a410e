// A table's page: stage, dock and side panel for the window that there is.
import { html, useEffect, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { frameOf } from "../geometry/choose.js";
import { groupedNumber, shortMoney, titleLine } from "../core/money.js";
import { myTurn } from "../core/table_state.js";
import { lineState } from "../net/line.js";
import { viewport } from "../state/now.js";
import { takeWanted } from "../state/route.js";
import { openTable } from "../state/tables.js";
import { Banners, pushed } from "./banners.js";
import { Dialog } from "./dialog.js";
import { Dock } from "./dock.js";
import { pick } from "./draw_bar.js";
import { Motion } from "./motion.js";
import { Panel } from "./panel.js";
import { Replayer } from "./replayer.js";
import { Stage, useLayout } from "./stage.js";
import { openPanel, panelTab } from "./panel_state.js";
import { PhoneMenu } from "./phone_menu.js";
import { TableDialogs } from "./table_dialogs.js";
import { useStale } from "./stale.js";

/** @typedef {import("../state/tables.js").Store} Store */
/** @typedef {import("../protocol.js").View} View */

/** @param {{view: View}} p */
const TableHead = ({ view }) => html`
  <div class="table-head" data-testid="table-head">
    <h1>${view.info.name}</h1>
    <p>${titleLine(view.info)}</p>
    <p class="quiet">${view.hand_number ? `Hand ${groupedNumber(view.hand_number)}` : "No hand yet"}${
      view.info.stakes.ante
        ? ` · ante ${shortMoney(view.info.stakes.ante, view.info.currency)}`
        : ` · ${view.info.seats_max} seats`
    }</p>
  </div>`;

/** @param {{onOpen: (dialog: string) => void, seated: boolean}} p */
const Tools = ({ onOpen, seated }) => html`
  <div class="table-tools">
    ${
      seated &&
      html`<button type="button" class="icon-button" aria-label="Add chips" title="Add chips"
      data-testid="tool-chips" onClick=${() => onOpen("top-up")}><${Icon} name="chips" /></button>`
    }
    <button type="button" class="icon-button" aria-label="Hands" data-testid="tool-hands"
      onClick=${() => openPanel("hands")}><${Icon} name="history" /></button>
    <button type="button" class="icon-button" aria-label="Settings" data-testid="tool-settings"
      onClick=${() => onOpen("settings")}><${Icon} name="gear" /></button>
    <button type="button" class="icon-button"
      aria-label=${seated ? "Leave the table" : "Close the table"} data-testid="tool-leave"
      onClick=${() => onOpen("leave")}><${Icon} name="exit" /></button>
  </div>`;

/** @param {{heardAt: number}} p */
const StaleNote = ({ heardAt }) => html`
  <p class="stale-note" role="status"
    data-testid="stale">As of ${Math.round((performance.now() - heardAt) / 1000)} s ago. Waiting for the table.</p>`;

/** @param {{store: Store, view: View, frame: import("../geometry/choose.js").Frame}} p */
function TableBody({ store, view, frame }) {
  const layout = useLayout(frame, view);
  const [dialog, setDialog] = useState("");
  const [seat, setSeat] = useState(0);
  const phone = frame.mode === "phone" || frame.mode === "land";
  const dock = frame.dock - viewport.value.bottom;
  const lost = lineState.value !== "open";
  const stale = useStale(store) || lost;
  const tab = panelTab.value;
  const seated = view.own.seat > 0;
  // An answer that comes late closes its own dialog, not the one that is open by then.
  const close = () => setDialog((now) => (now === dialog ? "" : now));
  const replaying = dialog.startsWith("replay:") ? dialog.slice(7) : "";
  const picking = myTurn(view) && view.street === "draw" && (view.own.legal?.draw_max ?? -1) >= 0;
  const sitAt = (/** @type {number} */ number) => {
    setSeat(number);
    setDialog("sit");
  };
  useEffect(() => {
    const wanted = takeWanted(store.id);
    if (wanted >= 0 && !seated) sitAt(wanted);
  });
  useEffect(() => {
    if (!frame.panel && panelTab.peek() === "chat") panelTab.value = "";
    if (frame.panel && !panelTab.peek()) panelTab.value = "chat";
  }, [frame.panel]);
  return html`
    <main class=${`table-page mode-${frame.mode}${frame.panel ? " with-panel" : ""}${frame.mode === "phone" && dock < 190 ? " compact" : ""}`} data-testid="table-page" data-table=${store.id} style=${{ "--dock": `${frame.dock}px` }}>
      <a class="skip" href="#actions" onClick=${(/** @type {Event} */ event) => {
        event.preventDefault();
        /** @type {HTMLElement | null} */ (
          document.querySelector(".dock button:not([disabled])")
        )?.focus();
      }}>Skip to actions</a>
      <div class=${`play${view.info.limit === "fixed" ? " limit-game" : ""}`}
        style=${{ width: frame.mode === "land" ? "100%" : `${frame.stageW}px` }}>
        <${Banners} view=${view} only="staying" />
        <${Stage} view=${view} layout=${layout} stale=${stale} picked=${store.discards.value}
          picking=${picking}
          onPick=${(/** @type {string} */ card) => pick(store, card)} onSit=${sitAt}>
          ${
            !phone &&
            html`<${TableHead} view=${view} /><${Tools}
            onOpen=${setDialog} seated=${seated} />`
          }
          <${Banners} view=${view} only="passing" />
          ${stale && !lost && html`<${StaleNote} heardAt=${store.heardAt.value} />`}
          <${Motion} store=${store} layout=${layout} />
        </${Stage}>
        <${Dock} store=${store} view=${view} stale=${stale} phone=${phone}
          compact=${frame.mode === "phone" && dock < 150} switches=${!phone}
          onSit=${() => sitAt(0)} onTopUp=${() => setDialog("top-up")} />
      </div>
      ${
        (frame.panel || tab) &&
        html`
        <${Panel} store=${store} view=${view} tab=${tab || "chat"}
          kind=${frame.panel ? "side" : phone ? "sheet" : "drawer"}
          onTab=${openPanel} onClose=${() => openPanel("")} onReplay=${(/** @type {string} */ id) => setDialog(`replay:${id}`)} />`
      }
      ${
        !frame.panel &&
        !phone &&
        !tab &&
        html`
        <button type="button" class="drawer-handle" data-testid="open-panel"
          onClick=${() => openPanel("chat")}>
          <${Icon} name="chat"
            size=${18} />Chat${store.unread.value > 0 && html`<b>${store.unread.value}</b>`}</button>`
      }
      ${phone && html`<${PhoneMenu} store=${store} view=${view} onOpen=${setDialog} />`}
      <${TableDialogs} store=${store} view=${view} dialog=${dialog} seat=${seat}
        onClose=${close} />
      ${
        replaying &&
        html`<${Dialog} title="Replay" testid="replayer" wide
        onClose=${close}><${Replayer} handId=${replaying} /></${Dialog}>`
      }
    </main>`;
}

const PATIENCE_MS = 5000;

/** A table that is not here yet; after a while it is said that this takes long. @param {{id: string}} p */
function Coming({ id }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const words = late
    ? "The table does not answer yet. It comes back by itself; chips there are safe."
    : "The table is coming.";
  return html`<main class="table-page waiting" data-testid="table-loading"><${Banners}
    view=${null} tableId=${id} /><p class="outline" role="status">${words}</p></main>`;
}

/** @param {{id: string}} p */
export function TablePage({ id }) {
  const [store, setStore] = useState(/** @type {Store | null} */ (null));
  useEffect(() => setStore(openTable(id)), [id]);
  const view = store && store.id === id ? store.view.value : null;
  const { width, height, bottom } = viewport.value;
  if (!store || !view) {
    return html`<${Coming} key=${id} id=${id} />`;
  }
  const frame = frameOf(width, height - pushed.value, {
    limit: view.info.limit === "fixed",
    bottom,
  });
  return html`<${TableBody} key=${id} store=${store} view=${view} frame=${frame} />`;
}

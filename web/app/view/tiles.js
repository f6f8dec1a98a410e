// Several tables at once on a wide window: two side by side, or four in a square.
import { html, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { tileFrame } from "../geometry/choose.js";
import { stakesText } from "../core/money.js";
import { myTurn } from "../core/table_state.js";
import { shortTitle } from "../core/words.js";
import { lineState } from "../net/line.js";
import { activeTable, activeTile } from "../state/active.js";
import { viewport } from "../state/now.js";
import { go } from "../state/route.js";
import { tables } from "../state/tables.js";
import { Banners } from "./banners.js";
import { Dock } from "./dock.js";
import { pick } from "./draw_bar.js";
import { Motion } from "./motion.js";
import { Stage, useLayout } from "./stage.js";
import { useStale } from "./stale.js";
import { TableDialogs } from "./table_dialogs.js";

/** @typedef {import("../state/tables.js").Store} Store */
/** @typedef {import("../protocol.js").View} View */

/** As many as a square holds. */
export const TILES_MOST = 4;
const LEAST = { width: 1200, height: 700 };

/** Whether there are tables enough and a window large enough. */
export const tilesFit = () =>
  tables.value.length > 1 &&
  viewport.value.width >= LEAST.width &&
  viewport.value.height >= LEAST.height;

/** @param {{view: View, onLeave: () => void}} p */
const TileHead = ({ view, onLeave }) => html`
  <header class="tile-head">
    <h2>${view.info.name}</h2><span>${shortTitle(view.info.game, view.info.limit)} · ${stakesText(view.info)}</span>
    <button type="button" class="icon-button" aria-label=${`Open ${view.info.name} alone`}
      data-testid="tile-open" onClick=${() => go("table", view.table_id)}><${Icon} name="grow"
      size=${18} /></button>
    <button type="button" class="icon-button"
      aria-label=${view.own.seat ? `Leave ${view.info.name}` : `Close ${view.info.name}`}
      data-testid="tile-leave" onClick=${onLeave}><${Icon} name="exit" size=${18} /></button>
  </header>`;

/** @param {{store: Store, view: View, frame: import("../geometry/choose.js").Frame}} p */
function Tile({ store, view, frame }) {
  const layout = useLayout(frame, view);
  const [dialog, setDialog] = useState("");
  const [seat, setSeat] = useState(0);
  const stale = useStale(store) || lineState.value !== "open";
  const picking = myTurn(view) && view.street === "draw" && (view.own.legal?.draw_max ?? -1) >= 0;
  const sitAt = (/** @type {number} */ number) => {
    setSeat(number);
    setDialog("sit");
  };
  const touch = () => {
    activeTile.value = store.id;
  };
  const looks = [
    `mode-${frame.mode === "land" ? "tile" : frame.mode}`,
    myTurn(view) ? "waits" : "",
    activeTable() === store.id ? "active" : "",
  ];
  return html`
    <section class=${`tile ${looks.join(" ")}`} aria-label=${view.info.name}
      data-table=${store.id} data-testid=${`tile-${store.id}`}
      style=${{ "--dock": `${frame.dock}px`, width: `${frame.stageW}px` }}
      onPointerEnter=${touch} onFocusIn=${touch}>
      <${TileHead} view=${view} onLeave=${() => setDialog("leave")} />
      <${Stage} view=${view} layout=${layout} stale=${stale} picked=${store.discards.value}
        picking=${picking} onPick=${(/** @type {string} */ card) => pick(store, card)}
        onSit=${sitAt}><${Motion} store=${store} layout=${layout} /></${Stage}>
      <${Dock} store=${store} view=${view} stale=${stale} phone=${frame.mode === "phone"}
        compact=${false} switches=${false} onSit=${() => sitAt(0)}
        onTopUp=${() => setDialog("top-up")} />
      <${TableDialogs} store=${store} view=${view} dialog=${dialog} seat=${seat}
        onClose=${() => setDialog("")} />
    </section>`;
}

export function TilesPage() {
  const { width, height } = viewport.value;
  const list = tables.value.slice(0, TILES_MOST);
  return html`
    <main class="tiles-page" data-testid="tiles">
      <${Banners} view=${null} />
      <div class="tiles">
        ${list.map((store) => {
          const view = store.view.value;
          return (
            view &&
            html`<${Tile} key=${store.id} store=${store} view=${view}
            frame=${tileFrame(width, height, list.length, view.info.limit === "fixed")} />`
          );
        })}
      </div>
    </main>`;
}

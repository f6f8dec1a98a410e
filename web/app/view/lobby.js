// The lobby: live rows, filters, order, and the preview of a table.
import { html, useEffect, useState } from "../lib.js";
import { loosened, NO_FILTERS } from "../core/lobby_list.js";
import { plural } from "../core/words.js";
import {
  allRows,
  chosen,
  filters,
  loaded,
  players,
  previewRow,
  shownRows,
  watchLobby,
} from "../state/lobby.js";
import { viewport } from "../state/now.js";
import { Banners } from "./banners.js";
import { LobbyFilters } from "./lobby_filters.js";
import { LobbyList } from "./lobby_list.js";
import { Preview } from "./preview.js";
import { Dialog } from "./dialog.js";

const LOOSE = /** @type {Record<string, string>} */ ({
  game: "with any game",
  limit: "with any limit",
  stakes: "with any stakes",
  seats: "with any size",
  money: "with any money",
  text: "without the search",
  open: "with full tables",
});

function NoMatch() {
  const [best] = loosened(allRows.value, filters.value);
  return html`
    <div class="no-match" data-testid="no-match"><b>No table fits these filters</b>
      <p>${best ? `${best.count} ${best.count === 1 ? "does" : "do"} ${LOOSE[best.name]}.` : "No table is open right now."}
        ${" "}<button type="button" class="link" onClick=${() => {
          filters.value = best
            ? { ...filters.value, [best.name]: NO_FILTERS[best.name] }
            : NO_FILTERS;
        }}>Show them</button></p></div>`;
}

export function LobbyPage() {
  useEffect(watchLobby, []);
  const { width } = viewport.value;
  const side = width >= 1100;
  const [sheet, setSheet] = useState(false);
  const row = previewRow.value;
  return html`
    <main class="lobby" data-testid="lobby">
      <${Banners} view=${null} />
      <div class=${`lobby-columns${side ? "" : " single"}`}>
        <section class="lobby-main" aria-label="Tables">
          <header class="lobby-head"><h1>Cash games</h1>
            <p data-testid="lobby-count">${players.value.toLocaleString("en-GB")} ${players.value === 1 ? "player" : "players"} · ${plural(allRows.value.length, "table")}</p></header>
          <${LobbyFilters} />
          ${
            loaded.value && !shownRows.value.length
              ? html`<${NoMatch} />`
              : html`<${LobbyList} rows=${shownRows.value}
                selected=${side ? (row?.table_id ?? "") : ""} narrow=${width < 760} onChoose=${(
                  /** @type {string} */ id,
                ) => {
                  chosen.value = id;
                  if (!side) setSheet(true);
                }} />`
          }
        </section>
        ${
          side &&
          row &&
          html`<aside class="preview" aria-label="Table preview"><${Preview}
          row=${row} /></aside>`
        }
      </div>
      ${
        !side &&
        sheet &&
        row &&
        html`<${Dialog} title=${row.info.name} testid="preview-sheet"
        onClose=${() => setSheet(false)}><${Preview} row=${row} bare /></${Dialog}>`
      }
    </main>`;
}

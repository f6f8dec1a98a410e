// The list of tables: a table with sortable heads, or two-line rows on a phone.
import { html } from "../lib.js";
import { money, stakesText } from "../core/money.js";
import { GAMES, LIMITS, LIST_GAMES, capital } from "../core/words.js";
import { order } from "../state/lobby.js";
import { go } from "../state/route.js";
import { seatedTables } from "../state/tables.js";

/** @typedef {import("../protocol.js").LobbyRow} Row */

const HEADS = /** @type {[string, string, string][]} */ ([
  ["table", "Table", ""],
  ["game", "Game", ""],
  ["limit", "Limit", ""],
  ["stakes", "Stakes", "end"],
  ["players", "Players", ""],
  ["waiting", "Waiting", "end"],
  ["pot", "Avg pot", "end"],
  ["pace", "Hands/h", "end"],
]);

/** @param {{row: Row}} p */
const Occupancy = ({ row }) => html`
  <span class="occupancy" aria-hidden="true">${Array.from(
    { length: row.info.seats_max },
    (_, at) => html`<i class=${at < row.seated ? "taken" : ""}></i>`,
  )}</span>`;

/** @param {{row: Row, mine: boolean}} p */
const Tags = ({ row, mine }) => html`
  ${mine && html`<span class="row-tag mine">You play here</span>`}
  ${
    !mine &&
    row.state !== "open" &&
    html`<span
    class="row-tag">${capital(row.state.replaceAll("_", " "))}</span>`
  }
  ${
    !mine &&
    row.state === "open" &&
    row.tags.slice(0, 1).map(
      (tag) => html`<span
    class="row-tag">${capital(tag)}</span>`,
    )
  }`;

/** @param {Row} row */
const dash = (row) => (row.hands_per_hour ? money(row.average_pot, row.info.currency) : "—");

/** @param {{row: Row, on: boolean, mine: boolean, onChoose: (id: string) => void}} p */
const WideRow = ({ row, on, mine, onChoose }) => html`
  <tr class=${on ? "on" : ""} data-testid=${`row-${row.table_id}`}
    onClick=${() => onChoose(row.table_id)}
    onDblClick=${() => go("table", row.table_id)}>
    <th scope="row"><button type="button" aria-pressed=${on}
      onClick=${() => onChoose(row.table_id)}>${row.info.name}</button><${Tags} row=${row}
      mine=${mine} /></th>
    <td>${LIST_GAMES[row.info.game]}</td><td>${LIMITS[row.info.limit]}</td><td
      class="end strong">${stakesText(row.info)}</td>
    <td><span class="seated">${row.seated} / ${row.info.seats_max}</span><${Occupancy}
      row=${row} /></td>
    <td class="end">${row.waiting || "—"}</td><td class="end">${dash(row)}</td><td
      class="end">${row.hands_per_hour || "—"}</td>
  </tr>`;

/** @param {{row: Row, mine: boolean, onChoose: (id: string) => void}} p */
const NarrowRow = ({ row, mine, onChoose }) => html`
  <li><button type="button" class="narrow-row" data-testid=${`row-${row.table_id}`}
    onClick=${() => onChoose(row.table_id)}>
    <span class="narrow-1"><b>${row.info.name}</b><${Tags} row=${row} mine=${mine} /><b
      class="narrow-stakes">${stakesText(row.info)}</b></span>
    <span class="narrow-2"><span>${GAMES[row.info.game]} · ${LIMITS[row.info.limit].toLowerCase()}</span><span class="narrow-seats">${row.seated} / ${row.info.seats_max} <${Occupancy} row=${row} /></span></span>
  </button></li>`;

/** @param {{rows: Row[], selected: string, narrow: boolean, onChoose: (id: string) => void}} p */
export function LobbyList({ rows, selected, narrow, onChoose }) {
  const mine = seatedTables();
  if (narrow) {
    return html`<ul class="narrow-list" data-testid="lobby-list">${rows.map(
      (row) => html`
      <${NarrowRow} key=${row.table_id} row=${row} mine=${mine.has(row.table_id)}
        onChoose=${onChoose} />`,
    )}</ul>`;
  }
  const { by, down } = order.value;
  return html`
    <table class="lobby-list" data-testid="lobby-list">
      <thead><tr>${HEADS.map(
        ([key, name, align]) => html`
        <th scope="col" class=${align}
          aria-sort=${by === key ? (down ? "descending" : "ascending") : undefined}>
          <button type="button" data-testid=${`sort-${key}`} onClick=${() => {
            order.value = {
              by: key,
              down: by === key ? !down : !["table", "game", "limit"].includes(key),
            };
          }}>${name}<i
            aria-hidden="true">${by === key ? (down ? " ↓" : " ↑") : ""}</i></button></th>`,
      )}</tr></thead>
      <tbody>${rows.map(
        (row) => html`
        <${WideRow} key=${row.table_id} row=${row} on=${row.table_id === selected}
          mine=${mine.has(row.table_id)} onChoose=${onChoose} />`,
      )}</tbody>
    </table>`;
}

// The lobby's rows, live; filters and order of the list.
import { computed, signal } from "../lib.js";
import { fillRow } from "../core/defaults.js";
import { NO_FILTERS, fits, sortRows } from "../core/lobby_list.js";
import { onFrame, onOpen, send } from "../net/line.js";

/** @typedef {import("../protocol.js").LobbyRow} Row */

const rows = signal(/** @type {Map<string, Row>} */ (new Map()));
export const loaded = signal(false);
export const players = signal(0);
export const filters = signal(NO_FILTERS);
export const order = signal({ by: "players", down: true });
export const chosen = signal("");

export const allRows = computed(() => [...rows.value.values()]);
export const shownRows = computed(() =>
  sortRows(
    allRows.value.filter((row) => fits(row, filters.value)),
    order.value,
  ),
);
/** The row in the preview: the chosen one, else the first. */
export const previewRow = computed(() => rows.value.get(chosen.value) ?? shownRows.value[0]);

/** @param {string} id */
export const rowOf = (id) => rows.value.get(id);

let watching = 0;

/** Follows the rows as long as somebody looks; returns the way to stop. */
export function watchLobby() {
  watching += 1;
  if (watching === 1) send("lobby_watch", {});
  return () => {
    watching -= 1;
    if (!watching) send("lobby_unwatch", {});
  };
}

onOpen(() => {
  if (watching) send("lobby_watch", {});
});

onFrame("lobby", (frame) => {
  const next = new Map(frame.all ? [] : rows.value);
  for (const raw of frame.rows ?? []) {
    const row = fillRow(raw);
    if (row.removed) next.delete(row.table_id);
    else next.set(row.table_id, row);
  }
  rows.value = next;
  players.value = frame.players ?? players.value;
  loaded.value = true;
});

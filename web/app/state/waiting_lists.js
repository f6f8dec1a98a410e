// Own places on waiting lists.
import { signal } from "../lib.js";
import { onFrame, onOpen } from "../net/line.js";
import { call } from "../net/rest.js";
import { tell } from "./notices.js";

/** @typedef {{table_id: string, place: number, waiting: number}} Place */

/** By table. */
export const places = signal(/** @type {Map<string, Place>} */ (new Map()));

async function loadPlaces() {
  const reply = await call("GET", "/api/waiting").catch(() => null);
  if (!reply) return;
  const list = /** @type {Place[]} */ (reply.waiting ?? []);
  places.value = new Map(list.map((place) => [place.table_id, place]));
}

/** @param {string} tableId */
export async function joinList(tableId) {
  const place = await call("POST", `/api/tables/${tableId}/waiting`);
  places.value = new Map(places.value).set(tableId, place);
}

/** @param {string} tableId */
export async function leaveList(tableId) {
  await call("DELETE", `/api/tables/${tableId}/waiting`);
  await loadPlaces();
}

onOpen(() => void loadPlaces());

onFrame("notice", async ({ code, text, level, table_id: tableId }) => {
  if (!["seat_offer", "seat_offer_over", "waiting_place"].includes(code)) return;
  void loadPlaces();
  if (code !== "seat_offer") return;
  const detail = await call("GET", `/api/tables/${tableId}`).catch(() => null);
  const name = detail?.table?.info?.name;
  if (name) tell({ level, code, lead: `A seat is open for you at ${name}.`, text, table_id: tableId });
});

// Where the player is, in the address's fragment: #/lobby, #/table/T, #/sign-in, #/sign-up.
import { signal } from "../lib.js";

/** @typedef {{page: string, id: string}} Route */

/** @returns {Route} */
function read() {
  const [page = "", id = ""] = window.location.hash.replace(/^#\/?/, "").split("/");
  return { page: page || "lobby", id: decodeURIComponent(id) };
}

export const route = signal(read());

/** A seat that was chosen in the lobby, before its table is open; 0: any. */
const wanted = { table: "", seat: -1 };

/** @param {string} page @param {string} [id] */
export function go(page, id) {
  window.location.hash = id ? `#/${page}/${encodeURIComponent(id)}` : `#/${page}`;
}

/** Goes to a table to sit down there. @param {string} id @param {number} [seat] */
export function goAndSit(id, seat = 0) {
  wanted.table = id;
  wanted.seat = seat;
  go("table", id);
}

/** The seat chosen for a table, once; -1: none. @param {string} id */
export function takeWanted(id) {
  if (wanted.table !== id) return -1;
  const { seat } = wanted;
  wanted.seat = -1;
  return seat;
}

window.addEventListener("hashchange", () => {
  route.value = read();
});

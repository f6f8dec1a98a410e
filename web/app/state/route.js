// Where the player is, in the address's fragment: #/lobby, #/table/T, #/sign-in, #/sign-up.
import { signal } from "../lib.js";

/** @typedef {{page: string, id: string}} Route */

/** @returns {Route} */
function read() {
  const [page = "", id = ""] = window.location.hash.replace(/^#\/?/, "").split("/");
  return { page: page || "lobby", id: decodeURIComponent(id) };
}

export const route = signal(read());

/** @param {string} page @param {string} [id] */
export function go(page, id) {
  window.location.hash = id ? `#/${page}/${encodeURIComponent(id)}` : `#/${page}`;
}

window.addEventListener("hashchange", () => {
  route.value = read();
});

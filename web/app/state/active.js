// The table that keys are meant for: the one on the page, or among tiles the one last touched.
import { signal } from "../lib.js";
import { route } from "./route.js";
import { tables } from "./tables.js";

/** The tile that was last pointed at or turned to. */
export const activeTile = signal("");

/** Its id; "" where no table is on the page. */
export function activeTable() {
  const { page, id } = route.value;
  if (page === "table") return id;
  if (page !== "tiles") return "";
  const list = tables.value.map((store) => store.id);
  return list.includes(activeTile.value) ? activeTile.value : (list[0] ?? "");
}

// Whether what is on the screen is too old to act on.
import { useEffect, useState } from "../lib.js";
import { isStale } from "../state/tables.js";

/** Looks once a second whether the view is too old to act on. @param {import("../state/tables.js").Store} store */
export function useStale(store) {
  const [stale, setStale] = useState(false);
  const heardAt = store.heardAt.value;
  useEffect(() => {
    const look = () => setStale(isStale(store, store.heardAt.value, performance.now()));
    look();
    const timer = window.setInterval(look, 1000);
    return () => window.clearInterval(timer);
  }, [store, heardAt]);
  return stale;
}

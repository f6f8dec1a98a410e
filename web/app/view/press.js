// Presses that count: the misclick guard around a button.
import { useRef } from "../lib.js";
import { pressCounts } from "../core/guard.js";

/**
 * Handlers for a button that acts. A press that began before the prompt, or too soon after a new
 * price, does nothing.
 * @param {{promptAt: {value: number}}} store @param {() => void} run
 */
export function usePress(store, run) {
  const began = useRef(0);
  return {
    onPointerDown: () => {
      began.current = performance.now();
    },
    onClick: (/** @type {MouseEvent} */ event) => {
      const keyboard = event.detail === 0;
      const at = keyboard ? performance.now() : began.current;
      if (pressCounts(at, store.promptAt.value, keyboard)) run();
    },
  };
}

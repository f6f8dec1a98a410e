// What the keys mean right now, by table: the docks that are on the screen say so.

/**
 * @typedef {object} DockKeys
 * @property {() => void} [fold]
 * @property {() => void} [checkCall]
 * @property {() => void} [raise]
 * @property {(n: number) => void} [preset]
 * @property {(steps: number) => void} [step]
 * @property {() => void} [draw]
 * @property {() => void} [pat]
 * @property {() => void} [escape]
 */

/** @type {Map<string, DockKeys>} */
const keys = new Map();

/** @param {string} tableId @returns {DockKeys} */
export const keysOf = (tableId) => keys.get(tableId) ?? {};

/** @param {string} tableId @param {DockKeys} meaning */
export const setKeys = (tableId, meaning) => keys.set(tableId, meaning);

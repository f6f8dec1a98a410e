// What the keys mean right now: the dock that is on the screen says so.

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

/** @type {{current: DockKeys}} */
export const dockKeys = { current: {} };

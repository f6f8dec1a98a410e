// The one door to the vendored modules: templates, hooks and signals.
import { h, render, Fragment, createPortal } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

/** @typedef {import("../vendor/preact.js").VNode} VNode */
/** @typedef {import("../vendor/preact.js").Child} Child */

/** Makes nodes from a template; text in it is always text, never markup. */
export const html = htm.bind(/** @type {(t: unknown, p: unknown, ...c: unknown[]) => VNode} */ (h));
export { render, Fragment, createPortal };
export { useState, useRef, useEffect, useLayoutEffect, useMemo } from "../vendor/hooks.js";
export { signal, computed, effect, batch } from "../vendor/signals.js";

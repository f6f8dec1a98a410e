// Which layout a window gets, and how much of it the dock and the side panel take.
import { LARGE, MID, fit, scaledLayout, shortLayout } from "./desktop.js";
import { DOCK_W, landscapeLayout } from "./landscape.js";
import { phoneLayout } from "./phone.js";

/** @typedef {import("./layout.js").Layout} Layout */
/**
 * @typedef {{mode: import("./layout.js").Mode, panel: boolean, dock: number, stageW: number, stageH: number}} Frame
 */

export const BAR = 48;
export const PANEL = 320;
const DOCKS = { large: 124, mid: 108, short: 84 };

/** @param {number} w @param {number} h */
const isShort = (w, h) => (w >= 1000 && h >= 490) || (w >= 1120 && h >= 468);

/**
 * The frame of a window: the largest layout that fits, with the side panel open where it may be.
 * `bottom`: what a phone's home bar takes from the dock.
 * @param {number} width @param {number} height @param {{limit: boolean, bottom?: number}} game
 * @returns {Frame}
 */
export function frameOf(width, height, { limit, bottom = 0 }) {
  /** @param {"large" | "mid" | "short"} mode @param {boolean} panel */
  const frame = (mode, panel) => ({
    mode,
    panel,
    dock: DOCKS[mode],
    stageW: width - (panel ? PANEL : 0),
    stageH: height - BAR - DOCKS[mode],
  });
  const candidates = [
    frame("large", true),
    frame("mid", true),
    frame("large", false),
    frame("mid", false),
    frame("short", true),
    frame("short", false),
  ];
  const found = candidates.find(({ mode, stageW, stageH }) =>
    mode === "short"
      ? isShort(stageW, stageH)
      : fit(stageW, stageH, mode === "large" ? LARGE : MID) >= 1,
  );
  if (found) return found;
  if (width > height && width >= 560 && height < 560) {
    return { mode: "land", panel: false, dock: 0, stageW: width - DOCK_W, stageH: height - BAR };
  }
  const dock = (limit ? 104 : height >= 844 ? 192 : height >= 700 ? 160 : 112) + bottom;
  return { mode: "phone", panel: false, dock, stageW: width, stageH: height - BAR - dock };
}

/** Height of a tile's head, and of the dock below a flat tile. */
export const TILE_HEAD = 34;
const TILE_DOCK = 104;

/**
 * The frame of one of several tables on a window: upright side by side, or flat in a square.
 * @param {number} width @param {number} height of the window @param {number} count of tables
 * @param {boolean} limit
 * @returns {Frame}
 */
export function tileFrame(width, height, count, limit) {
  const rows = count > 2 ? 2 : 1;
  const stageW = Math.floor((width - 8 * 3) / 2);
  const stageH = Math.floor((height - BAR - 8 * (rows + 1)) / rows) - TILE_HEAD;
  if (rows === 1) {
    const dock = limit ? 104 : 192;
    return { mode: "phone", panel: false, dock, stageW, stageH: stageH - dock };
  }
  return { mode: "land", panel: false, dock: TILE_DOCK, stageW, stageH: stageH - TILE_DOCK };
}

/**
 * @param {Frame} frame @param {number} n seats @param {{stud: boolean, limit: boolean}} game
 * @returns {Layout}
 */
export function layoutOf(frame, n, game) {
  const { mode, stageW, stageH } = frame;
  if (mode === "phone") return phoneLayout(stageW, Math.max(stageH, 505), n, game);
  if (mode === "land")
    return landscapeLayout(stageW, Math.max(stageH, 264), n, { ...game, flat: frame.dock > 0 });
  if (mode === "short") return shortLayout(stageW, stageH, n, game.stud);
  return scaledLayout(stageW, stageH, n, game.stud, mode === "large" ? LARGE : MID, mode);
}

// A phone on its side, and a flat tile: the others in one row on top in turn order, the board under
// it, own cards at the left. The phone's dock is a column at the right; the tile's lies below, and
// its own cards stand beside the pod.
import { seatAngle } from "./curve.js";

/** @typedef {import("./layout.js").Layout} Layout */

export const DOCK_W = 272;
const PLATE_H = 38;
const OWN = { w: 226, h: 46 };

/**
 * @param {number} width @param {number} height of the stage @param {number} n
 * @param {{stud: boolean, flat: boolean}} game
 * @returns {Layout}
 */
export function landscapeLayout(width, height, n, { stud, flat }) {
  const others = Math.max(1, n - 1);
  const slot = (width - 8) / others;
  const w = Math.min(112, slot - 6);
  const own = { x: 8 + OWN.w / 2, y: height - 8 - OWN.h / 2, ...OWN, angle: 90 };
  const row = Array.from({ length: n - 1 }, (_, at) => ({
    x: 4 + slot * (at + 0.5),
    y: 6 + PLATE_H / 2,
    w,
    h: PLATE_H,
    angle: seatAngle(at + 1, n),
  }));
  const pods = [own, ...row];
  const card = Math.min(46, (height - 210) / 1.9 + 20);
  const gap = 5;
  const boardY = stud ? 140 : 96;
  const boardX = width / 2 - (card * 5 + gap * 4) / 2;
  const middle = stud ? width * 0.66 : width / 2;
  const ownCard = flat
    ? Math.min(64, (height - boardY - card * 1.4 - 24) / 1.4)
    : Math.min(60, (height - boardY - card * 1.4 - 84) / 1.2);
  const beside = own.x + own.w / 2 + 10;
  return {
    mode: "land",
    width,
    height,
    scale: 1,
    felt: {
      cx: width / 2,
      cy: height * 0.46,
      a: width / 2 - 8,
      b: height * 0.44,
      exponent: 2.9,
      rail: 12,
    },
    pods,
    avatar: 0,
    bets: pods.map((pod, k) =>
      k === 0
        ? { x: width * (flat ? 0.82 : 0.68), y: height - (flat ? 96 : 40) }
        : { x: pod.x, y: pod.y + pod.h / 2 + (stud ? 58 : 16) },
    ),
    buttons: pods.map((pod, k) =>
      k === 0
        ? { x: pod.x + pod.w / 2 + 16, y: pod.y, size: 20 }
        : { x: pod.x - pod.w / 2 + 10, y: pod.y + pod.h / 2 + 3, size: 18 },
    ),
    board: { x: boardX, y: boardY, card, gap },
    total: { x: middle, y: boardY - 14 },
    pots: { x: width / 2, y: boardY + card * 1.4 + 14 },
    stage_line: { x: middle, y: boardY + 16 },
    own: flat
      ? { x: width / 2 + 40, y: height - 8, card: ownCard, gap: 5, left: beside }
      : { x: own.x, y: own.y - own.h / 2 + 5, card: ownCard, gap: 5 },
    back: 0,
    shown: 34,
    shown_below: pods.map((_, k) => k > 0),
    fans: pods.map((pod, k) => ({
      x: pod.x,
      y: k === 0 ? pod.y - pod.h / 2 - 44 : pod.y + pod.h / 2 + 3,
      align: "centre",
      corner: false,
    })),
  };
}

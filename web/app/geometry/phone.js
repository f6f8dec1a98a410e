// Seats on a narrow, high stage. Slots are those of a 390 x 844 window; y counts from its top, the
// bar of 48 included.
import { seatAngle } from "./curve.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {[number, number]} Slot */

const BAR = 48;
const TOP = /** @type {Record<string, number[]>} */ ({
  1: [195],
  2: [132, 258],
  3: [66, 195, 324],
});

/**
 * Left side from below, and how many stand on top.
 * @type {Record<number, {left: Slot[], top: number}>}
 */
const SLOTS = {
  2: { left: [], top: 1 },
  3: { left: [[57, 204]], top: 0 },
  4: { left: [[57, 204]], top: 1 },
  5: {
    left: [
      [57, 446],
      [57, 204],
    ],
    top: 0,
  },
  6: {
    left: [
      [57, 446],
      [57, 204],
    ],
    top: 1,
  },
  7: {
    left: [
      [48, 446],
      [48, 224],
    ],
    top: 2,
  },
  8: {
    left: [
      [48, 470],
      [48, 382],
      [48, 232],
    ],
    top: 1,
  },
  9: {
    left: [
      [48, 470],
      [48, 382],
      [48, 232],
    ],
    top: 2,
  },
  10: {
    left: [
      [48, 470],
      [48, 382],
      [48, 232],
    ],
    top: 3,
  },
};
/** @type {Record<number, {left: Slot[], top: number}>} */
const STUD_SLOTS = {
  2: { left: [], top: 1 },
  3: { left: [[50, 252]], top: 0 },
  4: { left: [[50, 252]], top: 1 },
  5: {
    left: [
      [50, 398],
      [50, 252],
    ],
    top: 0,
  },
  6: {
    left: [
      [50, 398],
      [50, 252],
    ],
    top: 1,
  },
  7: {
    left: [
      [50, 398],
      [50, 252],
      [50, 106],
    ],
    top: 0,
  },
  8: {
    left: [
      [50, 398],
      [50, 252],
      [50, 106],
    ],
    top: 1,
  },
};

/**
 * All slots but the viewer's, clockwise.
 * @param {number} n
 * @param {boolean} stud
 * @returns {(Slot & {side?: string})[]}
 */
function clockwise(n, stud) {
  const { left, top } = (stud ? STUD_SLOTS : SLOTS)[n] ?? SLOTS[10];
  const topY = stud ? 106 : 112;
  const right = left.map(([x, y]) => /** @type {Slot} */ ([390 - x, y])).reverse();
  return [...left, ...(TOP[top] ?? []).map((x) => /** @type {Slot} */ ([x, topY])), ...right];
}

/**
 * @param {number} width @param {number} height of the stage, without bar and dock
 * @param {number} n @param {{stud: boolean, limit: boolean}} game
 * @returns {Layout}
 */
export function phoneLayout(width, height, n, { stud, limit }) {
  const base = (limit ? 740 : 652) - BAR;
  const u = Math.min(1.6, Math.max(1, Math.min(width / 390, height / base)));
  const sx = width < 390 ? width / 390 : u;
  const tall = limit && !stud ? 1.1 : 1;
  const sy = Math.max(
    0.86,
    Math.min(u * tall, (height / base) * (limit && !stud ? base / 604 : 1)),
  );
  const left = (width - 390 * sx) / 2;
  /** @param {number} x */
  const px = (x) => left + x * sx;
  /** @param {number} y */
  const py = (y) => (y - BAR) * sy;
  const crowded = n >= 7;
  const low = crowded && !stud && sy < 0.95;
  const plate = stud ? [88, 44] : crowded ? [84, low ? 38 : 42] : [100, 44];
  const avatar = (stud || !crowded ? 46 : low ? 34 : 40) * u;
  const others = clockwise(n, stud).map(([x, y], at) => ({
    x: px(x),
    y: py(y) + (plate[1] / 2 - 6) * u,
    w: plate[0] * sx,
    h: plate[1] * u,
    angle: seatAngle(at + 1, n),
    slotX: x,
    slotY: y,
  }));
  const own = { x: width / 2, y: height - 36 * u, w: 232 * Math.max(1, sx), h: 52 * u, angle: 90 };
  const pods = [own, ...others.map(({ x, y, w, h, angle }) => ({ x, y, w, h, angle }))];
  const top = stud ? 106 : 112;
  const bets = [
    { x: width / 2, y: stud ? py(384) : py(crowded ? 412 : 415) },
    ...others.map((pod) => {
      if (pod.slotY === top && pod.slotX > 60 && pod.slotX < 330) {
        const quarter = n >= 9 ? (195 - pod.slotX) / 4 : 0;
        return { x: px(pod.slotX + quarter), y: py(top) + (stud ? 104 : 52) * u };
      }
      const inner = pod.x < width / 2 ? 1 : -1;
      return {
        x: pod.x + inner * (pod.w / 2 + 44 * sx),
        y: stud ? pod.y + 18 * u : py(pod.slotY) - 8 * u,
      };
    }),
  ];
  const buttons = pods.map((pod, k) => {
    if (k === 0) return { x: pod.x + pod.w / 2 + 20 * u, y: pod.y, size: 20 * u };
    const inner = pod.x > width / 2 + 1 ? -1 : 1;
    return {
      x: pod.x + inner * (pod.w / 2 - 12 * u),
      y: pod.y - pod.h / 2 - 10 * u,
      size: 20 * u,
    };
  });
  const card = (crowded ? 40 : 50) * sx;
  const gap = (crowded ? 4 : 5) * sx;
  return {
    mode: "phone",
    width,
    height,
    scale: u,
    felt: { cx: width / 2, cy: py(298), a: 180 * sx, b: 230 * sy, exponent: 2.9, rail: 16 * u },
    pods,
    avatar,
    bets,
    buttons,
    board: { x: width / 2 - (card * 5 + gap * 4) / 2, y: py(276), card, gap },
    total: { x: width / 2, y: py(stud ? 308 : 252) },
    pots: { x: width / 2, y: py(276) + card * 1.4 + (crowded ? 14 : 22) * u },
    stage_line: { x: width / 2, y: py(308) + 12 * u },
    own: { x: width / 2, y: own.y - own.h / 2 + 5, card: 74 * sx, gap: 6 * sx },
    back: (crowded || stud ? 29 : 33) * Math.min(u, sx),
    shown: (crowded || stud ? 34 : 40) * Math.min(u, sx),
    shown_below: pods.map(() => false),
    fans: pods.map((pod, k) => ({
      x: pod.x,
      y: k === 0 ? pod.y - pod.h / 2 - 44 * u : pod.y + pod.h / 2 + 3,
      align: "centre",
      corner: false,
    })),
  };
}

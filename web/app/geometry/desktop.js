// Seats on a wide stage: the 1440 and the 1024 numbers, scaled, and short windows.
import { curvePoint, seatAngle } from "./curve.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Pod} Pod */

/** Numbers of the two drawn sizes; y is that of the stage, below the bar. */
export const LARGE = {
  w: 1120,
  h: 728,
  cy: 354,
  a: 442,
  b: 292,
  pod: [184, 60],
  own: [260, 64],
  card: 76,
  gap: 8,
  ownCard: 82,
  board: 9,
  pots: -30,
  total: -66,
};
export const MID = {
  w: 1024,
  h: 612,
  cy: 316,
  a: 412,
  b: 252,
  pod: [160, 54],
  own: [224, 60],
  card: 66,
  gap: 7,
  ownCard: 72,
  board: 8,
  pots: -28,
  total: -62,
};

/** @param {number} width @param {number} height @param {{w: number, h: number}} numbers */
export const fit = (width, height, numbers) => Math.min(width / numbers.w, height / numbers.h);

/**
 * Widths of own cards by how many there are and the game.
 * @param {number} card
 * @param {number} count
 */
export const ownCardWidth = (card, count) =>
  count <= 2 ? card : count <= 4 ? card * 0.854 : card * 0.927;

/**
 * @param {{cx: number, cy: number, a: number, b: number, rail: number}} felt
 * @param {number} n @param {number[]} pod @param {number[]} own
 * @returns {Pod[]}
 */
function podsOn({ cx, cy, a, b }, n, pod, own) {
  return Array.from({ length: n }, (_, k) => {
    const angle = seatAngle(k, n);
    const { x, y } = curvePoint(angle, a, b);
    const [w, h] = k === 0 ? own : pod;
    return { x: cx + x, y: cy + y, w, h, angle };
  });
}

/**
 * The dealer button beside each pod.
 * @param {Pod[]} pods
 * @param {number} cx
 * @param {number} cy
 * @param {number} size
 */
function buttonsOf(pods, cx, cy, size) {
  return pods.map((pod, k) => {
    if (k === 0) return { x: pod.x + pod.w / 2 + 24 + size / 2, y: pod.y, size };
    const inner = pod.x > cx + 1 ? -1 : 1;
    const below = pod.y < cy ? 1 : -1;
    return { x: pod.x + inner * (pod.w / 2 - 20), y: pod.y + below * (pod.h / 2 + 24), size };
  });
}

/**
 * Rows of stud cards between pod and centre: left end, upper edge of the downs.
 * @param {Pod[]} pods
 * @param {number} cx
 * @param {number} s
 */
function fansOf(pods, cx, s) {
  return pods.map((pod) => {
    const sine = Math.sin((pod.angle * Math.PI) / 180);
    const left = pod.x < cx - 1;
    const middle = Math.abs(pod.x - cx) <= 1;
    /** @type {"left" | "right"} */
    const side = left ? "left" : "right";
    if (Math.abs(sine) < 0.35) {
      const x = left ? pod.x + pod.w / 2 + 16 : pod.x - pod.w / 2 - 16;
      return { x, y: pod.y - 28 * s, align: side, corner: false };
    }
    const y = sine < 0 ? pod.y + pod.h / 2 + 28 * s : pod.y - pod.h / 2 - 70 * s;
    if (middle) return { x: pod.x, y, align: /** @type {const} */ ("centre"), corner: false };
    return {
      x: left ? pod.x - pod.w / 2 + 34 : pod.x + pod.w / 2 - 34,
      y,
      align: side,
      corner: true,
    };
  });
}

/**
 * Bets of stud: beyond the row, on its middle.
 * @param {Pod[]} pods
 * @param {number} cx
 * @param {number} s
 */
function studBets(pods, cx, s) {
  return fansOf(pods, cx, s).map((fan, k) => {
    const lower = Math.sin((pods[k].angle * Math.PI) / 180) >= 0.35;
    const x =
      fan.align === "left" ? fan.x + 84 * s : fan.align === "right" ? fan.x - 84 * s : fan.x;
    return { x, y: lower ? fan.y - 32 * s : fan.y + 86 * s };
  });
}

/**
 * @param {number} width @param {number} height @param {number} n @param {boolean} stud
 * @param {typeof LARGE} numbers @param {"large" | "mid"} mode
 * @returns {Layout}
 */
export function scaledLayout(width, height, n, stud, numbers, mode) {
  const s = Math.min(1.25, fit(width, height, numbers));
  const cx = width / 2;
  const cy = numbers.cy * s + (height - numbers.h * s) / 2;
  const felt = { cx, cy, a: numbers.a * s, b: numbers.b * s, exponent: 2.4, rail: 24 * s };
  /** @param {number[]} pair */
  const times = (pair) => pair.map((value) => value * s);
  const pods = podsOn(felt, n, times(numbers.pod), times(numbers.own));
  const card = numbers.card * s;
  const boardY = cy + numbers.board * s - card * 0.7;
  const ownCard = numbers.ownCard * s;
  const own = { x: cx, y: pods[0].y - pods[0].h / 2 + 5, card: ownCard, gap: 8 * s };
  const studSpots = studBets(pods, cx, s);
  const bets = pods.map((pod, k) => {
    if (k === 0)
      return { x: cx, y: stud ? cy + 78 * s : (boardY + card * 1.4 + own.y - ownCard * 1.4) / 2 };
    if (stud) return studSpots[k];
    const { x, y } = curvePoint(pod.angle, felt.a * 0.635, felt.b * 0.56);
    return { x: cx + x, y: cy + y };
  });
  return {
    mode,
    width,
    height,
    scale: s,
    felt,
    pods,
    avatar: 0,
    bets,
    buttons: buttonsOf(pods, cx, cy, 26 * s),
    board: { x: cx - (card * 5 + numbers.gap * s * 4) / 2, y: boardY, card, gap: numbers.gap * s },
    total: { x: cx, y: stud ? cy - 31 * s : boardY + numbers.total * s },
    pots: { x: cx, y: boardY + numbers.pots * s },
    stage_line: { x: cx, y: cy },
    own,
    back: 36 * s,
    shown: 46 * s,
    shown_below: pods.map((pod) => pod.y - pod.h / 2 < 66 * s),
    fans: fansOf(pods, cx, s),
  };
}

/**
 * A laptop's short window.
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @param {boolean} stud
 * @returns {Layout}
 */
export function shortLayout(width, height, n, stud) {
  const cx = width / 2;
  const cy = (54 + height - 33) / 2;
  const felt = { cx, cy, a: width / 2 - 95, b: (height - 87) / 2, exponent: 2.4, rail: 24 };
  const pods = podsOn(felt, n, [150, 48], [224, 54]);
  const card = 52;
  const boardY = cy + 4 - card * 0.7;
  const own = { x: cx, y: pods[0].y - 22, card: 56, gap: 6 };
  const studSpots = studBets(pods, cx, 0.88);
  const bets = pods.map((pod, k) => {
    if (k === 0) return { x: cx, y: stud ? cy + 40 : (boardY + card * 1.4 + own.y - 56 * 1.4) / 2 };
    if (stud) return studSpots[k];
    const { x, y } = curvePoint(pod.angle, felt.a * 0.6, felt.b * 0.52);
    return { x: cx + x, y: cy + y };
  });
  return {
    mode: "short",
    width,
    height,
    scale: 1,
    felt,
    pods,
    avatar: 0,
    bets,
    buttons: buttonsOf(pods, cx, cy, 24),
    board: { x: cx - (card * 5 + 24) / 2, y: boardY, card, gap: 6 },
    total: { x: cx, y: stud ? cy - 46 : boardY - 28 },
    pots: { x: cx, y: boardY - 28 },
    stage_line: { x: cx, y: stud ? cy - 24 : cy },
    own,
    back: 34,
    shown: 42,
    shown_below: pods.map((pod) => pod.y - pod.h / 2 < 60),
    fans: fansOf(pods, cx, 0.88),
  };
}

// The geometry's laws: no seat, bet or card stands on another, for 2 to 10 seats in all windows.
import { frameOf, layoutOf, tileFrame } from "/app/geometry/choose.js";
import { placeOf } from "/app/geometry/curve.js";
import { equal, test, truly } from "./check.js";

const SIZES = [
  [1440, 900],
  [1920, 1080],
  [1024, 768],
  [1366, 650],
  [1280, 720],
  [390, 844],
  [360, 740],
  [844, 390],
  [740, 360],
];
const box = (x, y, w, h) => ({
  left: x - w / 2,
  right: x + w / 2,
  top: y - h / 2,
  bottom: y + h / 2,
});
const hit = (a, b) =>
  a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

function layout(width, height, n, game = { stud: false, limit: false }) {
  return layoutOf(frameOf(width, height, game), n, game);
}

test("each window gets its layout", () => {
  equal(
    SIZES.map(([w, h]) => frameOf(w, h, { limit: false }).mode),
    ["large", "large", "mid", "short", "short", "phone", "phone", "land", "land"],
  );
  equal(frameOf(1440, 900, { limit: false }), {
    mode: "large",
    panel: true,
    dock: 124,
    stageW: 1120,
    stageH: 728,
  });
});
test("places count clockwise from the viewer; observers see seat 1 at the bottom", () => {
  equal([placeOf(5, 5, 9), placeOf(6, 5, 9), placeOf(4, 5, 9), placeOf(1, 0, 9)], [0, 1, 8, 0]);
  const { pods, felt } = layout(1440, 900, 6);
  truly(
    pods[1].x < felt.cx && pods[5].x > felt.cx && pods[3].y < felt.cy,
    "clockwise goes left, up, right",
  );
});
for (const [width, height] of SIZES) {
  test(`no pod on another, none outside, in ${width} x ${height}`, () => {
    for (let n = 2; n <= 10; n += 1) {
      const { pods, width: w, height: h, avatar } = layout(width, height, n);
      const boxes = pods.map((pod, k) => {
        const plate = box(pod.x, pod.y, pod.w, pod.h);
        return avatar && k ? { ...plate, top: plate.top - avatar } : plate;
      });
      boxes.forEach((one, at) => {
        truly(
          one.left >= -1 && one.right <= w + 1 && one.top >= -1 && one.bottom <= h + 1,
          `seat ${at} of ${n} is outside`,
        );
        boxes
          .slice(at + 1)
          .forEach((other, more) =>
            truly(!hit(one, other), `seats ${at} and ${at + 1 + more} of ${n}`),
          );
      });
    }
  });
  test(`board, bets and own cards keep apart in ${width} x ${height}`, () => {
    for (let n = 2; n <= 10; n += 1) {
      const { board, bets, own, pods, mode } = layout(width, height, n);
      const cards = {
        left: board.x,
        right: board.x + board.card * 5 + board.gap * 4,
        top: board.y,
        bottom: board.y + board.card * 1.4,
      };
      const mine = box(own.x, own.y - own.card * 0.7, own.card * 2 + own.gap, own.card * 1.4);
      truly(!hit(cards, mine), `board on own cards, ${n} seats`);
      bets.forEach(({ x, y }, at) => {
        const bet = box(x, y, mode === "phone" || mode === "land" ? 60 : 84, 20);
        truly(!hit(bet, cards) && !hit(bet, mine), `bet ${at} of ${n}`);
        pods.forEach((pod, k) =>
          truly(
            k === at || !hit(bet, box(pod.x, pod.y, pod.w, pod.h)),
            `bet ${at} on seat ${k} of ${n}`,
          ),
        );
      });
    }
  });
}
test("tiles hold every seat, with own cards beside the own pod", () => {
  for (const [count, limit] of [
    [2, false],
    [4, false],
    [4, true],
  ])
    for (let n = 2; n <= 10; n += 1) {
      const frame = tileFrame(1440, 900, count, limit);
      const { pods, own, width: w, height: h } = layoutOf(frame, n, { stud: false, limit });
      equal([w, frame.mode], [708, count > 2 ? "land" : "phone"]);
      const boxes = pods.map((pod) => box(pod.x, pod.y, pod.w, pod.h));
      boxes.forEach((one, at) => {
        truly(one.left >= 0 && one.right <= w && one.bottom <= h, `${n}: pod ${at} is outside`);
        truly(!boxes.some((two, k) => k > at && hit(one, two)), `${n}: pod ${at} stands on one`);
      });
      if (count > 2) truly(own.left >= boxes[0].right && own.card >= 44, "own cards");
    }
});

import {
  mainWager,
  overHalf,
  potShare,
  presets,
  sliderAmount,
  sliderPlace,
} from "/app/core/wager.js";
import { fillInfo } from "/app/core/defaults.js";
import { advanceLabel, inOrder, lapsed } from "/app/core/advance.js";
import { pressCounts } from "/app/core/guard.js";
import { equal, test, truly } from "./check.js";

const noLimit = fillInfo({ limit: "none", stakes: { small_blind: 100, big_blind: 200, unit: 1 } });
const wager = { verb: "raise", min: 12000, max: 46250 };

test("presets are totals: the call and a share of the pot after it", () => {
  equal(potShare(1, 2, 49950, 6000, 1), 27975);
  equal(
    presets(noLimit, wager, 49950, 6000).map((one) => one.amount),
    [12000, 27975, 35300, null, 46250],
  );
  equal(
    presets({ ...noLimit, limit: "pot" }, { ...wager, max: 30000 }, 30000, 6000).map(
      (one) => one.label,
    ),
    ["Min", "½ pot", "¾ pot", "Pot"],
  );
  equal(presets({ ...noLimit, limit: "fixed" }, wager, 0, 0), []);
});
test("the slider's middle is the pot, its ends are exact", () => {
  equal(
    [
      sliderAmount(0, wager, 30000, 100),
      sliderAmount(500, wager, 30000, 100),
      sliderAmount(1000, wager, 30000, 100),
    ],
    [12000, 30000, 46250],
  );
  equal(sliderPlace(30000, wager, 30000), 500);
  equal(sliderAmount(333, wager, 30000, 100) % 100, 0);
});
test("over half of the stack is asked once", () => {
  truly(overHalf(5001, 0, 10000) && !overHalf(5000, 0, 10000) && !overHalf(6000, 1000, 10000));
});
test("a bring-in is no main wager", () => {
  equal(
    mainWager({
      wagers: [
        { verb: "bring_in", min: 1, max: 1 },
        { verb: "complete", min: 4, max: 4 },
      ],
    }).verb,
    "complete",
  );
});
test("advance actions: order, words, and when one has lapsed", () => {
  equal(
    inOrder([{ kind: "call_any" }, { kind: "fold" }, { kind: "call", amount: 800 }]).map(
      (one) => one.kind,
    ),
    ["fold", "call", "call_any"],
  );
  equal(advanceLabel({ kind: "call", amount: 800 }, "USD"), "Call $8.00");
  truly(lapsed({ kind: "call" }, null, false, true) && !lapsed({ kind: "call" }, null, true, true));
});
test("a press from before the prompt, or too soon after it, does nothing", () => {
  truly(!pressCounts(900, 1000) && !pressCounts(1299, 1000) && pressCounts(1300, 1000));
});

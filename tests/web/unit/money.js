import {
  money,
  parseAmount,
  shortMoney,
  signedMoney,
  stakesText,
  groupedNumber,
} from "/app/core/money.js";
import { fillInfo } from "/app/core/defaults.js";
import { equal, test } from "./check.js";

const context = { bigBlind: 200, potTotal: 10000, callTo: 2000 };

test("amounts always have two digits, a sign before and groups of three", () => {
  equal(money(120430, "USD"), "$1,204.30");
  equal(money(5, "EUR"), "€0.05");
  equal(money(-250, "USD"), "−$2.50");
  equal(money(100000000, "PLAY"), "1,000,000.00");
  equal(money(100, "SEK"), "SEK 1.00");
});
test("bets drop a .00, results carry their sign", () => {
  equal(shortMoney(6000, "USD"), "$60");
  equal(shortMoney(6050, "USD"), "$60.50");
  equal(signedMoney(50, "USD"), "+$0.50");
  equal(signedMoney(-50, "USD"), "−$0.50");
});
test("typing: plain amounts, big blinds, parts of the pot", () => {
  equal(parseAmount("180", context), 18000);
  equal(parseAmount(" $180.5 ", context), 18050);
  equal(parseAmount("1,204.30", context), 120430);
  equal(parseAmount("2,5", context), 250);
  equal(parseAmount("2.5b", context), 500);
  equal(parseAmount("3bb", context), 600);
  equal(parseAmount("60%", context), 2000 + 4800);
  equal(parseAmount("100%", context), 10000);
  equal(parseAmount("1.5k", context), 150000);
});
test("what is no amount is null, never zero and never a float", () => {
  for (const text of ["", ".", "abc", "1.234", "-5", "1e3", "5bbb", "½"])
    equal(parseAmount(text, context), null);
});
test("stakes: blinds for blind games, bets for fixed limit and stud", () => {
  const stakes = { small_blind: 100, big_blind: 200, lower: 200, upper: 400 };
  equal(stakesText(fillInfo({ limit: "none", currency: "USD", stakes })), "$1 / $2");
  equal(stakesText(fillInfo({ limit: "fixed", currency: "USD", stakes })), "$2 / $4");
  equal(
    stakesText(fillInfo({ limit: "pot", game: "stud5", currency: "USD", stakes: { lower: 100 } })),
    "$1",
  );
  equal(groupedNumber(4871203), "4\u202f871\u202f203");
});

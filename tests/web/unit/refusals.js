import { refusalWords } from "/app/core/refusals.js";
import { equal, test, truly } from "./check.js";

const said = (code, details = {}, sentence = "The room's own words.") =>
  refusalWords({ code, sentence, details }, "USD");

test("refusals name what there is and what is asked", () => {
  equal(
    said("insufficient_funds", { balance: "3120", needed: "4000" }),
    "That is more than you have: $31.20 of $40.00.",
  );
  equal(said("buy_in_too_small", { minimum: "4000" }), "The table asks for $40.00 at least.");
  equal(said("price_changed", { price: "12000" }), "The price changed to $120.00. Choose again.");
  equal(said("too_fast", { retry_after_ms: "1900" }), "Not so fast. Wait 2 seconds.");
  truly(said("reducing", { minimum: "9000", until_ms: "4102444800000" }).includes("$90.00"));
});
test("without the details that it needs, the room's own sentence stands", () => {
  for (const code of ["insufficient_funds", "price_changed", "muted", "seat_taken", "from_later"])
    equal(said(code), "The room's own words.");
  equal(refusalWords(undefined), "The room refused this.");
});
test("nobody is told of frames, ids or processes", () => {
  for (const code of ["malformed_frame", "hello_first", "action_id_reused", "not_owner"])
    truly(!/frame|hello| id\b|process/i.test(said(code, {}, "The frame's action id …")), code);
});

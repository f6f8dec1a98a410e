import { USUAL_KEYS, canMap, hotKey, keyText, mapKey } from "/app/core/hot_keys.js";
import { signUpFaults } from "/app/core/sign_up_check.js";
import { fits, loosened, NO_FILTERS, sortRows } from "/app/core/lobby_list.js";
import { fillRow } from "/app/core/defaults.js";
import { cardNames, cardSigns, withoutCards } from "/app/core/cards.js";
import { equal, test, truly } from "./check.js";

const here = { typing: false, enabled: true };
const intent = (key, place = here, more = {}) => hotKey({ key, ...more }, place)?.intent ?? null;

test("keys and their intents", () => {
  equal(
    ["f", "C", "r", "[", "]", "/", "h", "m", "?", "d", "s", "Escape"].map((key) => intent(key)),
    [
      "fold",
      "check_call",
      "raise",
      "previous_table",
      "next_table",
      "chat",
      "hands",
      "sound",
      "help",
      "draw",
      "pat",
      "escape",
    ],
  );
  equal(hotKey({ key: "3" }, here), { intent: "preset", value: 3 });
  equal(hotKey({ key: "ArrowLeft", shift: true }, here), { intent: "step", value: -5 });
});
test("keys can be put elsewhere, and those that are in the way change places", () => {
  const map = mapKey({}, "fold", "c");
  equal([keyText(map, "fold"), keyText(map, "check_call")], ["C", "F"]);
  equal(intent("c", { ...here, map }), "fold");
  equal(intent("f", { ...here, map }), "check_call");
  const free = mapKey({}, "fold", "q");
  equal([intent("q", { ...here, map: free }), intent("f", { ...here, map: free })], ["fold", null]);
  equal(intent("Escape", { ...here, map: free }), "escape");
  equal(mapKey(free, "fold", "f"), USUAL_KEYS);
  equal(["q", "ü", ";", "1", " ", "Enter"].map(canMap), [true, true, true, false, false, false]);
});
test("typing never means anything, nor do chords, held keys or keys that are switched off", () => {
  for (const key of "fcr12345[]/hm?ds") equal(intent(key, { typing: true, enabled: true }), null);
  equal(intent("f", { typing: false, enabled: false }), null);
  equal(intent("f", here, { ctrl: true }), null);
  equal(intent("f", here, { repeat: true }), null);
});
test("a registration is looked at before it is sent", () => {
  const form = {
    name: "Mika_l",
    email: "m@example.org",
    password: "12345678",
    birth_date: "2000-05-05",
    country: "GB",
    accepted: true,
  };
  const today = new Date(2026, 10, 30);
  equal(signUpFaults(form, today, {}), {});
  truly(signUpFaults({ ...form, birth_date: "2008-12-01" }, today, {}).birth_date.includes("18"));
  truly(
    signUpFaults({ ...form, birth_date: "2006-12-01" }, today, { GB: 21 }).birth_date.includes(
      "21",
    ),
  );
  equal(
    Object.keys(
      signUpFaults(
        { name: "a", email: "x", password: "1", birth_date: "", country: "", accepted: false },
        today,
        {},
      ),
    ).length,
    6,
  );
});
test("lobby: filters, order, and which filter to loosen", () => {
  const rows = [
    ["Ait", "holdem", 100, 4],
    ["Reach", "stud", 5000, 9],
    ["Lane", "holdem", 200, 9],
  ].map(([name, game, big, seated]) =>
    fillRow({
      table_id: name,
      seated,
      info: { name, game, seats_max: 9, stakes: { big_blind: big } },
    }),
  );
  equal(
    rows
      .filter((row) => fits(row, { ...NO_FILTERS, game: "holdem", open: true }))
      .map((row) => row.table_id),
    ["Ait"],
  );
  equal(
    sortRows(rows, { by: "players", down: true }).map((row) => row.table_id),
    ["Lane", "Reach", "Ait"],
  );
  equal(loosened(rows, { ...NO_FILTERS, game: "draw", text: "a" })[0], { name: "game", count: 3 });
});
test("cards in words and signs", () => {
  equal(cardNames("KsTd"), "king of spades, ten of diamonds");
  equal(cardSigns("KsTd"), "K♠ 10♦");
  equal(withoutCards("AsKdQc", "Kd"), "AsQc");
});

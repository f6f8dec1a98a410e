// The last five seconds of the own turn: a bell, and the turn said once more. And the window's title,
// for who looks elsewhere.
import { effect } from "../lib.js";
import { leftMs } from "../core/clock.js";
import { offset } from "../net/line.js";
import { assertive, turnSentence } from "./live.js";
import { now } from "./now.js";
import { play } from "./sounds.js";
import { waiting } from "./tables.js";

const LAST_MS = 5000;
const NAME = "Riverbus";
/** The turns that were said, by table. */
const said = /** @type {Map<string, string>} */ (new Map());

effect(() => {
  for (const store of waiting.value) {
    const view = store.view.value;
    if (!view?.turn) continue;
    const left = leftMs(view.turn.deadline_ms, now.value, offset.value);
    const turn = `${store.prompt}:${view.turn.bank}`;
    if (left > LAST_MS || left <= 0 || said.get(store.id) === turn) continue;
    said.set(store.id, turn);
    play("last");
    assertive.value = turnSentence(view);
  }
});

effect(() => {
  const name = waiting.value[0]?.view.value?.info.name;
  document.title = name ? `Your turn · ${name}` : NAME;
});

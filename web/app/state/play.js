// What a player does at a table, as commands. Every one answers; a refusal is said in the dock.
import { command } from "../net/outbox.js";
import { myTurn } from "../core/table_state.js";
import { refusal } from "../core/refusals.js";

/** @typedef {import("./tables.js").Store} Store */
/** @typedef {import("../protocol.js").Answer} Answer */

/** @param {Store} store @param {Answer} answer */
function tell(store, answer) {
  if (answer.ok) return answer;
  const { code, sentence } = refusal(answer.error, store.view.peek()?.info.currency);
  store.say.value = { kind: "stop", code, text: sentence };
  return answer;
}

/**
 * Acts in turn, with the hand, turn and price that are on the screen.
 * @param {Store} store @param {string} verb @param {{to?: number, discards?: string}} [what]
 */
export async function act(store, verb, what = {}) {
  const view = store.view.peek();
  if (!view || !view.turn || !myTurn(view) || store.acting.value) return;
  store.acting.value = true;
  store.say.value = null;
  const answer = await command("act", {
    table_id: store.id,
    hand_id: view.hand_id,
    turn: view.turn.turn,
    price: view.turn.price,
    verb,
    ...what,
  });
  store.acting.value = false;
  tell(store, answer);
}

/**
 * Shows or mucks at the showdown, where that is the player's choice.
 * @param {Store} store
 * @param {"show" | "muck"} verb
 */
export async function choose(store, verb) {
  const view = store.view.peek();
  if (!view?.own.legal?.show_or_muck) return;
  tell(
    store,
    await command("act", {
      table_id: store.id,
      hand_id: view.hand_id,
      turn: view.turn?.turn ?? 1,
      price: 0,
      verb,
    }),
  );
}

/**
 * Holds an advance action; an empty kind clears it.
 * @param {Store} store
 * @param {string} kind
 * @param {number} [amount]
 */
export async function setAdvance(store, kind, amount = 0) {
  const view = store.view.peek();
  if (!view) return;
  const advance = kind ? { kind, ...(amount ? { amount } : {}) } : {};
  tell(store, await command("advance", { table_id: store.id, hand_id: view.hand_id, advance }));
}

/** @param {Store} store @param {Partial<import("../protocol.js").SeatOptions>} options */
export async function setOptions(store, options) {
  return tell(store, await command("options", { table_id: store.id, options }));
}

/** @param {Store} store @param {number} seat @param {number} buyIn @param {boolean} wait */
export const sit = (store, seat, buyIn, wait) =>
  command("sit", {
    table_id: store.id,
    seat,
    buy_in: buyIn,
    ...(wait ? { wait_for_big_blind: true } : {}),
  });

/** @param {Store} store @param {number} amount */
export const topUp = (store, amount) => command("top_up", { table_id: store.id, amount });

/** @param {Store} store */
export const leave = async (store) => tell(store, await command("leave", { table_id: store.id }));

/** @param {Store} store @param {string} text */
export async function say(store, text) {
  return tell(store, await command("chat_say", { room: `table-${store.id}`, text }));
}

// Open tables: each has its view, its lines and what the player is about to do there.
import { batch, computed, signal } from "../lib.js";
import { fillView } from "../core/defaults.js";
import { promptKey } from "../core/guard.js";
import { eventLines } from "../core/log_lines.js";
import { lapsed } from "../core/advance.js";
import { applyEvent, myTurn, ownSeat } from "../core/table_state.js";
import { lineState, onFrame, onOpen, send, welcome } from "../net/line.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {{id: number, kind: string, who: string, text: string, at: number}} Item */

const ITEMS_MOST = 300;
/** Without event or head a running hand's view is stale after this, ms. */
const STALE_MS = 5000;
const IDLE_STALE_MS = 15000;
/** A gap in the numbers is asked for again after this, ms. */
const GAP_MS = 1500;
/** Whatever became of a question, a silent table is asked for again after this, ms. */
const ASK_AGAIN_MS = 5000;
const KEPT = "riverbus.tables";

/**
 * @typedef {object} Store
 * @property {string} id
 * @property {{value: View | null, peek(): View | null}} view
 * @property {{value: Item[]}} items log lines and speech, oldest first
 * @property {{value: number}} unread speech since the chat was last looked at
 * @property {{value: number, peek(): number}} heardAt performance.now() of the last event, head or snapshot
 * @property {{value: {kind: string, text: string, code: string} | null}} say one line above the dock
 * @property {{value: number}} promptAt performance.now() when this price came up
 * @property {{value: boolean}} acting an action is on its way
 * @property {{value: string[]}} discards cards picked to be discarded
 * @property {{value: {event: any, before: View, after: View} | null}} last for motion and sound
 * @property {string} prompt
 * @property {number} askedAt
 */

/** @type {{value: Store[], peek(): Store[]}} */
export const tables = signal(/** @type {Store[]} */ ([]));
/**
 * Hooks of sound, motion and the live region.
 * @type {((store: Store, before: View, after: View, event: any) => void)[]}
 */
const listeners = [];
let itemId = 0;

/** @param {(store: Store, before: View, after: View, event: any) => void} run */
export const onTableEvent = (run) => listeners.push(run);

/** @param {string} id @returns {Store} */
const newStore = (id) => ({
  id,
  view: signal(/** @type {View | null} */ (null)),
  items: signal(/** @type {Item[]} */ ([])),
  unread: signal(0),
  heardAt: signal(performance.now()),
  say: signal(/** @type {Store["say"]["value"]} */ (null)),
  promptAt: signal(0),
  acting: signal(false),
  discards: signal(/** @type {string[]} */ ([])),
  last: signal(/** @type {Store["last"]["value"]} */ (null)),
  prompt: "",
  askedAt: 0,
});

/** @param {string} id */
export const storeOf = (id) => tables.peek().find((store) => store.id === id);

const keep = () =>
  sessionStorage.setItem(KEPT, JSON.stringify(tables.peek().map((store) => store.id)));

/** Opens a table's tab, or finds the one that is open. @param {string} id @returns {Store} */
export function openTable(id) {
  const found = storeOf(id);
  if (found) return found;
  const store = newStore(id);
  tables.value = [...tables.peek(), store];
  keep();
  watch(store);
  send("chat_join", { room: `table-${id}` });
  return store;
}

/** @param {string} id */
export function closeTable(id) {
  if (!storeOf(id)) return;
  tables.value = tables.peek().filter((store) => store.id !== id);
  keep();
  send("unwatch", { table_id: id });
  send("chat_leave", { room: `table-${id}` });
}

/** All tabs closed: another account starts anew. */
export function forgetTables() {
  tables.value = [];
  keep();
}

/** Asks for what is missing: the gap after what is known, else everything. @param {Store} store */
function watch(store) {
  const view = store.view.peek();
  store.askedAt = performance.now();
  send(
    "watch",
    view
      ? { table_id: store.id, epoch: view.epoch, sequence: view.sequence }
      : { table_id: store.id },
  );
}

/** @param {Store} store @param {Omit<Item, "id">[]} more */
function addItems(store, more) {
  if (!more.length) return;
  const added = more.map((item) => ({ ...item, id: (itemId += 1) }));
  store.items.value = [...store.items.value, ...added].slice(-ITEMS_MOST);
}

/**
 * Notices what a new view means for the dock.
 * @param {Store} store
 * @param {View | null} before
 * @param {View} after
 */
function prompted(store, before, after) {
  const turn = after.turn;
  const mine = myTurn(after);
  const key = mine && turn ? promptKey(after.hand_id, turn.turn, turn.price) : "";
  if (key !== store.prompt) {
    store.prompt = key;
    store.promptAt.value = performance.now();
    store.acting.value = false;
    store.discards.value = [];
    if (key && store.say.value?.kind !== "stop") store.say.value = null;
  }
  if (
    before &&
    before.hand_id === after.hand_id &&
    lapsed(before.own.advance, after.own.advance, mine, Boolean(ownSeat(after)?.in_hand)) &&
    before.turn?.seat !== after.own.seat
  ) {
    store.say.value = {
      kind: "info",
      code: "",
      text: "The price changed, so your choice was cleared.",
    };
  }
}

onFrame("snapshot", (frame) => {
  const view = fillView(frame.view ?? {});
  const store = storeOf(view.table_id);
  if (!store) return;
  const before = store.view.peek();
  if (before && before.epoch > view.epoch) return;
  batch(() => {
    store.heardAt.value = performance.now();
    store.view.value = { ...view, wins: before?.hand_id === view.hand_id ? before.wins : [] };
    prompted(store, before, view);
  });
});

onFrame("event", (frame) => {
  const event = frame.event ?? {};
  const store = storeOf(event.table_id);
  const before = store?.view.peek();
  if (!store || !before) return;
  if (event.sequence <= before.sequence) return;
  if (event.sequence !== before.sequence + 1 && before.sequence) {
    if (performance.now() - store.askedAt > GAP_MS) watch(store);
    return;
  }
  batch(() => {
    const after = applyEvent(before, event, frame.own);
    store.heardAt.value = performance.now();
    store.view.value = after;
    addItems(
      store,
      eventLines(before, event).map((line) => ({ ...line, at: event.at_ms ?? 0 })),
    );
    prompted(store, before, after);
    store.last.value = { event, before, after };
    for (const run of listeners) run(store, before, after, event);
  });
});

onFrame("head", (head) => {
  const store = storeOf(head.table_id);
  const view = store?.view.peek();
  if (!store || !view) return;
  store.heardAt.value = performance.now();
  if ((head.sequence ?? 0) > view.sequence && performance.now() - store.askedAt > GAP_MS)
    watch(store);
});

/** @param {any} line @returns {Omit<Item, "id">} */
const speech = (line) => ({
  kind: line.account_id ? "chat" : "note",
  who: line.name ?? "",
  text: line.text ?? "",
  at: line.at_ms ?? 0,
});

/** @param {string} room */
const storeOfRoom = (room) => (room?.startsWith("table-") ? storeOf(room.slice(6)) : undefined);

onFrame("chat", (line) => {
  const store = storeOfRoom(line.room);
  if (!store) return;
  addItems(store, [speech(line)]);
  store.unread.value += 1;
});

onFrame("chat_history", (frame) => {
  const store = storeOfRoom(frame.room);
  if (!store) return;
  const known = new Set(
    store.items.value.filter((item) => item.kind === "chat").map((item) => item.at + item.text),
  );
  addItems(
    store,
    (frame.messages ?? [])
      .map(speech)
      .filter((/** @type {Item} */ item) => !known.has(item.at + item.text)),
  );
});

onFrame("refusal", (refusal) => {
  if (["table_unknown", "unknown_table"].includes(refusal.error?.code)) {
    for (const store of tables.peek()) {
      if (!store.view.peek()) closeTable(store.id);
    }
  }
});

onOpen(() => {
  for (const id of welcome.value?.seated_at ?? []) if (!storeOf(id)) openTable(id);
  for (const store of tables.peek()) {
    watch(store);
    send("chat_join", { room: `table-${store.id}` });
  }
});

window.setInterval(() => {
  if (lineState.peek() !== "open") return;
  const now = performance.now();
  for (const store of tables.peek()) {
    const silent = !store.view.peek() || isStale(store, store.heardAt.peek(), now);
    if (silent && now - store.askedAt > ASK_AGAIN_MS) watch(store);
  }
}, 1000);

try {
  for (const id of JSON.parse(sessionStorage.getItem(KEPT) ?? "[]")) openTable(id);
} catch {
  sessionStorage.removeItem(KEPT);
}

/**
 * Whether a view is too old to act on.
 * @param {Store} store
 * @param {number} heardAt
 * @param {number} at
 */
export function isStale(store, heardAt, at) {
  const view = store.view.peek();
  return at - heardAt > (view?.turn ? STALE_MS : IDLE_STALE_MS);
}

/** Tables that wait for the player, the most urgent first. */
export const waiting = computed(() =>
  tables.value
    .filter((store) => store.view.value && myTurn(store.view.value))
    .sort(
      (a, b) => (a.view.value?.turn?.deadline_ms ?? 0) - (b.view.value?.turn?.deadline_ms ?? 0),
    ),
);

/** Where the player has a seat. */
export function seatedTables() {
  const open = tables.value.filter((store) => store.view.value);
  const known = new Set(open.map((store) => store.id));
  const mine = open.filter((store) => store.view.value?.own.seat).map((store) => store.id);
  const others = (welcome.value?.seated_at ?? []).filter((/** @type {string} */ id) => !known.has(id));
  return new Set([...mine, ...others]);
}

// Own bans from chat, appeals against them, and whom one does not hear.
import { computed, signal } from "../lib.js";
import { onFrame } from "../net/line.js";
import { call } from "../net/rest.js";
import { now } from "./now.js";

/** @typedef {import("../protocol.js").Sanction} Sanction */

const sanctions = signal(/** @type {Sanction[]} */ ([]));

/** The ban in force that lasts longest, if there is one. */
export const ban = computed(() => {
  const running = sanctions.value.filter(
    (one) => !one.ended_at_ms && (!one.until_ms || one.until_ms > now.value),
  );
  return running.reduce(
    (longest, one) => (!longest || endOf(one) > endOf(longest) ? one : longest),
    /** @type {Sanction | null} */ (null),
  );
});

/** @param {Sanction} one */
const endOf = (one) => one.until_ms || Infinity;

export async function loadSanctions() {
  try {
    sanctions.value = (await call("GET", "/api/sanctions")).sanctions ?? [];
  } catch {
    // Chat is away: what is said there is refused with a sentence of its own.
  }
}

/** Asks the house to look again. @param {string} id @param {string} text */
export async function appeal(id, text) {
  const next = await call("POST", `/api/sanctions/${id}/appeal`, { text });
  sanctions.value = sanctions.value.map((one) => (one.sanction_id === id ? next : one));
}

onFrame("notice", ({ code }) => {
  if (["muted", "mute_over"].includes(code)) void loadSanctions();
});

/** Accounts whose chat is not shown; null until the room has said. */
export const ignored = signal(/** @type {Set<string> | null} */ (null));

export async function loadIgnored() {
  const reply = await call("GET", "/api/ignored").catch(() => null);
  if (reply) ignored.value = new Set(reply.account_ids ?? []);
}

/** @param {string} accountId @param {boolean} on */
export async function setIgnored(accountId, on) {
  const reply = await call(on ? "PUT" : "DELETE", `/api/ignored/${accountId}`);
  ignored.value = new Set(reply.account_ids ?? []);
}

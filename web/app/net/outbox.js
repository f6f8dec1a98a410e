// Commands and their answers. Each intent has one action id; until it is answered it is sent again
// with the same id, after a pause and after each reconnection, and counts once.
import { signal } from "../lib.js";
import { onFrame, onOpen, send } from "./line.js";

/** @typedef {import("../protocol.js").Answer} Answer */
/**
 * @typedef {{key: string, content: Record<string, any>, done: (answer: Answer) => void, sentAt: number, tries: number}} Pending
 */

const AGAIN_MS = 5000;
const CHECK_MS = 1000;
/** After so many tries the page gives up and says so. */
const MOST_TRIES = 12;

/** @type {Map<string, Pending>} */
const pending = new Map();
/** True while an answer is overdue. */
export const overdue = signal(false);

export function newActionId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `w-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Sends a command; resolves with its final answer.
 * @param {string} key @param {Record<string, any>} content without action_id
 * @returns {Promise<Answer>}
 */
export function command(key, content) {
  const actionId = newActionId();
  return new Promise((done) => {
    const entry = {
      key,
      content: { ...content, action_id: actionId },
      done,
      sentAt: performance.now(),
      tries: 1,
    };
    pending.set(actionId, entry);
    send(key, entry.content);
  });
}

/** @param {string} actionId @param {Answer} answer */
function settle(actionId, answer) {
  const entry = pending.get(actionId);
  if (!entry) return;
  if (answer.ok && answer.pending) {
    entry.sentAt = performance.now();
    return;
  }
  if (answer.error?.code === "outcome_unknown" && entry.tries < MOST_TRIES) {
    entry.sentAt = performance.now() - AGAIN_MS;
    return;
  }
  pending.delete(actionId);
  if (!pending.size) overdue.value = false;
  entry.done(answer);
}

onFrame("answer", (answer) => settle(answer.action_id, { ok: false, ...answer }));
onFrame("refusal", (refusal) => {
  if (refusal.action_id) {
    settle(refusal.action_id, { action_id: refusal.action_id, ok: false, error: refusal.error });
  }
});

onOpen(() => {
  for (const entry of pending.values()) {
    entry.sentAt = performance.now();
    send(entry.key, entry.content);
  }
});

window.setInterval(() => {
  let late = false;
  for (const [actionId, entry] of pending) {
    if (performance.now() - entry.sentAt < AGAIN_MS) continue;
    late = true;
    entry.tries += 1;
    entry.sentAt = performance.now();
    if (entry.tries > MOST_TRIES) {
      settle(actionId, {
        action_id: actionId,
        ok: false,
        error: {
          code: "outcome_unknown",
          sentence: "The room has not answered. Look at the table before you try again.",
        },
      });
    } else send(entry.key, entry.content);
  }
  if (late !== overdue.value && pending.size) overdue.value = late || overdue.value;
}, CHECK_MS);

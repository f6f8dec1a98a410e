// The pictures that players chose, asked for in one go for all who came into sight. Who chose none,
// or does not show it, has one drawn from the account.
import { signal } from "../lib.js";
import { call, query } from "../net/rest.js";

const ASK_MS = 60;
/** As many as the room answers at once. */
const MOST = 50;
/** A picture is looked up again after this. */
const FRESH_MS = 300_000;

const pictures = signal(/** @type {Map<string, string>} */ (new Map()));
const askedAt = /** @type {Map<string, number>} */ (new Map());
const wanted = /** @type {Set<string>} */ (new Set());
let timer = 0;

async function ask() {
  timer = 0;
  const ids = [...wanted].slice(0, MOST);
  ids.forEach((id) => wanted.delete(id));
  if (wanted.size) timer = window.setTimeout(ask, ASK_MS);
  try {
    const { profiles = [] } = await call("GET", `/api/profiles${query({ account_ids: ids.join() })}`);
    const next = new Map(pictures.value);
    for (const { account_id: id, avatar } of profiles) next.set(id, avatar ?? "");
    pictures.value = next;
  } catch {
    // Faces drawn from the account stand until the next look.
  }
}

/**
 * What a player's picture is drawn from.
 * @param {string} accountId
 */
export function faceOf(accountId) {
  const known = pictures.value.get(accountId);
  const now = Date.now();
  if (accountId && now - (askedAt.get(accountId) ?? 0) > FRESH_MS) {
    askedAt.set(accountId, now);
    wanted.add(accountId);
    if (!timer) timer = window.setTimeout(ask, ASK_MS);
  }
  return known || accountId;
}

/** The own picture, at once. @param {string} accountId @param {string} picture */
export function setFace(accountId, picture) {
  askedAt.set(accountId, Date.now());
  pictures.value = new Map(pictures.value).set(accountId, picture);
}

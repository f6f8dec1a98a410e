// Who is signed in, and what they own.
import { effect, signal } from "../lib.js";
import { fillBalance } from "../core/defaults.js";
import { call } from "../net/rest.js";
import { newActionId } from "../net/outbox.js";
import { connect, disconnect, endedCode, lineState, onFrame } from "../net/line.js";
import { setFace } from "./faces.js";
import { forgetTables } from "./tables.js";

/** undefined: not known yet; null: nobody. */
export const account = signal(
  /** @type {import("../protocol.js").Account | null | undefined} */ (undefined),
);
export const balances = signal(/** @type {import("../protocol.js").Balance[]} */ ([]));
/** When play chips can be had again (Unix ms; 0: now), and how many. */
export const refillOffer = signal({ atMs: 0, amount: 0 });

/** @param {any} raw */
function signedIn(raw) {
  const who = raw.account ?? raw;
  account.value = {
    account_id: who.account_id ?? "",
    name: who.name ?? "",
    roles: who.roles ?? [],
    avatar: who.profile?.avatar ?? "",
    profile: who.profile ?? {},
    email: who.email ?? "",
    due: who.name_refused ? "name" : who.terms_due ? "terms" : "",
  };
  connect();
  void loadBalances();
}

export async function loadSession() {
  try {
    signedIn(await call("GET", "/api/me"));
  } catch {
    account.value = null;
  }
}

/** The terms in force: version, text, the statements that are accepted with them. */
export const loadTerms = () => call("GET", "/api/terms");

/** Accepts the terms in force. @param {string} version */
export const acceptTerms = async (version) =>
  signedIn(await call("POST", "/api/me/terms", { version, accepted: true }));

/** A new screen name for one that the house refused. @param {string} name */
export const replaceName = async (name) => signedIn(await call("POST", "/api/me/name", { name }));

/** @param {Record<string, any>} form */
export async function signUp(form) {
  signedIn(await call("POST", "/api/sign-up", form));
}

/** @param {string} login @param {string} password */
export async function signIn(login, password) {
  signedIn(await call("POST", "/api/sign-in", { login, password }));
}

/** Changes the profile, which the room takes whole. @param {Record<string, string>} change */
export async function setProfile(change) {
  const mine = account.value;
  if (!mine) return;
  const profile = await call("PUT", "/api/me/profile", { ...mine.profile, ...change });
  account.value = { ...mine, avatar: profile.avatar ?? "", profile };
  setFace(mine.account_id, profile.avatar ?? "");
}

export async function signOut() {
  disconnect();
  forgetTables();
  account.value = null;
  balances.value = [];
  await call("POST", "/api/sign-out", {}).catch(() => undefined);
}

export async function loadBalances() {
  try {
    const reply = await call("GET", "/api/balances");
    balances.value = (reply.balances ?? []).map(fillBalance);
    refillOffer.value = { atMs: reply.refill_at_ms ?? 0, amount: reply.refill_amount ?? 0 };
  } catch {
    // The bar shows what it knows; the next balance frame corrects it.
  }
}

/** @param {any} raw */
function setBalance(raw) {
  const next = fillBalance(raw);
  balances.value = [...balances.value.filter((one) => one.currency !== next.currency), next];
}

/** Fresh play chips for who is broke. */
export async function refill() {
  const reply = await call("POST", "/api/refill", { action_id: newActionId() });
  await loadBalances();
  return Number(reply.granted ?? 0);
}

/** @param {string} currency */
export const balanceOf = (currency) =>
  balances.value.find((one) => one.currency === currency) ?? fillBalance({ currency });

onFrame("balance", setBalance);

effect(() => {
  if (lineState.value !== "ended" || !account.peek()) return;
  if (!["signed_out", "suspended"].includes(endedCode.value)) return;
  forgetTables();
  account.value = null;
});

// The WebSocket: one connection, brought back for as long as the player wants to be here.
// Frames are objects with one key; whoever cares registers for the key.
import { signal } from "../lib.js";
import { bestOffset } from "../core/clock.js";

const PROTOCOL = "riverbus.v1.json";
const PING_MS = 5000;
/** Without any frame for so long the line counts as lost, ms. */
const SILENCE_MS = 12000;
const RETRY_MS = [250, 500, 1000, 2000, 3000];
const SAMPLES = 8;

/**
 * "off" before sign-in, "opening" the first time, "open", "lost" while it is brought back,
 * "ended".
 */
export const lineState = signal("off");
/** Round trip, ms; 0 while unknown. */
export const rtt = signal(0);
/** Server's clock minus ours, ms. */
export const offset = signal(0);
/** Why the line ended for good. */
export const endedText = signal("");
/** Its code: "signed_out", "suspended", "replaced", … */
export const endedCode = signal("");
/** What the welcome said. */
export const welcome = signal(/** @type {any} */ (null));

/** @type {Map<string, ((content: any) => void)[]>} */
const handlers = new Map();
/** @type {(() => void)[]} */
const openers = [];
/** @type {WebSocket | null} */
let socket = null;
/** @type {{rttMs: number, offsetMs: number}[]} */
let samples = [];
let tries = 0;
let heardAt = 0;
let wanted = false;
let retryTimer = 0;

const instanceId = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** @param {string} key @param {(content: any) => void} run */
export function onFrame(key, run) {
  handlers.set(key, [...(handlers.get(key) ?? []), run]);
}

/** Runs after each welcome. @param {() => void} run */
export const onOpen = (run) => openers.push(run);

/**
 * Sends a frame if the line is open.
 * @param {string} key
 * @param {object} content
 * @returns {boolean}
 */
export function send(key, content) {
  if (lineState.value !== "open" || !socket) return false;
  socket.send(JSON.stringify({ [key]: content }));
  return true;
}

export function connect() {
  if (wanted) return;
  wanted = true;
  endedText.value = "";
  lineState.value = "opening";
  open();
}

export function disconnect() {
  wanted = false;
  window.clearTimeout(retryTimer);
  socket?.close();
  socket = null;
  lineState.value = "off";
}

/** Tries at once instead of after the pause. */
export function tryNow() {
  if (!wanted || lineState.value === "open") return;
  window.clearTimeout(retryTimer);
  socket?.close();
  open();
}

function open() {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${window.location.host}/ws`, PROTOCOL);
  socket = mine;
  heardAt = performance.now();
  mine.onopen = () =>
    mine.send(
      JSON.stringify({
        hello: { protocol: 1, client: "web 0.1", instance_id: instanceId },
      }),
    );
  mine.onmessage = (message) => {
    if (mine === socket) receive(String(message.data));
  };
  mine.onclose = () => {
    if (mine === socket) lost();
  };
}

/** @param {number} [pause] */
function lost(pause) {
  socket = null;
  if (!wanted) return;
  lineState.value = "lost";
  const wait = pause ?? RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
  tries += 1;
  window.clearTimeout(retryTimer);
  retryTimer = window.setTimeout(open, wait * (0.8 + Math.random() * 0.4));
}

/** @param {string} text */
function receive(text) {
  heardAt = performance.now();
  const frame = JSON.parse(text);
  const key = Object.keys(frame)[0] ?? "";
  const content = frame[key] ?? {};
  if (key === "welcome") welcomed(content);
  else if (key === "pong") ponged(content);
  else if (key === "goodbye") goodbye(content);
  for (const run of handlers.get(key) ?? []) run(content);
  if (key === "welcome") openers.forEach((run) => run());
}

/** @param {any} content */
function welcomed(content) {
  tries = 0;
  samples = [];
  offset.value = (content.server_ms ?? Date.now()) - Date.now();
  welcome.value = content;
  lineState.value = "open";
  ping();
}

/** @param {any} content */
function ponged(content) {
  const rttMs = Math.max(0, Date.now() - (content.client_ms ?? Date.now()));
  const offsetMs = (content.server_ms ?? 0) + rttMs / 2 - Date.now();
  samples = [...samples, { rttMs, offsetMs }].slice(-SAMPLES);
  rtt.value = Math.max(1, Math.round(rttMs));
  offset.value = bestOffset(samples);
}

/** @param {any} content */
function goodbye(content) {
  const retry = content.retry_ms ?? 0;
  if (retry >= 0) {
    socket?.close();
    lost(retry);
    return;
  }
  wanted = false;
  socket?.close();
  socket = null;
  endedText.value = content.text || "This connection has ended.";
  endedCode.value = content.code ?? "";
  lineState.value = "ended";
}

function ping() {
  send("ping", { client_ms: Date.now() });
}

window.setInterval(() => {
  if (lineState.value !== "open") return;
  if (performance.now() - heardAt > SILENCE_MS) {
    socket?.close();
    lost();
  } else ping();
}, PING_MS);
window.addEventListener("online", tryNow);
window.addEventListener("offline", () => {
  if (lineState.value === "open") {
    socket?.close();
    lost();
  }
});

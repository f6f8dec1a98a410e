// Soft sounds, made on the spot. Never the only sign of anything.
import { onFrame } from "../net/line.js";
import { settings } from "./settings.js";
import { onTableEvent, tables } from "./tables.js";
import { factOf, myTurn } from "../core/table_state.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after a gesture. */
const wake = () => {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
};
for (const name of ["pointerdown", "keydown"])
  window.addEventListener(name, wake, { passive: true });

/**
 * @typedef {{at: number, hz: number, ms: number, kind?: OscillatorType | "noise", gain?: number}} Note
 */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  turn: [
    { at: 0, hz: 520, ms: 70, kind: "triangle" },
    { at: 130, hz: 620, ms: 90, kind: "triangle" },
  ],
  last: [{ at: 0, hz: 196, ms: 380, kind: "sine" }],
  bank: [
    { at: 0, hz: 240, ms: 160 },
    { at: 190, hz: 240, ms: 180 },
  ],
  card: [{ at: 0, hz: 3200, ms: 60, kind: "noise", gain: 0.25 }],
  chips: [
    { at: 0, hz: 2100, ms: 30, kind: "noise", gain: 0.5 },
    { at: 55, hz: 2500, ms: 40, kind: "noise", gain: 0.4 },
  ],
  fold: [{ at: 0, hz: 900, ms: 120, kind: "noise", gain: 0.2 }],
  win: [
    { at: 0, hz: 440, ms: 120 },
    { at: 120, hz: 554, ms: 120 },
    { at: 240, hz: 659, ms: 160 },
  ],
  seat: [
    { at: 0, hz: 660, ms: 100 },
    { at: 130, hz: 880, ms: 140 },
  ],
};

/** With more than two tables only these are heard. */
const ESSENTIAL = new Set(["turn", "last", "seat"]);
let noise = /** @type {AudioBuffer | null} */ (null);

/** @param {AudioContext} context */
function noiseBuffer(context) {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const data = noise.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
  return noise;
}

/** @param {AudioContext} context @param {Note} note */
function playNote(context, { at, hz, ms, kind = "sine", gain = 1 }) {
  const start = context.currentTime + at / 1000;
  const level = context.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime((settings.value.volume / 100) * 0.25 * gain, start + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0004, start + ms / 1000);
  level.connect(context.destination);
  if (kind === "noise") {
    const source = context.createBufferSource();
    source.buffer = noiseBuffer(context);
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = hz;
    source.connect(band).connect(level);
    source.start(start, 0, ms / 1000);
    return;
  }
  const source = context.createOscillator();
  source.type = kind;
  source.frequency.value = hz;
  source.connect(level);
  source.start(start);
  source.stop(start + ms / 1000);
}

/** @param {string} name */
export function play(name) {
  if (!audio || !settings.value.sound || audio.state !== "running") return;
  if (tables.peek().length > 2 && !ESSENTIAL.has(name)) return;
  for (const note of SOUNDS[name] ?? []) playNote(audio, note);
}

/** What a fact sounds like. @param {string} name @param {any} fact */
function soundOf(name, fact) {
  if (name === "board_dealt" || name === "hand_started" || name === "drew") return "card";
  if (name === "awarded") return "win";
  if (name !== "acted") return "";
  return fact.verb === "fold" ? "fold" : fact.paid ? "chips" : "";
}

onFrame("notice", ({ code }) => code === "seat_offer" && play("seat"));

onTableEvent((_store, before, after, event) => {
  const heard = new Set(
    (event.facts ?? []).map((/** @type {any} */ raw) => soundOf(...factOf(raw))),
  );
  for (const name of heard) if (name) play(String(name));
  if (myTurn(after) && (!myTurn(before) || before.turn?.turn !== after.turn?.turn)) {
    play("turn");
    if (window.matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(30);
  }
  if (after.turn?.bank && !before.turn?.bank && myTurn(after)) play("bank");
});

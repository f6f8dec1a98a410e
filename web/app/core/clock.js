// Time left on a clock, seen through the difference between the server's clock and ours.

/**
 * Milliseconds left.
 * @param {number} deadlineMs server time
 * @param {number} nowMs our time
 * @param {number} offsetMs server minus ours
 */
export const leftMs = (deadlineMs, nowMs, offsetMs) => Math.max(0, deadlineMs - (nowMs + offsetMs));

/** Whole seconds to show: 0 only when the time is up. @param {number} ms */
export const seconds = (ms) => Math.ceil(ms / 1000);

/** 52 s as "0:52". @param {number} ms */
export function minutes(ms) {
  const whole = seconds(ms);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * The offset from answered pings: the one with the shortest round trip tells best.
 * @param {{rttMs: number, offsetMs: number}[]} samples
 */
export function bestOffset(samples) {
  return samples.reduce((best, sample) => (sample.rttMs < best.rttMs ? sample : best)).offsetMs;
}

/**
 * A moment to come: "14:05" today, else with its date.
 * @param {number} thenMs @param {number} nowMs
 */
export function until(thenMs, nowMs) {
  const then = new Date(thenMs);
  const time = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (then.toDateString() === new Date(nowMs).toDateString()) return time;
  return `${time} on ${then.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })}`;
}

/** "2 minutes ago". @param {number} thenMs @param {number} nowMs */
export function ago(thenMs, nowMs) {
  const minute = Math.floor((nowMs - thenMs) / 60000);
  if (minute < 1) return "just now";
  if (minute < 60) return minute === 1 ? "a minute ago" : `${minute} minutes ago`;
  const hour = Math.floor(minute / 60);
  if (hour < 24) return hour === 1 ? "an hour ago" : `${hour} hours ago`;
  return new Date(thenMs).toISOString().slice(0, 10);
}

// Avatars drawn from a key: eight motifs in eight palettes. The same key is always the same picture.
import { html } from "../lib.js";

/** Ground, middle, light. */
const PALETTES = [
  ["#4B7C55", "#8DB67E", "#D5E3C2"],
  ["#3D528C", "#8AA3DB", "#C5D0EC"],
  ["#6C404D", "#C3808D", "#E2BDC2"],
  ["#685A2F", "#BFAE61", "#E3D9B8"],
  ["#2D6253", "#71B49C", "#D6ECE3"],
  ["#4B3E68", "#9C87C6", "#D8CDEA"],
  ["#6B4432", "#C69172", "#EDCDB8"],
  ["#2C5667", "#80B9C5", "#DDECEF"],
];

/** @type {((g: string, m: string, l: string) => unknown)[]} */
const MOTIFS = [
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><path fill=${m}
      d="M0 20q8-7 16 0t16 0 16 0V48H0Z" /><path fill=${l} d="M0 34q8-7 16 0t16 0 16 0V48H0Z" />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><circle cx="30" cy="19" r="15" fill=${m} /><path
      fill=${l} d="M0 36q12-9 24-1t24-2V48H0Z" />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${m} /><path fill=${g}
      d="M0 40L40 0H48V14L14 48H0Z" /><path fill=${l} d="M0 0H22L0 22Z" />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><circle cx="24" cy="26" r="16" fill=${m} /><circle
      cx="24" cy="26" r="7" fill=${l} />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><path fill=${l}
      d="M-2 48V34a13 13 0 0 1 26 0V48Z" /><path fill=${m} d="M24 48V28a13 13 0 0 1 26 0V48Z" />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><path fill=${m} d="M4 48L20 14 38 48Z" /><circle
      cx="35" cy="14" r="5" fill=${l} />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} /><path fill=${m} d="M0 24H48V48H0Z" /><path
      fill=${l} d="M10 24a14 14 0 0 1 28 0Z" />`,
  (g, m, l) =>
    html`<rect width="48" height="48" fill=${g} />
      <path fill=${m} d="M0 30L24 11 48 30V48H0Z" /><path fill=${l} d="M0 44L24 25 48 44V48H0Z" />`,
];

/** FNV-1a, good enough to spread keys. @param {string} text */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

export const MOTIF_NAMES = ["Waves", "Moon", "Sails", "Lamp", "Arches", "Hills", "Dawn", "Roofs"];
export const PALETTE_NAMES = ["Moss", "Ink", "Rose", "Reed", "Jade", "Iris", "Clay", "Sea"];

/** The name of a picture that a player chose. @param {number} motif @param {number} palette */
export const pictureOf = (motif, palette) => `face-${motif}-${palette}`;

/**
 * Motif and palette of a chosen picture, or of whatever else names somebody.
 * @param {string} key
 * @returns {[number, number]}
 */
export function partsOf(key) {
  const chosen = /^face-([0-7])-([0-7])$/.exec(key);
  if (chosen) return [Number(chosen[1]), Number(chosen[2])];
  const hash = hashOf(key || "riverbus");
  return [hash % MOTIFS.length, (hash >>> 3) % PALETTES.length];
}

/**
 * @param {{of: string, size?: number}} p `of`: a chosen picture, or the account where there is none
 */
export function Avatar({ of, size }) {
  const [motif, palette] = partsOf(of);
  const [ground, middle, light] = PALETTES[palette];
  return html`
    <svg class="avatar" viewBox="0 0 48 48" width=${size} height=${size} aria-hidden="true"
      data-picture=${`${motif}-${palette}`}>
      ${MOTIFS[motif](ground, middle, light)}
    </svg>`;
}

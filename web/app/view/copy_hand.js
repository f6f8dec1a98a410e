// A hand to take along: as text that trackers read, as PHH, as Open Hand History.
import { html } from "../lib.js";
import { loadHand } from "../state/hands.js";
import { detailOf } from "../net/rest.js";
import { tell } from "../state/notices.js";

/** @typedef {"text" | "phh" | "ohh"} Format */

const NAMES = /** @type {[Format, string][]} */ ([
  ["text", "Text"],
  ["phh", "PHH"],
  ["ohh", "Open Hand History"],
]);

/** @param {string} handId @param {Format} format */
export async function copyHand(handId, format) {
  try {
    const hand = await loadHand(handId, format);
    await navigator.clipboard.writeText(hand.text ?? "");
    const name = NAMES.find(([one]) => one === format)?.[1] ?? "";
    const what = format === "text" ? "as text" : `as ${name}`;
    tell({ level: "good", code: "copied", lead: "Copied.", text: `The hand is in your clipboard ${what}.` });
    return { ok: true, words: `Copied ${what}.` };
  } catch (error) {
    const { code, sentence } =
      error instanceof DOMException
        ? { code: "no_clipboard", sentence: "This browser does not let the page copy." }
        : detailOf(error);
    tell({ level: "info", code, lead: "", text: sentence });
    return { ok: false, words: sentence };
  }
}

/** @param {{handId: string, onSaid: (words: string) => void}} p */
export const CopyHand = ({ handId, onSaid }) => html`
  <div class="copy-hand" role="group" aria-label="Copy this hand">
    <span>Copy</span>
    ${NAMES.map(
      ([format, name]) => html`
      <button type="button" class="plain" data-testid=${`copy-${format}`}
        onClick=${async () => onSaid((await copyHand(handId, format)).words)}>${name}</button>`,
    )}
  </div>`;

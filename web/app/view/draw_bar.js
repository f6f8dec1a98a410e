// The draw: pick cards by tap or key, then draw; the button counts.
import { html, useEffect } from "../lib.js";
import { rankText, splitCards } from "../core/cards.js";
import { act } from "../state/play.js";
import { setKeys } from "./dock_keys.js";
import { Key } from "./key_hint.js";
import { usePress } from "./press.js";

/**
 * Picks a card or puts it back; never more than the draw allows.
 * @param {import("../state/tables.js").Store} store
 * @param {string} card
 */
export function pick(store, card) {
  const most = store.view.peek()?.own.legal?.draw_max ?? 0;
  const picked = store.discards.value;
  if (picked.includes(card)) store.discards.value = picked.filter((one) => one !== card);
  else if (picked.length < most) store.discards.value = [...picked, card];
  else store.say.value = { kind: "info", code: "", text: `You can draw ${most} at most.` };
}

/** @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View}} p */
export function DrawBar({ store, view }) {
  const picked = store.discards.value;
  const cards = splitCards(view.own.cards);
  const kept = cards
    .filter((card) => !picked.includes(card))
    .map(rankText)
    .join(" ");
  const most = view.own.legal?.draw_max ?? 0;
  const draw = () => {
    if (picked.length) act(store, "draw", { discards: picked.join("") });
  };
  const pat = () => act(store, "stand_pat");
  const pressDraw = usePress(store, draw);
  const pressPat = usePress(store, pat);
  useEffect(() => {
    setKeys(store.id, { draw, pat, preset: (n) => cards[n - 1] && pick(store, cards[n - 1]) });
  });
  const busy = store.acting.value;
  return html`
    <div class="actions draw" data-testid="draw-bar">
      <button type="button" class="act fold" disabled=${busy}
        data-testid="stand-pat" ...${pressPat}>
        <b>Stand pat</b><${Key} of="pat" /></button>
      <button type="button" class="act raise" disabled=${!picked.length || busy}
        data-testid="draw" ...${pressDraw}>
        <b>${picked.length ? `Draw ${picked.length}` : "Draw"}</b>
        <span>${picked.length ? `keep ${kept || "nothing"}` : `up to ${most}`}</span><${Key} of="draw" /></button>
    </div>
    <p class="hint draw-hint">Tap cards<span
      class="keys-only">, or keys 1 to 5,</span> to discard. Nothing leaves your hand before you press Draw.</p>`;
}

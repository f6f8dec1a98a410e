// Putting intents on other keys: press the row's button, then the key.
import { html, useState } from "../lib.js";
import { MAPPED, USUAL_KEYS, canMap, keyText, mapKey } from "../core/hot_keys.js";
import { setSettings, settings } from "../state/settings.js";

export function KeySettings() {
  const [waiting, setWaiting] = useState("");
  const [words, setWords] = useState("");
  const map = settings.value.keys;
  /** @param {KeyboardEvent} event @param {string} intent */
  const take = (event, intent) => {
    if (waiting !== intent || ["Shift", "Tab", "Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting("");
    if (event.key === "Escape") return;
    const key = event.key.toLowerCase();
    if (!canMap(key)) setWords("That key has a meaning of its own. Take a letter or a sign.");
    else {
      setWords("");
      setSettings({ keys: mapKey(map, intent, key) });
    }
  };
  const changed = Object.entries(USUAL_KEYS).some(([intent, key]) => (map[intent] ?? key) !== key);
  return html`
    <details class="key-settings" data-testid="key-settings">
      <summary>Put keys elsewhere</summary>
      ${MAPPED.map(
        ([intent, , name]) => html`
        <div class="setting" key=${intent}><span>${name.split(":")[0]}</span>
          <button type="button" class="plain key-button" data-testid=${`key-${intent}`}
            aria-label=${`${name.split(":")[0]}: ${keyText(map, intent)}. Press to change.`}
            onClick=${() => {
              setWords("");
              setWaiting(waiting === intent ? "" : intent);
            }}
            onBlur=${() => setWaiting("")}
            onKeyDown=${(/** @type {KeyboardEvent} */ event) => take(event, intent)}>
            ${waiting === intent ? "Press a key" : keyText(map, intent)}</button></div>`,
      )}
      <p class="quiet" role="status">${words || "Two that change places keep both working."}</p>
      <button type="button" class="plain" disabled=${!changed} data-testid="keys-reset"
        onClick=${() => setSettings({ keys: {} })}>As they were</button>
    </details>`;
}

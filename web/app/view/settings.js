// Settings of this browser.
import { html } from "../lib.js";
import { keyText } from "../core/hot_keys.js";
import { setSettings, settings } from "../state/settings.js";
import { Dialog } from "./dialog.js";
import { KeySettings } from "./key_settings.js";

/**
 * @param {{label: string, words: string, name: keyof import("../state/settings.js").Settings}} p
 */
const Toggle = ({ label, words, name }) => html`
  <label class="setting"><span><b>${label}</b><small>${words}</small></span>
    <input type="checkbox" class="toggle" checked=${Boolean(settings.value[name])}
      data-testid=${`set-${name}`}
      onChange=${(/** @type {any} */ event) => setSettings({ [name]: event.target.checked })} /></label>`;

/** @param {{onClose: () => void, children?: unknown}} p */
export const SettingsDialog = ({ onClose, children = null }) => html`
  <${Dialog} title="Settings" testid="settings" onClose=${onClose}>
    <${Toggle} label="Four-colour deck" words="Diamonds blue, clubs green." name="fourColours" />
    <${Toggle} label="Sounds" words=${`Soft; also ${keyText(settings.value.keys, "sound")}.`} name="sound" />
    <label class="setting"><span><b>Volume</b></span>
      <input type="range" class="slider" min="0" max="100" value=${settings.value.volume}
        aria-label="Volume"
        style=${{ "--part": `${settings.value.volume}%` }}
        onInput=${(/** @type {any} */ event) => setSettings({ volume: Number(event.target.value) })} /></label>
    <${Toggle} label="Keyboard shortcuts" words=${`${keyText(settings.value.keys, "fold")} fold, ${keyText(settings.value.keys, "check_call")} call, ${keyText(settings.value.keys, "raise")} raise; ${keyText(settings.value.keys, "help")} lists them.`}
      name="hotKeys" />
    ${settings.value.hotKeys && html`<${KeySettings} />`}
    <${Toggle} label="Ask before big bets" words="For bets over half your stack."
      name="confirmBig" />
    <${Toggle} label="High contrast" words="Black felt, white outlines." name="highContrast" />
    <div class="setting"><span><b>Felt</b></span>
      <span class="felts" role="radiogroup" aria-label="Felt">
        ${["river", "slate", "plum"].map(
          (felt) => html`
          <button type="button" role="radio" class=${`swatch swatch-${felt}`}
            aria-checked=${settings.value.felt === felt}
            data-testid=${`felt-${felt}`} onClick=${() => setSettings({ felt })}>${felt}</button>`,
        )}
      </span></div>
    ${children}
  </${Dialog}>`;

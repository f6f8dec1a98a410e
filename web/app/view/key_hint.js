// The key of an intent, in the corner of its button; nothing where keys are switched off.
import { html } from "../lib.js";
import { keyText } from "../core/hot_keys.js";
import { settings } from "../state/settings.js";

/** @param {{of: string}} p */
export const Key = ({ of }) =>
  settings.value.hotKeys ? html`<kbd>${keyText(settings.value.keys, of)}</kbd>` : null;

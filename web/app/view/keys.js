// The keyboard: presses become intents, intents go to the dock, the panel or the tabs.
import { html, signal } from "../lib.js";
import { FIXED, MAPPED, hotKey, keyText } from "../core/hot_keys.js";
import { activeTable, activeTile } from "../state/active.js";
import { go, route } from "../state/route.js";
import { setSettings, settings } from "../state/settings.js";
import { tables } from "../state/tables.js";
import { setAdvance } from "../state/play.js";
import { Dialog } from "./dialog.js";
import { keysOf } from "./dock_keys.js";
import { openPanel } from "./panel_state.js";

export const keysOpen = signal(false);

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type)));

/** @param {number} by */
function turnTo(by) {
  const list = tables.value.map((store) => store.id);
  if (!list.length) return;
  const at = list.indexOf(activeTable());
  const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
  if (route.value.page === "tiles") activeTile.value = list[next];
  else go("table", list[next]);
}

/** What the keys mean at the table that they are meant for. */
const here = () => keysOf(activeTable());

function escape() {
  here().escape?.();
  const store = tables.value.find((one) => one.id === activeTable());
  if (store?.view.value?.own.advance) void setAdvance(store, "");
}

/** @type {Record<string, (value: number) => void>} */
const INTENTS = {
  fold: () => here().fold?.(),
  check_call: () => here().checkCall?.(),
  raise: () => here().raise?.(),
  preset: (value) => here().preset?.(value),
  step: (value) => here().step?.(value),
  draw: () => here().draw?.(),
  pat: () => here().pat?.(),
  escape,
  previous_table: () => turnTo(-1),
  next_table: () => turnTo(1),
  chat: () => {
    if (route.value.page === "tiles") go("table", activeTable());
    openPanel("chat");
    window.setTimeout(() => document.getElementById("chat-input")?.focus(), 30);
  },
  hands: () => {
    if (route.value.page === "tiles") go("table", activeTable());
    openPanel("hands");
  },
  sound: () => setSettings({ sound: !settings.value.sound }),
  help: () => {
    keysOpen.value = true;
  },
};

window.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const found = hotKey(
    {
      key: event.key,
      shift: event.shiftKey,
      ctrl: event.ctrlKey,
      alt: event.altKey,
      meta: event.metaKey,
      repeat: event.repeat,
    },
    {
      typing: isTyping(event.target),
      enabled: settings.value.hotKeys,
      map: settings.value.keys,
    },
  );
  if (!found) return;
  const needsTable = !["help", "sound", "previous_table", "next_table"].includes(found.intent);
  if (needsTable && !activeTable()) return;
  if (["chat", "step", "raise"].includes(found.intent)) event.preventDefault();
  INTENTS[found.intent]?.(found.value);
});

export function KeyList() {
  if (!keysOpen.value) return null;
  return html`
    <${Dialog} title="Keys" testid="keys" onClose=${() => {
      keysOpen.value = false;
    }}>
      <dl class="keys">${[
        ...MAPPED.map(([intent, , words]) => [keyText(settings.value.keys, intent), words]),
        ...FIXED,
      ].map(([key, words]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}</dl>
      <p class="quiet">Keys are off while a text field has the focus. Settings put them elsewhere.</p>
    </${Dialog}>`;
}

// The bar on top: mark, tabs of the lobby and of open tables, line, cashier, sound, account.
import { html, useEffect, useState } from "../lib.js";
import { Avatar } from "../art/avatar.js";
import { Bars, Icon, Mark } from "../art/icons.js";
import { money, stakesText } from "../core/money.js";
import { shortTitle } from "../core/words.js";
import { lineState, rtt } from "../net/line.js";
import { go, route } from "../state/route.js";
import { account, balances, loadBalances, refillOffer, signOut } from "../state/session.js";
import { setSettings, settings } from "../state/settings.js";
import { tables, waiting } from "../state/tables.js";
import { viewport } from "../state/now.js";
import { AllHands } from "./all_hands.js";
import { Dialog } from "./dialog.js";
import { openPanel } from "./panel_state.js";
import { tilesFit } from "./tiles.js";
import { ProfileDialog } from "./profile.js";
import { phoneMenuOpen } from "./phone_menu.js";
import { refillAndTell } from "./seat_bar.js";
import { SecurityDialog } from "./security.js";
import { SettingsDialog } from "./settings.js";
import { SecondsLeft } from "./turn_ring.js";

/** @typedef {import("../state/tables.js").Store} Store */

/** The lamp of a table that waits. @param {{store: Store}} p */
function Lamp({ store }) {
  const turn = store.view.value?.turn;
  if (!turn || !waiting.value.includes(store)) return null;
  return html`<b class="lamp-pill"
    data-testid=${`lamp-${store.id}`}><${SecondsLeft} deadline=${turn.deadline_ms} /></b>`;
}

/** @param {{store: Store}} p */
function TableTab({ store }) {
  const here = route.value.page === "table" && route.value.id === store.id;
  return html`
    <a class=${`bar-tab${here ? " on" : ""}`} href=${`#/table/${store.id}`}
      aria-current=${here ? "page" : undefined}
      data-testid=${`tab-table-${store.id}`}>
      <span>${store.view.value?.info.name ?? store.id}</span><${Lamp} store=${store} /></a>`;
}

/** @param {{onClose: () => void}} p */
function Purse({ onClose }) {
  useEffect(() => {
    void loadBalances();
  }, []);
  return html`
    <${Dialog} title="Balance" testid="purse" onClose=${onClose}>
      ${balances.value.map(
        (one) => html`
        <section class="purse" key=${one.currency}>
          <h3>${one.currency === "PLAY" ? "Play chips" : one.currency}</h3>
          <p class="pair"><span>Free</span><b>${money(one.cash, one.currency)}</b></p>
          <p class="pair"><span>On tables</span><b>${money(one.at_tables, one.currency)}</b></p>
          <p class="pair"><span>In tournaments</span><b>${money(one.in_tournaments, one.currency)}</b></p>
        </section>`,
      )}
      <footer><button type="button" class="plain" data-testid="refill"
        disabled=${refillOffer.value.atMs > Date.now() || !refillOffer.value.amount}
        onClick=${refillAndTell}>Get play chips</button></footer>
    </${Dialog}>`;
}

/** @param {{onOpen: (what: string) => void}} p */
function BarTools({ onOpen }) {
  const play = balances.value[0];
  const on = settings.value.sound;
  return html`
    <div class="bar-tools">
      ${
        lineState.value === "open" &&
        html`<span class="line-quality"
        title="Round trip to the room"><${Bars}
        rttMs=${rtt.value} />${rtt.value ? ` ${rtt.value} ms` : ""}</span>`
      }
      ${
        play &&
        html`<button type="button" class="purse-button" data-testid="purse-button"
          onClick=${() => onOpen("purse")}>
        <span>${play.currency === "PLAY" ? "Chips" : "Cashier"}</span><b
          data-testid="cash">${money(play.cash, play.currency)}</b></button>`
      }
      <button type="button" class="icon-button" aria-label=${on ? "Sound off" : "Sound on"}
        data-testid="sound" onClick=${() => setSettings({ sound: !on })}><${Icon}
        name=${on ? "sound" : "mute"} /></button>
      <button type="button" class="icon-button face-button"
        aria-label=${`Account of ${account.value?.name}`} data-testid="account"
        onClick=${() => onOpen("account")}>
        <${Avatar} of=${account.value?.avatar || account.value?.account_id || ""}
          size=${32} /></button>
    </div>`;
}

/** @param {{onClose: () => void, onOpen: (what: string) => void}} p */
const AccountMenu = ({ onClose, onOpen }) => html`
  <${Dialog} title=${account.value?.name ?? ""} testid="account-menu" onClose=${onClose}>
    <p class="quiet">${account.value?.email}</p>
    <div class="menu">
      <button type="button" class="menu-entry" data-testid="open-profile"
        onClick=${() => onOpen("profile")}>Your picture</button>
      <button type="button" class="menu-entry" data-testid="open-hands"
        onClick=${() => onOpen("hands")}>Your hands</button>
      <button type="button" class="menu-entry" data-testid="open-settings"
        onClick=${() => onOpen("settings")}>Settings</button>
      <button type="button" class="menu-entry" onClick=${() => onOpen("purse")}>Balance</button>
      <button type="button" class="menu-entry" data-testid="open-security"
        onClick=${() => onOpen("security")}>Password and sessions</button>
      <button type="button" class="menu-entry" data-testid="sign-out" onClick=${() => {
        onClose();
        void signOut();
      }}>Sign out</button>
    </div>
  </${Dialog}>`;

/** A phone's bar at a table. @param {{store: Store | undefined}} p */
function PhoneTableBar({ store }) {
  const info = store?.view.value?.info;
  const other = waiting.value.find((one) => one.id !== store?.id);
  const unread = store?.unread.value ?? 0;
  return html`
    <header class="bar phone-bar">
      <a class="icon-button" href="#/lobby" aria-label="Back to the lobby"
        data-testid="back"><${Icon} name="back" size=${24} /></a>
      <div class="phone-title"><b>${info?.name ?? ""}</b><span>${info ? `${shortTitle(info.game, info.limit)} · ${stakesText(info).replace(/ /g, "")}` : ""}</span></div>
      ${
        other &&
        html`<button type="button" class="other-table" data-testid="other-table"
        onClick=${() => go("table", other.id)}><span>${other.view.value?.info.name}</span><${Lamp}
        store=${other} /></button>`
      }
      <button type="button" class="icon-button"
        aria-label=${unread ? `Chat, ${unread} new` : "Chat"} data-testid="phone-chat"
        onClick=${() => openPanel("chat")}>
        <${Icon} name="chat" size=${24} />${
          unread > 0 &&
          html`<b
          class="badge">${unread}</b>`
        }</button>
      <button type="button" class="icon-button" aria-label="Menu" data-testid="phone-menu-button"
        onClick=${() => {
          phoneMenuOpen.value = true;
        }}><${Icon} name="menu" size=${24} /></button>
    </header>`;
}

export function Bar() {
  const [open, setOpen] = useState("");
  const { page, id } = route.value;
  const { width, height } = viewport.value;
  const phone = width < 760 || (height < 500 && width > height && width < 1000);
  const close = () => setOpen((now) => (now === open ? "" : now));
  if (phone && page === "table")
    return html`<${PhoneTableBar} store=${tables.value.find((store) => store.id === id)} />`;
  return html`
    <header class="bar">
      <a class="brand" href="#/lobby"><${Mark} /><b>Riverbus</b></a>
      <nav aria-label="Tables">
        <a class=${`bar-tab${page === "lobby" ? " on" : ""}`} href="#/lobby"
          aria-current=${page === "lobby" ? "page" : undefined} data-testid="tab-lobby">Lobby</a>
        ${
          tilesFit() &&
          html`<a class=${`bar-tab${page === "tiles" ? " on" : ""}`} href="#/tiles"
          aria-current=${page === "tiles" ? "page" : undefined} aria-label="Tables side by side"
          title="Tables side by side" data-testid="tab-tiles"><${Icon} name="tiles" size=${18} /></a>`
        }
        ${tables.value.map((store) => html`<${TableTab} key=${store.id} store=${store} />`)}
      </nav>
      <${BarTools} onOpen=${setOpen} />
      ${open === "purse" && html`<${Purse} onClose=${close} />`}
      ${open === "account" && html`<${AccountMenu} onClose=${close} onOpen=${setOpen} />`}
      ${open === "settings" && html`<${SettingsDialog} onClose=${close} />`}
      ${open === "security" && html`<${SecurityDialog} onClose=${close} />`}
      ${open === "hands" && html`<${AllHands} onClose=${close} />`}
      ${open === "profile" && html`<${ProfileDialog} onClose=${close} />`}
    </header>`;
}

// Fold, check or call, bet or raise: each with its price, always in this order and place.
import { html, useEffect, useRef, useState } from "../lib.js";
import { money, parseAmount, plainAmount, sign } from "../core/money.js";
import {
  bigStep,
  bringIn,
  clampWager,
  inChips,
  mainWager,
  overHalf,
  presets,
} from "../core/wager.js";
import { ownSeat } from "../core/table_state.js";
import { act } from "../state/play.js";
import { settings } from "../state/settings.js";
import { setKeys } from "./dock_keys.js";
import { Key } from "./key_hint.js";
import { PresetRow } from "./preset_row.js";
import { usePress } from "./press.js";
import { Sizing } from "./sizing.js";

/** @typedef {import("../state/tables.js").Store} Store */
/** @typedef {import("../protocol.js").View} View */

const VERBS = /** @type {Record<string, string>} */ ({
  bet: "Bet",
  raise: "Raise to",
  complete: "Complete to",
  bring_in: "Bring in",
});

/**
 * What "pot" means as a total: told by the room, else reckoned from what is in the middle.
 * @param {View} view
 * @param {number} callTo
 */
export function potTotalOf(view, callTo) {
  const legal = view.own.legal;
  return legal?.pot_total || callTo + view.pot_total + (legal?.call ?? 0);
}

/**
 * @param {{question: string, words: string, yes: string, no: string, onYes: () => void, onNo: () => void}} p
 */
function Ask({ question, words, yes, no, onYes, onNo }) {
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => first.current?.focus(), []);
  return html`
    <div class="ask" role="alertdialog" aria-label=${question} data-testid="ask">
      <div><b>${question}</b><span>${words}</span></div>
      <button ref=${first} type="button" class="plain" data-testid="ask-no"
        onClick=${onNo}>${no}</button>
      <button type="button" class="lamp" data-testid="ask-yes" onClick=${onYes}>${yes}</button>
    </div>`;
}

/** @param {{store: Store, view: View, phone: boolean, compact: boolean}} p */
export function ActionBar({ store, view, phone, compact }) {
  const legal = /** @type {import("../protocol.js").LegalActions} */ (view.own.legal);
  const { info } = view;
  const { currency, stakes } = info;
  const seat = ownSeat(view);
  const bet = seat?.bet ?? 0;
  const stack = seat?.stack ?? 0;
  const callTo = bet + legal.call;
  const wager = mainWager(legal);
  const forced = bringIn(legal);
  const potTotal = potTotalOf(view, callTo);
  const sized = Boolean(wager) && info.limit !== "fixed";
  const [text, setText] = useState(() => (wager ? plainAmount(wager.min) : ""));
  const [ask, setAsk] = useState("");
  const [open, setOpen] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const parsed = parseAmount(text, { bigBlind: bigStep(stakes), potTotal, callTo });
  const amount = wager && parsed !== null ? inChips(parsed, wager, stakes.unit) : null;
  const sizes = presets(info, wager, potTotal, callTo);
  const busy = store.acting.value;

  /** @param {number} next */
  const setAmount = (next) => wager && setText(plainAmount(clampWager(next, wager)));
  const fold = () => (legal.check ? setAsk("fold") : act(store, "fold"));
  const checkCall = () => {
    if (legal.check) act(store, "check");
    else if (legal.call) act(store, "call");
    else if (forced) act(store, "bring_in");
  };
  const sendRaise = () => {
    if (wager && amount !== null) act(store, wager.verb, { to: amount });
  };
  const raise = () => {
    if (!wager || amount === null) return;
    if (phone && compact && sized && !open) {
      setOpen(true);
      return;
    }
    if (settings.value.confirmBig && sized && overHalf(amount, bet, stack)) setAsk("raise");
    else sendRaise();
  };
  const pressFold = usePress(store, fold);
  const pressCall = usePress(store, checkCall);
  const pressRaise = usePress(store, raise);

  useEffect(() => {
    /** @param {() => void} run */
    const guarded = (run) => () => pressCounted(store, run);
    setKeys(store.id, {
      fold: legal.fold ? guarded(fold) : undefined,
      checkCall: guarded(checkCall),
      raise: () =>
        field.current
          ? (field.current.focus(), field.current.select())
          : pressCounted(store, raise),
      preset: (n) => {
        const preset = sizes[n - 1];
        if (preset?.amount) setAmount(preset.amount);
      },
      step: (steps) => setAmount((amount ?? wager?.min ?? 0) + steps * bigStep(stakes)),
      escape: () => setAsk(""),
    });
  });
  useEffect(
    () => () => {
      setKeys(store.id, {});
    },
    [],
  );

  if (ask) {
    const question =
      ask === "fold"
        ? "You can check for nothing."
        : amount === wager?.max && info.limit === "none"
          ? `All-in for ${money(stack, currency)}?`
          : `${VERBS[wager?.verb ?? "bet"]} ${money(amount ?? 0, currency)}?`;
    return html`<${Ask} question=${question}
      words=${ask === "fold" ? "Folding gives up the hand, though a check costs nothing." : "Asked once, for bets over half your stack. The clock runs on."}
      yes=${ask === "fold" ? "Fold anyway" : amount === wager?.max ? "Yes, all-in" : "Yes"}
      no=${ask === "fold" ? "Check" : "Back"}
      onYes=${() => (ask === "fold" ? act(store, "fold") : sendRaise())}
      onNo=${() => (ask === "fold" ? (setAsk(""), act(store, "check")) : setAsk(""))} />`;
  }
  const callAllIn = legal.call > 0 && legal.call >= stack;
  const showSizing = sized && (!phone || !compact || open);
  return html`
    <div class="actions" data-testid="actions">
      <button type="button" class="act fold" disabled=${!legal.fold || busy}
        data-testid="fold" ...${pressFold}>
        <b>Fold</b><${Key} of="fold" /></button>
      <button type="button" class="act call"
        disabled=${busy || !(legal.check || legal.call || forced)}
        data-testid="check-call" ...${pressCall}>
        <b>${legal.check ? "Check" : legal.call ? "Call" : forced ? "Bring in" : "Check"}</b>
        ${!legal.check && html`<span>${money(legal.call || forced?.min || 0, currency)}${callAllIn ? " all-in" : ""}</span>`}<${Key} of="check_call" /></button>
      <button type="button" class="act raise" disabled=${!wager || amount === null || busy}
        data-testid="raise" ...${pressRaise}>
        <b>${wager ? VERBS[wager.verb] : legal.check ? "Bet" : "Raise to"}</b>
        <span>${wager && amount !== null ? money(amount, currency) : "—"}</span><${Key} of="raise" /></button>
    </div>
    ${
      sized &&
      !showSizing &&
      html`<${PresetRow} sizes=${sizes} amount=${amount}
      onPick=${setAmount} />`
    }
    ${
      showSizing &&
      wager &&
      html`
      <${Sizing} sizes=${phone && compact && open ? [] : sizes} wager=${wager} amount=${amount}
        text=${text} potTotal=${potTotal}
        stakes=${stakes} sign=${sign(currency)} field=${field} onText=${setText} onAmount=${setAmount}
        onSend=${() => pressCounted(store, raise)} />`
    }
    ${!sized && !phone && html`<div class="sizing none" aria-hidden="true"></div>`}`;
}

/**
 * A key's press: too soon after a new price it does nothing.
 * @param {Store} store
 * @param {() => void} run
 */
function pressCounted(store, run) {
  if (performance.now() - store.promptAt.value >= 150) run();
}

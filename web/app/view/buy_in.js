// Bringing chips: the buy-in when sitting down, and more of them later.
import { html, useState } from "../lib.js";
import { money, parseAmount, plainAmount, sign, titleLine } from "../core/money.js";
import { refusal } from "../core/refusals.js";
import { bigStep } from "../core/wager.js";
import { ownSeat } from "../core/table_state.js";
import { sit, topUp } from "../state/play.js";
import { balanceOf } from "../state/session.js";
import { Dialog } from "./dialog.js";
import { refillAndTell } from "./seat_bar.js";

/** @typedef {import("../state/tables.js").Store} Store */
/** @typedef {import("../protocol.js").View} View */

/**
 * @param {{min: number, max: number, text: string, amount: number | null, currency: string, onText: (t: string) => void}} p
 */
function AmountChoice({ min, max, text, amount, currency, onText }) {
  const step = 100;
  return html`
    <div class="amount-choice">
      <label class=${`amount${amount === null ? " wrong" : ""}`}><span>${sign(currency)}</span>
        <input value=${text} inputmode="decimal" autocomplete="off" aria-label="Amount"
          data-testid="buy-in-amount"
          maxlength="14" autofocus onInput=${(/** @type {any} */ event) => onText(event.target.value)} /></label>
      <input type="range" class="slider" min=${min} max=${Math.max(min, max)} step=${step}
        value=${amount ?? min}
        aria-label="Amount, by slider" style=${{ "--part": `${max > min ? ((Math.max(min, amount ?? min) - min) * 100) / (max - min) : 100}%` }}
        onInput=${(/** @type {any} */ event) => onText(plainAmount(Math.min(max, Number(event.target.value))))} />
      <p class="limits"><button type="button" class="link"
        onClick=${() => onText(plainAmount(min))}>Min ${money(min, currency)}</button>
        <button type="button" class="link" data-testid="buy-in-max"
          onClick=${() => onText(plainAmount(max))}>Max ${money(max, currency)}</button></p>
    </div>`;
}

/** @param {{error: {code: string, sentence: string} | null}} p */
export const ErrorLine = ({ error }) =>
  error
    ? html`<p class="error" role="alert"
      data-testid="error">${error.sentence} <small>${error.code}</small></p>`
    : null;

/** @param {{cash: number, min: number, currency: string}} p */
function NotEnough({ cash, min, currency }) {
  return html`
    <div class="not-enough" data-testid="not-enough">
      <b>Not enough for this buy-in</b>
      <p>You have ${money(cash, currency)}; the table asks for ${money(min, currency)}.
        ${
          currency === "PLAY" &&
          html` <button type="button" class="link" data-testid="refill"
          onClick=${refillAndTell}>Get play chips</button>`
        }</p>
    </div>`;
}

/** @param {{store: Store, view: View, seat: number, onClose: () => void}} p */
export function BuyIn({ store, view, seat, onClose }) {
  const { info } = view;
  const { currency } = info;
  const balance = balanceOf(currency);
  const most = Math.min(info.buy_in_max, balance.cash);
  const usual = Math.min(most, Math.max(info.buy_in_min, bigStep(info.stakes) * 100));
  const [text, setText] = useState(() => plainAmount(Math.max(info.buy_in_min, usual)));
  const [wait, setWait] = useState(currency !== "PLAY");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const amount = parseAmount(text, { bigBlind: bigStep(info.stakes), potTotal: 0, callTo: 0 });
  const fits = amount !== null && amount >= info.buy_in_min && amount <= most;
  const poor = balance.cash < info.buy_in_min;
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!fits || amount === null || busy) return;
    setBusy(true);
    const answer = await sit(store, seat, amount, wait && info.stakes.big_blind > 0);
    setBusy(false);
    if (answer.ok) onClose();
    else setError(refusal(answer.error, currency));
  };
  return html`
    <${Dialog} title=${seat ? `Sit in seat ${seat}` : "Sit down"} testid="buy-in"
      onClose=${onClose}>
      <form onSubmit=${submit}>
        <p class="quiet">${info.name} · ${titleLine(info)}</p>
        <p class="pair"><span>You have</span><b
          data-testid="buy-in-balance">${money(balance.cash, currency)}</b></p>
        ${
          poor
            ? html`<${NotEnough} cash=${balance.cash} min=${info.buy_in_min}
              currency=${currency} />`
            : html`<${AmountChoice} min=${info.buy_in_min} max=${most} text=${text} amount=${amount}
              currency=${currency} onText=${setText} />`
        }
        ${
          info.stakes.big_blind > 0 &&
          !poor &&
          html`
          <label class="plain-check"><input type="checkbox" checked=${wait}
            data-testid="wait-big-blind"
            onChange=${(/** @type {any} */ event) => setWait(event.target.checked)} />
            <span>Wait for the big blind. Without this you post ${money(info.stakes.big_blind, currency)} to be dealt in sooner.</span></label>`
        }
        <${ErrorLine} error=${error} />
        <footer><button type="button" class="plain" onClick=${onClose}>Cancel</button>
          <button type="submit" class="primary" disabled=${!fits || busy || poor}
            data-testid="buy-in-confirm">
            ${fits && amount !== null ? `Sit down with ${money(amount, currency)}` : "Sit down"}</button></footer>
      </form>
    </${Dialog}>`;
}

/** @param {{store: Store, view: View, onClose: () => void}} p */
export function TopUp({ store, view, onClose }) {
  const { info } = view;
  const { currency } = info;
  const stack = ownSeat(view)?.stack ?? 0;
  const balance = balanceOf(currency);
  const most = Math.max(0, Math.min(info.buy_in_max - stack, balance.cash));
  const [text, setText] = useState(() => plainAmount(most));
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const [busy, setBusy] = useState(false);
  const amount = parseAmount(text, { bigBlind: bigStep(info.stakes), potTotal: 0, callTo: 0 });
  const fits = amount !== null && amount > 0 && amount <= most;
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!fits || amount === null || busy) return;
    setBusy(true);
    const answer = await topUp(store, amount);
    setBusy(false);
    if (answer.ok) onClose();
    else setError(refusal(answer.error, currency));
  };
  return html`
    <${Dialog} title="Add chips" testid="top-up-dialog" onClose=${onClose}>
      <form onSubmit=${submit}>
        <p class="pair"><span>In front of you</span><b>${money(stack, currency)}</b></p>
        <p class="pair"><span>You have</span><b>${money(balance.cash, currency)}</b></p>
        ${
          balance.cash <= 0
            ? html`<${NotEnough} cash=${balance.cash} min=${info.buy_in_min}
              currency=${currency} />`
            : most <= 0
              ? html`<p
                class="quiet">You have the most that this table allows: ${money(info.buy_in_max, currency)}.</p>`
              : html`<${AmountChoice} min=${Math.min(most, 100)} max=${most} text=${text}
                amount=${amount} currency=${currency} onText=${setText} />`
        }
        <p class="quiet">Chips that you add in a hand count from the next one.</p>
        <${ErrorLine} error=${error} />
        <footer><button type="button" class="plain" onClick=${onClose}>Cancel</button>
          <button type="submit" class="primary" disabled=${!fits || busy}
            data-testid="top-up-confirm">Add ${fits && amount !== null ? money(amount, currency) : "chips"}</button></footer>
      </form>
    </${Dialog}>`;
}

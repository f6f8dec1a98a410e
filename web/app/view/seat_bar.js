// The dock between hands: sit down, come back, add chips, or wait.
import { html } from "../lib.js";
import { money } from "../core/money.js";
import { needsAnte, ownSeat } from "../core/table_state.js";
import { refill } from "../state/session.js";
import { choose, setOptions } from "../state/play.js";
import { tell } from "../state/notices.js";
import { detailOf } from "../net/rest.js";

/** Fresh play chips, and a word about it. */
export async function refillAndTell() {
  try {
    const granted = await refill();
    tell({
      level: "good",
      code: "refilled",
      lead: "Play chips are in.",
      text: `${money(granted, "PLAY")} came to your balance.`,
    });
  } catch (error) {
    const { code, sentence } = detailOf(error);
    tell({ level: "stop", code, lead: "", text: sentence });
  }
}

/**
 * @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View, onSit: () => void, onTopUp: () => void}} p
 */
export function SeatBar({ store, view, onSit, onTopUp }) {
  const seat = ownSeat(view);
  const { currency } = view.info;
  if (!seat) {
    const free = view.seats.filter((one) => !one.account_id && one.status !== "reserved").length;
    return html`
      <div class="seat-bar">
        <p><b>You are watching.</b> <span>${free ? "Choose a free seat to play." : "All seats are taken."}</span></p>
        <button type="button" class="primary" disabled=${!free} data-testid="sit-down"
          onClick=${onSit}>Sit down</button>
      </div>`;
  }
  if (view.own.legal?.show_or_muck) {
    return html`
      <div class="seat-bar">
        <p><b>Show your hand?</b> <span>Unshown cards stay yours.</span></p>
        <button type="button" class="plain" data-testid="muck"
          onClick=${() => choose(store, "muck")}>Muck</button>
        <button type="button" class="primary" data-testid="show"
          onClick=${() => choose(store, "show")}>Show</button>
      </div>`;
  }
  if (seat.status === "sitting_out" || seat.status === "away" || view.own.options.sit_out) {
    const broke = seat.stack === 0;
    return html`
      <div class="seat-bar">
        <p><b>${broke ? "Your chips are gone." : "You are sitting out."}</b>
          <span>${broke ? "Add chips to play on, or leave the table." : owed(view)}</span></p>
        <button type="button" class=${broke ? "primary" : "plain"} data-testid="top-up"
          onClick=${onTopUp}>Add chips</button>
        ${
          !broke &&
          html`<button type="button" class="primary" data-testid="sit-in"
          onClick=${() => setOptions(store, { sit_out: false })}>I am back</button>`
        }
      </div>`;
  }
  const asked = needsAnte(view) && !view.own.options.auto_ante;
  const joining = view.own.options.in_next_hand;
  const words =
    seat.status === "reserved"
      ? ["Your chips are on the way.", "You are dealt in once they are here."]
      : seat.status === "leaving"
        ? ["You leave after this hand.", "Your chips go home with you."]
        : seat.status === "waiting" && !asked
          ? ["You wait for your turn to be dealt in.", owed(view)]
          : seat.folded && !view.ended
            ? ["You folded.", "The next hand is yours again."]
            : seat.all_in && seat.in_hand && !view.ended
              ? ["You are all-in.", "Nothing more to decide in this hand."]
              : asked && !joining
                ? ["Play the next hand?", "You are dealt in only if you say so."]
                : [
                  "You are dealt in with the next hand.",
                  `${money(seat.stack, currency)} in front of you.`,
                ];
  return html`
    <div class="seat-bar">
      <p><b>${words[0]}</b> <span>${words[1]}</span></p>
      ${
        seat.status === "waiting" &&
        view.own.options.wait_for_big_blind &&
        html`
        <button type="button" class="plain" data-testid="post-now"
          onClick=${() => setOptions(store, { wait_for_big_blind: false })}>Post now</button>`
      }
      <button type="button" class="plain" data-testid="top-up" onClick=${onTopUp}>Add chips</button>
      ${
        asked &&
        !joining &&
        html`<button type="button" class="primary" data-testid="im-in"
        onClick=${() => setOptions(store, { in_next_hand: true })}>I’m in</button>`
      }
    </div>`;
}

/** @param {import("../protocol.js").View} view */
function owed(view) {
  const { owes_live: live, owes_dead: dead } = view.own;
  const { currency } = view.info;
  if (!live && !dead)
    return ownSeat(view)?.status === "waiting"
      ? "The next hand is yours."
      : "You are dealt in as soon as you return.";
  if (view.own.options.wait_for_big_blind) return "You come in with the big blind.";
  return `You post ${money(live + dead, currency)} when you are dealt in.`;
}

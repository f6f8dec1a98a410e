// Two quiet tabs: who sits here, and the rules of the table.
import { html, useEffect } from "../lib.js";
import { Avatar } from "../art/avatar.js";
import { Icon } from "../art/icons.js";
import { money, shortMoney, stakesText } from "../core/money.js";
import { GAMES, LIMITS, PROFILES } from "../core/words.js";
import { detailOf } from "../net/rest.js";
import { faceOf } from "../state/faces.js";
import { tell } from "../state/notices.js";
import { ignored, loadIgnored, setIgnored } from "../state/sanctions.js";
import { account } from "../state/session.js";

/** @typedef {import("../protocol.js").View} View */
/** @typedef {import("../protocol.js").TableInfo} TableInfo */

const STATUS = /** @type {Record<string, string>} */ ({
  reserved: "Seat reserved",
  waiting: "Waits to be dealt in",
  sitting_out: "Sitting out",
  away: "Away",
  leaving: "Leaving",
});

/** Whether somebody's chat is heard. @param {{seat: import("../protocol.js").Seat}} p */
function Hearing({ seat }) {
  if (!ignored.value || seat.account_id === account.value?.account_id) return null;
  const on = ignored.value.has(seat.account_id);
  const change = () =>
    setIgnored(seat.account_id, !on).catch((failure) =>
      tell({ level: "info", lead: "", code: "ignore", text: detailOf(failure).sentence }),
    );
  return html`<button type="button" class="icon-button" aria-pressed=${on}
    aria-label=${on ? `Hear ${seat.name} again` : `Do not hear ${seat.name}`}
    title=${on ? "Not heard in chat" : "Hide this player's chat"}
    data-testid=${`hear-${seat.seat}`} onClick=${change}><${Icon} name=${on ? "mute" : "chat"}
    size=${18} /></button>`;
}

/** @param {{view: View}} p */
export function Players({ view }) {
  useEffect(() => {
    void loadIgnored();
  }, []);
  return html`
  <ul class="players" data-testid="players">
    ${view.seats
      .filter((seat) => seat.account_id)
      .map(
        (seat) => html`
      <li key=${seat.seat}><${Avatar} of=${faceOf(seat.account_id)} size=${34} />
        <span><b>${seat.name}</b><small>Seat ${seat.seat}${STATUS[seat.status] ? ` · ${STATUS[seat.status]}` : ""}${seat.connected ? "" : " · offline"}</small></span>
        <b class="number">${money(seat.stack, view.info.currency)}</b><${Hearing}
          seat=${seat} /></li>`,
      )}
  </ul>`;
}

/** @param {TableInfo} info */
export function rakeText({ rake, currency }) {
  if (!rake.basis_points) return "None";
  const percent = `${rake.basis_points / 100} %`;
  const cap = rake.caps.length ? rake.caps[rake.caps.length - 1].cap : 0;
  return cap ? `${percent}, at most ${shortMoney(cap, currency)}` : percent;
}

/** @param {TableInfo} info */
function rows(info) {
  const { stakes, currency } = info;
  /** @type {[string, string][]} */
  const list = [
    ["Game", GAMES[info.game]],
    ["Limit", LIMITS[info.limit]],
    ["Stakes", stakesText(info)],
  ];
  if (stakes.ante)
    list.push([
      "Ante",
      `${shortMoney(stakes.ante, currency)}${stakes.ante_from_big_blind ? ", the big blind pays for all" : ""}`,
    ]);
  if (stakes.bring_in) list.push(["Bring-in", shortMoney(stakes.bring_in, currency)]);
  if (info.limit === "fixed" && stakes.big_blind)
    list.push([
      "Blinds",
      `${shortMoney(stakes.small_blind, currency)} / ${shortMoney(stakes.big_blind, currency)}`,
    ]);
  list.push(
    [
      "Buy-in",
      `${shortMoney(info.buy_in_min, currency)} to ${shortMoney(info.buy_in_max, currency)}`,
    ],
    ["Seats", String(info.seats_max)],
    ["Rake", rakeText(info)],
  );
  for (const cap of info.rake.caps.slice(0, -1)) {
    list.push([`Rake from ${cap.players} players`, `at most ${shortMoney(cap.cap, currency)}`]);
  }
  if (info.rake.no_flop_no_drop) list.push(["No flop", "no rake"]);
  list.push(
    ["Time to act", `${info.turn_s} s`],
    ["Time bank", info.bank_s ? `${info.bank_s} s` : "none"],
    ["House rules", PROFILES[info.profile] ?? info.profile],
    ["Money", currency === "PLAY" ? "Play chips" : currency],
  );
  return list.filter(([, value]) => value);
}

/** @param {{info: TableInfo, own?: View["own"]}} p */
export const RuleList = ({ info, own }) => html`
  <dl class="rules" data-testid="rules">
    ${
      own &&
      own.seat > 0 &&
      html`<div data-testid="protections"><dt>Your disconnection all-ins left</dt>
      <dd>${own.protections_left}</dd></div>`
    }
    ${rows(info).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;

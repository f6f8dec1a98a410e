// A table before one goes there: small felt, who sits, what it asks; sit down, watch, rules.
import { html, useState } from "../lib.js";
import { Avatar } from "../art/avatar.js";
import { Icon } from "../art/icons.js";
import { money, shortMoney, titleLine } from "../core/money.js";
import { GAMES, PROFILES, plural } from "../core/words.js";
import { curvePath, curvePoint, seatAngle } from "../geometry/curve.js";
import { detailOf } from "../net/rest.js";
import { tell } from "../state/notices.js";
import { faceOf } from "../state/faces.js";
import { go, goAndSit } from "../state/route.js";
import { seatedTables } from "../state/tables.js";
import { joinList, leaveList, places } from "../state/waiting_lists.js";
import { Dialog } from "./dialog.js";
import { HouseRules } from "./house_rules.js";
import { RuleList, rakeText } from "./players_info.js";
import { px } from "./seat.js";

/** @typedef {import("../protocol.js").LobbyRow} Row */

const W = 308;
const H = 160;

/** @param {{row: Row, mine: boolean}} p */
function SmallFelt({ row, mine }) {
  const n = row.info.seats_max;
  const free = n - row.seated;
  return html`
    <div class="small-felt" style=${{ width: px(W), height: px(H) }}>
      <svg width=${W} height=${H} viewBox=${`0 0 ${W} ${H}`} aria-hidden="true">
        <path class="small-rail" d=${curvePath(W / 2, H / 2, 122, 60)} /><path class="small-cloth"
          d=${curvePath(W / 2, H / 2, 114, 53)} />
      </svg>
      <p><span>${row.seated} of ${n} seated</span><b>${free > 0 ? `${plural(free, "seat")} open` : "Full"}</b></p>
      ${Array.from({ length: n }, (_, k) => {
        const { x, y } = curvePoint(seatAngle(k, n), 122, 60);
        const seat = row.seats.find((one) => one.seat === k + 1 && one.account_id);
        const place = { left: px(W / 2 + x - 18), top: px(H / 2 + y - 18) };
        return seat
          ? html`<span class="small-seat" style=${place} title=${seat.name}><${Avatar}
              of=${faceOf(seat.account_id)} size=${32} /></span>`
          : html`<button type="button" class="small-seat free" style=${place} disabled=${mine}
              aria-label=${`Sit down in seat ${k + 1}`} title=${`Seat ${k + 1}`}
              onClick=${() => goAndSit(row.table_id, k + 1)}><${Icon} name="plus"
              size=${14} /></button>`;
      })}
    </div>`;
}

/** @param {{name: string, value: string}} p */
const Fact = ({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** @param {Promise<void>} done */
const said = (done) =>
  done.catch((error) => {
    const { code, sentence } = detailOf(error);
    tell({ level: "info", code, lead: "", text: sentence });
  });

/** Waiting for a seat at a full table. @param {{row: Row}} p */
function WaitingList({ row }) {
  const place = places.value.get(row.table_id);
  if (!place) {
    return html`<button type="button" class="primary wide" data-testid="join-waiting"
      onClick=${() => said(joinList(row.table_id))}>Join the waiting list</button>`;
  }
  return html`<p class="pair"><span>You wait for a seat</span><b
      data-testid="waiting-place">${place.place} of ${place.waiting}</b></p>
    <button type="button" class="plain wide" data-testid="leave-waiting"
      onClick=${() => said(leaveList(row.table_id))}>Leave the waiting list</button>`;
}

/** @param {{row: Row, bare?: boolean}} p */
export function Preview({ row, bare = false }) {
  const [rules, setRules] = useState(false);
  const { info } = row;
  const mine = seatedTables().has(row.table_id);
  const shut = ["closing", "closed", "quarantined"].includes(row.state);
  const free = row.seated < info.seats_max && !shut;
  return html`
    <div class="preview-body" data-testid="preview">
      ${!bare && html`<h2>${info.name}</h2>`}
      <p class="quiet">${titleLine(info)} · ${info.seats_max} seats</p>
      <${SmallFelt} row=${row} mine=${mine} />
      <ul class="preview-players">${row.seats
        .filter((seat) => seat.account_id)
        .map(
          (seat) => html`
        <li key=${seat.seat}><span>${seat.name}</span><b
          class="number">${money(seat.stack, info.currency)}</b></li>`,
        )}</ul>
      <dl class="preview-facts">
        <${Fact} name="Buy-in"
          value=${`${shortMoney(info.buy_in_min, info.currency)} to ${shortMoney(info.buy_in_max, info.currency)}`} />
        <${Fact} name="Rake" value=${rakeText(info)} />
        <${Fact} name="Time to act" value=${`${info.turn_s} s${info.bank_s ? " + bank" : ""}`} />
        <${Fact} name="House rules" value=${PROFILES[info.profile] ?? info.profile} />
        ${
          ["holdem", "omaha", "omaha8"].includes(info.game) &&
          html`<${Fact}
          name="Players to the flop" value=${row.flop_percent ? `${row.flop_percent} %` : "—"} />`
        }
        <${Fact} name="Game" value=${GAMES[info.game]} />
      </dl>
      <div class="preview-actions">
        ${
          mine
            ? null
            : free
              ? html`<button type="button" class="primary wide" data-testid="preview-sit"
              onClick=${() => goAndSit(row.table_id)}>Sit down</button>`
              : html`<${WaitingList} row=${row} />`
        }
        <div class="two"><button type="button" class=${mine ? "primary" : "plain"}
            data-testid="open-table"
            onClick=${() => go("table", row.table_id)}>${mine ? "Go to the table" : "Watch"}</button>
          <button type="button" class="plain" data-testid="preview-rules"
            onClick=${() => setRules(true)}>Rules of this table</button></div>
      </div>
      ${
        rules &&
        html`<${Dialog} title=${info.name} testid="rules-dialog"
        onClose=${() => setRules(false)}><${RuleList} info=${info} /><${HouseRules}
        tableId=${row.table_id} /></${Dialog}>`
      }
    </div>`;
}

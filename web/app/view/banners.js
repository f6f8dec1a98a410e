// Banners: one line, one fact, one way out. They push, never cover, cards or actions.
import { html, signal, useLayoutEffect, useRef } from "../lib.js";
import { Icon } from "../art/icons.js";
import { connect, tryNow } from "../net/line.js";
import { goAndSit } from "../state/route.js";
import { bannersFor, dismiss } from "../state/notices.js";
import { leaveList } from "../state/waiting_lists.js";

const ICONS = /** @type {Record<string, string>} */ ({
  info: "info",
  wait: "clock",
  stop: "offline",
  good: "good",
});

/** Good and plain news pass by; at a table they float above the dock and push nothing. */
const passing = (/** @type {import("../state/notices.js").Banner} */ banner) =>
  ["info", "good"].includes(banner.level) && banner.passing;

/** How far banners push a table down, px; a long one takes several lines on a phone. */
export const pushed = signal(0);

/**
 * `only`: "staying" or "passing" ones; both where it is left out.
 * @param {{view: import("../protocol.js").View | null, only?: string, tableId?: string}} p
 */
export function Banners({ view, only = "", tableId }) {
  const list = bannersFor(view, tableId).filter(
    (banner) => !only || passing(banner) === (only === "passing"),
  );
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (only === "staying") pushed.value = box.current?.offsetHeight ?? 0;
  });
  if (!list.length) return null;
  return html`
    <div ref=${box} class=${`banners ${only}`} data-testid=${only === "passing" ? "news" : "banners"}>
      ${list.map(
        (banner) => html`
        <div key=${banner.code} class=${`banner level-${banner.level}`}
          role=${banner.level === "stop" ? "alert" : "status"}
          data-testid=${`banner-${banner.code}`}>
          <${Icon} name=${ICONS[banner.level] ?? "info"} />
          <p>${banner.lead && html`<b>${banner.lead}</b> `}<span>${banner.text}</span></p>
          ${
            banner.code === "line_lost" &&
            html`<button type="button" class="plain"
            onClick=${tryNow}>Try now</button>`
          }
          ${
            banner.code === "line_ended" &&
            html`<button type="button" class="plain"
            onClick=${connect}>Connect again</button>`
          }
          ${
            banner.code === "seat_offer" &&
            html`<button type="button" class="plain" data-testid="decline-seat" onClick=${() => {
              dismiss(banner.code, banner.table_id);
              void leaveList(banner.table_id).catch(() => undefined);
            }}>Leave the list</button>`
          }
          ${
            banner.code === "seat_offer" &&
            html`<button type="button" class="primary" data-testid="take-seat" onClick=${() => {
              dismiss(banner.code, banner.table_id);
              goAndSit(banner.table_id);
            }}>Take the seat</button>`
          }
          ${
            ["info", "good"].includes(banner.level) &&
            html`
            <button type="button" class="icon-button" aria-label="Dismiss"
              onClick=${() => dismiss(banner.code, banner.table_id)}><${Icon} name="close"
              size=${16} /></button>`
          }
        </div>`,
      )}
    </div>`;
}

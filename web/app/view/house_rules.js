// The rules of a table in full, on request: every parameter in force, and what is changed here.
import { html, useEffect, useState } from "../lib.js";
import { capital } from "../core/words.js";
import { call, detailOf } from "../net/rest.js";

/** @typedef {{rules: Record<string, string>, changed_rules: string[], notice: string}} Detail */

/** "sit_out_max_hands" as words. @param {string} name */
const words = (name) => capital(name.replaceAll("_", " "));

/** @param {string} value */
const said = (value) => ({ true: "yes", false: "no" })[value] ?? value.replaceAll("_", " ");

/** @param {{tableId: string}} p */
export function HouseRules({ tableId }) {
  const [detail, setDetail] = useState(/** @type {Detail | null} */ (null));
  const [error, setError] = useState("");
  useEffect(() => {
    call("GET", `/api/tables/${tableId}`).then(setDetail, (failure) =>
      setError(detailOf(failure).sentence),
    );
  }, [tableId]);
  if (error) return html`<p class="quiet">${error}</p>`;
  if (!detail) return null;
  const changed = new Set(detail.changed_rules ?? []);
  return html`
    ${detail.notice && html`<p class="quiet">${detail.notice}</p>`}
    <details class="house-rules" data-testid="house-rules">
      <summary>House rules in full</summary>
      <dl class="rules">${Object.entries(detail.rules ?? {}).map(
        ([name, value]) => html`
        <div key=${name}><dt>${words(name)}${changed.has(name) && html` <small>here</small>`}</dt>
          <dd>${said(value)}</dd></div>`,
      )}</dl>
    </details>`;
}

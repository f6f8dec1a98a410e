// Password and open sessions of the own account.
import { html, useEffect, useState } from "../lib.js";
import { ago } from "../core/clock.js";
import { call, detailOf } from "../net/rest.js";
import { tell } from "../state/notices.js";
import { ErrorLine } from "./buy_in.js";
import { Dialog } from "./dialog.js";

/**
 * @typedef {{session_id: string, kind: string, user_agent: string, used_at_ms: number,
 *   present: boolean}} Session
 */

const LEAST = 8;

/** A browser's name from what it sends. @param {Session} session */
function deviceOf({ user_agent: agent, kind }) {
  if (kind === "bearer") return "A program";
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "A browser";
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}

/** @param {{onDone: () => void}} p */
function PasswordForm({ onDone }) {
  const [before, setBefore] = useState("");
  const [after, setAfter] = useState("");
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await call("POST", "/api/me/password", { old_password: before, new_password: after });
      onDone();
    } catch (failure) {
      setError(detailOf(failure));
    }
  };
  return html`
    <form onSubmit=${submit}>
      <label class="field"><span>Password now</span>
        <input type="password" autocomplete="current-password" maxlength="256" value=${before}
          data-testid="password-now"
          onInput=${(/** @type {any} */ event) => setBefore(event.target.value)} /></label>
      <label class="field"><span>New password</span>
        <input type="password" autocomplete="new-password" maxlength="256" value=${after}
          data-testid="password-new"
          onInput=${(/** @type {any} */ event) => setAfter(event.target.value)} />
        <small>At least ${LEAST} characters. All other sessions end.</small></label>
      <${ErrorLine} error=${error} />
      <footer><button type="submit" class="primary" data-testid="password-save"
        disabled=${!before || after.length < LEAST}>Change the password</button></footer>
    </form>`;
}

/** @param {{onClose: () => void}} p */
export function SecurityDialog({ onClose }) {
  const [sessions, setSessions] = useState(/** @type {Session[]} */ ([]));
  const load = () =>
    call("GET", "/api/sessions").then(
      (reply) => setSessions(reply.sessions ?? []),
      () => undefined,
    );
  useEffect(() => {
    void load();
  }, []);
  const endOthers = async () => {
    await call("DELETE", "/api/sessions").catch(() => undefined);
    await load();
  };
  return html`
    <${Dialog} title="Password and sessions" testid="security" onClose=${onClose}>
      <${PasswordForm} onDone=${() => {
        tell({ level: "good", code: "password", lead: "The password is changed.", text: "" });
        onClose();
      }} />
      <h3>Where you are signed in</h3>
      <ul class="sessions" data-testid="sessions">
        ${sessions.map(
          (one) => html`
          <li key=${one.session_id}><b>${deviceOf(one)}</b><small>${one.present ? "this page" : `last seen ${ago(one.used_at_ms, Date.now())}`}</small></li>`,
        )}
      </ul>
      <footer><button type="button" class="plain" disabled=${sessions.length < 2}
        data-testid="end-others" onClick=${endOthers}>Sign out everywhere else</button></footer>
    </${Dialog}>`;
}

// In place of the chat's field while one may not write: until when, why, and the appeal.
import { html, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { until } from "../core/clock.js";
import { detailOf } from "../net/rest.js";
import { appeal } from "../state/sanctions.js";
import { ErrorLine } from "./buy_in.js";
import { Dialog } from "./dialog.js";

/** @typedef {import("../protocol.js").Sanction} Sanction */

const MOST = 1000;

/** @param {{ban: Sanction, onClose: () => void}} p */
function AppealDialog({ ban, onClose }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      await appeal(ban.sanction_id, text.trim());
      onClose();
    } catch (failure) {
      setError(detailOf(failure));
      setBusy(false);
    }
  };
  return html`
    <${Dialog} title="Appeal" testid="appeal" onClose=${onClose}>
      <form onSubmit=${submit}>
        <p>The house gave this reason: ${ban.reason}</p>
        <label class="field"><span>Why should it be looked at again?</span>
          <textarea rows="5" maxlength=${MOST} value=${text} autofocus data-testid="appeal-text"
            onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
          <small>You can appeal once. Somebody of the house reads it; the ban goes on meanwhile.</small></label>
        <${ErrorLine} error=${error} />
        <footer><button type="button" class="plain" onClick=${onClose}>Cancel</button>
          <button type="submit" class="primary" disabled=${!text.trim() || busy}
            data-testid="appeal-send">Send the appeal</button></footer>
      </form>
    </${Dialog}>`;
}

const STANDS = /** @type {Record<string, string>} */ ({
  open: "Your appeal waits for a decision.",
  upheld: "Your appeal was heard; the ban stands.",
});

/** @param {{ban: Sanction}} p */
export function ChatBan({ ban }) {
  const [open, setOpen] = useState(false);
  return html`
    <div class="chat-ban" data-testid="chat-ban">
      <${Icon} name="info" size=${16} />
      <p><b>You may not write ${ban.until_ms ? `until ${until(ban.until_ms, Date.now())}` : "here any more"}.</b>
        <span>${ban.reason}</span>
        ${STANDS[ban.appeal] && html`<span data-testid="appeal-stands">${STANDS[ban.appeal]} ${ban.decision}</span>`}
        ${
          ban.appeal === "none" &&
          html`<button type="button" class="link" data-testid="appeal-open"
          onClick=${() => setOpen(true)}>Appeal</button>`
        }</p>
      ${open && html`<${AppealDialog} ban=${ban} onClose=${() => setOpen(false)} />`}
    </div>`;
}

// What must be done before play: new terms to accept, or a new screen name.
import { html, useEffect, useState } from "../lib.js";
import { detailOf } from "../net/rest.js";
import { acceptTerms, account, loadTerms, replaceName } from "../state/session.js";
import { ErrorLine } from "./buy_in.js";
import { Dialog } from "./dialog.js";

/** @typedef {{code: string, sentence: string} | null} Failure */

/** @param {{onClose: () => void}} p */
function TermsDue({ onClose }) {
  const [terms, setTerms] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {Failure} */ (null));
  useEffect(() => {
    loadTerms().then(setTerms, (failure) => setError(detailOf(failure)));
  }, []);
  const accept = () => acceptTerms(terms.version).catch((failure) => setError(detailOf(failure)));
  return html`
    <${Dialog} title="Terms of the room" testid="terms-due" onClose=${onClose}>
      <p>Before you play, read the terms in force and accept them.</p>
      <ul class="declarations">
        ${(terms?.declarations ?? []).map((/** @type {string} */ text) => html`<li>${text}</li>`)}
      </ul>
      <div class="terms-text" tabindex="0">${terms?.text ?? ""}</div>
      <${ErrorLine} error=${error} />
      <footer><button type="button" class="plain" onClick=${onClose}>Later</button>
        <button type="button" class="primary" disabled=${!terms} data-testid="accept-terms"
          onClick=${accept}>I accept</button></footer>
    </${Dialog}>`;
}

/** @param {{onClose: () => void}} p */
function NameDue({ onClose }) {
  const [name, setName] = useState("");
  const [error, setError] = useState(/** @type {Failure} */ (null));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    replaceName(name.trim()).catch((failure) => setError(detailOf(failure)));
  };
  return html`
    <${Dialog} title="Choose another name" testid="name-due" onClose=${onClose}>
      <form onSubmit=${submit}>
        <p>The house did not accept your screen name. Choose another before you play.</p>
        <label class="field"><span>Screen name</span>
          <input value=${name} maxlength="20" autocomplete="nickname"
            onInput=${(/** @type {any} */ event) => setName(event.target.value)} />
          <small>3 to 20 letters, digits, hyphens or underscores.</small></label>
        <${ErrorLine} error=${error} />
        <footer><button type="submit" class="primary" disabled=${name.trim().length < 3}>
          Take this name</button></footer>
      </form>
    </${Dialog}>`;
}

export function Due() {
  const [later, setLater] = useState(false);
  const due = account.value?.due;
  if (!due || later) return null;
  const close = () => setLater(true);
  return due === "terms"
    ? html`<${TermsDue} onClose=${close} />`
    : html`<${NameDue} onClose=${close} />`;
}

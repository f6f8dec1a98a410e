// Signing in and signing up.
import { html, useEffect, useMemo, useState } from "../lib.js";
import { Card } from "../art/card.js";
import { Mark } from "../art/icons.js";
import { countries, guessCountry } from "../core/countries.js";
import { signUpFaults } from "../core/sign_up_check.js";
import { endedText } from "../net/line.js";
import { detailOf } from "../net/rest.js";
import { go } from "../state/route.js";
import { loadTerms, signIn, signUp } from "../state/session.js";
import { ErrorLine } from "./buy_in.js";
import { Dialog } from "./dialog.js";

/**
 * @param {{label: string, name: string, value: string, type?: string, auto?: string, fault?: string,
 *   hint?: string, onText: (text: string) => void, max?: number}} p
 */
const Field = ({
  label,
  name,
  value,
  type = "text",
  auto = "off",
  fault = "",
  hint = "",
  onText,
  max = 254,
}) => html`
  <label class=${`field${fault ? " wrong" : ""}`}><span>${label}</span>
    <input name=${name} type=${type} value=${value} autocomplete=${auto} maxlength=${max}
      data-testid=${`field-${name}`}
      aria-invalid=${Boolean(fault)} aria-describedby=${`hint-${name}`}
      onInput=${(/** @type {any} */ event) => onText(event.target.value)} />
    <small id=${`hint-${name}`}>${fault || hint}</small></label>`;

/** The page's welcome, beside the form. */
const Welcome = () => html`
  <section class="welcome" aria-label="Riverbus">
    <div class="welcome-mark"><${Mark} size=${44} /><b>Riverbus</b></div>
    <p>Poker for an evening on the water. Seven games, play chips, and a table that waits with its lamp on.</p>
    <div class="welcome-cards" aria-hidden="true">
      ${["As", "Kd", "Qh", "Jc", "Ts"].map(
        (card) => html`<span key=${card}><${Card} card=${card}
        width=${84} hidden /></span>`,
      )}
    </div>
  </section>`;

export function SignInPage() {
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const [busy, setBusy] = useState(false);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!login || !password || busy) return;
    setBusy(true);
    setError(null);
    try {
      await signIn(login.trim(), password);
    } catch (failure) {
      setError(detailOf(failure));
      setBusy(false);
    }
  };
  return html`
    <main class="auth" data-testid="sign-in-page"><${Welcome} />
      <form class="auth-form" onSubmit=${submit}>
        <h1>Sign in</h1>
        <${Field} label="Name or e-mail" name="login" value=${login} auto="username"
          onText=${setLogin} />
        <${Field} label="Password" name="password" type="password" value=${password}
          auto="current-password" onText=${setPassword} max=${256} />
        ${endedText.value && !error && html`<p class="error" role="status">${endedText.value}</p>`}
        <${ErrorLine} error=${error} />
        <button type="submit" class="primary" disabled=${busy}
          data-testid="sign-in">Sign in</button>
        <p class="quiet">New here? <a href="#/sign-up"
          data-testid="to-sign-up">Make an account</a></p>
      </form>
    </main>`;
}

const EMPTY = { name: "", email: "", password: "", birth_date: "", country: "", accepted: false };

export function SignUpPage() {
  const [form, setForm] = useState({ ...EMPTY, country: guessCountry(navigator.language) });
  const [terms, setTerms] = useState(/** @type {any} */ (null));
  const [reading, setReading] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const list = useMemo(countries, []);
  useEffect(() => {
    loadTerms().then(setTerms, (failure) => setError(detailOf(failure)));
  }, []);
  const faults = signUpFaults(form, new Date(), terms?.majority_ages ?? {});
  /** @param {string} name */
  const set = (name) => (/** @type {string | boolean} */ value) =>
    setForm((before) => ({ ...before, [name]: value }));
  /** @param {string} name */
  const fault = (name) => (tried ? (faults[name] ?? "") : "");
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length || busy || !terms) return;
    setBusy(true);
    setError(null);
    const { accepted, ...rest } = form;
    try {
      await signUp({
        ...rest,
        name: form.name.trim(),
        email: form.email.trim(),
        terms_version: terms.version,
        declarations_accepted: accepted,
      });
      go("lobby");
    } catch (failure) {
      setError(detailOf(failure));
      setBusy(false);
    }
  };
  return html`
    <main class="auth" data-testid="sign-up-page"><${Welcome} />
      <form class="auth-form" onSubmit=${submit} novalidate>
        <h1>Make an account</h1>
        <${Field} label="Screen name" name="name" value=${form.name} auto="nickname" max=${20}
          hint="Others see it; it stays." fault=${fault("name")} onText=${set("name")} />
        <${Field} label="E-mail" name="email" type="email" value=${form.email} auto="email"
          fault=${fault("email")} onText=${set("email")} />
        <${Field} label="Password" name="password" type="password" value=${form.password}
          auto="new-password" max=${256} hint="At least 8 characters." fault=${fault("password")}
          onText=${set("password")} />
        <div class="two">
          <${Field} label="Birth date" name="birth_date" type="date" value=${form.birth_date}
            auto="bday" fault=${fault("birth_date")} onText=${set("birth_date")} />
          <label class=${`field${fault("country") ? " wrong" : ""}`}><span>Country</span>
            <select name="country" value=${form.country} data-testid="field-country"
              autocomplete="country"
              onChange=${(/** @type {any} */ event) => set("country")(event.target.value)}>
              <option value="">Choose</option>
              ${list.map(
                (one) => html`<option value=${one.code}
                selected=${one.code === form.country}>${one.name}</option>`,
              )}
            </select><small>${fault("country")}</small></label>
        </div>
        <label class=${`plain-check${fault("accepted") ? " wrong" : ""}`}><input type="checkbox"
          checked=${form.accepted} data-testid="field-terms"
          onChange=${(/** @type {any} */ event) => set("accepted")(event.target.checked)} />
          <span>I accept the <button type="button" class="link"
            onClick=${() => setReading(true)}>terms of the room</button>. ${fault("accepted") && html`<small>${fault("accepted")}</small>`}</span></label>
        <${ErrorLine} error=${error} />
        <button type="submit" class="primary" disabled=${busy}
          data-testid="sign-up">Make the account</button>
        <p class="quiet">Have one? <a href="#/sign-in">Sign in</a></p>
      </form>
      ${
        reading &&
        terms &&
        html`<${Dialog} title="Terms of the room" testid="terms" onClose=${() => setReading(false)}>
        <ul class="declarations">${(terms.declarations ?? []).map((/** @type {string} */ text) => html`<li>${text}</li>`)}</ul>
        <div class="terms-text">${terms.text}</div></${Dialog}>`
      }
    </main>`;
}

// The own profile: a picture of a motif in a palette, and who sees it.
import { html, useState } from "../lib.js";
import { Avatar, MOTIF_NAMES, PALETTE_NAMES, partsOf, pictureOf } from "../art/avatar.js";
import { detailOf } from "../net/rest.js";
import { account, setProfile } from "../state/session.js";
import { ErrorLine } from "./buy_in.js";
import { Dialog } from "./dialog.js";

/**
 * @param {{label: string, names: string[], on: number, picture: (at: number) => string,
 *   testid: string, onPick: (at: number) => void}} p
 */
const Choice = ({ label, names, on, picture, testid, onPick }) => html`
  <div class="pictures" role="radiogroup" aria-label=${label}>
    ${names.map(
      (name, at) => html`
      <button key=${name} type="button" role="radio" aria-checked=${at === on} aria-label=${name}
        title=${name} data-testid=${`${testid}-${at}`} onClick=${() => onPick(at)}>
        <${Avatar} of=${picture(at)} size=${48} /></button>`,
    )}
  </div>`;

/** @param {{onClose: () => void}} p */
export function ProfileDialog({ onClose }) {
  const mine = account.value;
  const [parts, setParts] = useState(() => partsOf(mine?.avatar || mine?.account_id || ""));
  const [sight, setSight] = useState(mine?.profile.avatar_visibility || "everybody");
  const [error, setError] = useState(/** @type {{code: string, sentence: string} | null} */ (null));
  const [motif, palette] = parts;
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await setProfile({ avatar: pictureOf(motif, palette), avatar_visibility: sight });
      onClose();
    } catch (failure) {
      setError(detailOf(failure));
    }
  };
  return html`
    <${Dialog} title="Your picture" testid="profile" onClose=${onClose}>
      <form onSubmit=${save}>
        <p class="picture-now"><${Avatar} of=${pictureOf(motif, palette)} size=${72} />
          <span><b>${mine?.name}</b><small>As others see you at a table.</small></span></p>
        <${Choice} label="Motif" names=${MOTIF_NAMES} on=${motif} testid="motif"
          picture=${(/** @type {number} */ at) => pictureOf(at, palette)}
          onPick=${(/** @type {number} */ at) => setParts([at, palette])} />
        <${Choice} label="Colours" names=${PALETTE_NAMES} on=${palette} testid="palette"
          picture=${(/** @type {number} */ at) => pictureOf(motif, at)}
          onPick=${(/** @type {number} */ at) => setParts([motif, at])} />
        <label class="field"><span>Who sees it</span>
          <select value=${sight} data-testid="picture-sight"
            onChange=${(/** @type {any} */ event) => setSight(event.target.value)}>
            <option value="everybody" selected=${sight === "everybody"}>Everybody</option>
            <option value="players" selected=${sight === "players"}>Players who are signed in</option>
            <option value="nobody" selected=${sight === "nobody"}>Only you</option>
          </select></label>
        <${ErrorLine} error=${error} />
        <footer><button type="button" class="plain" onClick=${onClose}>Cancel</button>
          <button type="submit" class="primary" data-testid="save-picture">Keep this picture</button></footer>
      </form>
    </${Dialog}>`;
}

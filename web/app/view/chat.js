// Chat and log of a table in one column: the log quiet with a rule at the left, speech in full.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { ownSeat } from "../core/table_state.js";
import { say } from "../state/play.js";
import { ban, loadSanctions } from "../state/sanctions.js";
import { ChatBan } from "./chat_ban.js";

const MOST = 300;
/** Within so many px of the end the list follows new lines. */
const NEAR_PX = 40;

/** @param {{item: import("../state/tables.js").Item}} p */
const Line = ({ item }) =>
  item.kind === "chat"
    ? html`<li class="speech"><b>${item.who}</b> <span>${item.text}</span></li>`
    : html`<li
      class=${`log log-${item.kind}`}>${item.who && html`<b>${item.who}</b> `}${item.text}</li>`;

/** @param {{store: import("../state/tables.js").Store, view: import("../protocol.js").View}} p */
export function Chat({ store, view }) {
  const items = store.items.value;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const [below, setBelow] = useState(0);
  const [text, setText] = useState("");
  const following = useRef(true);
  const seen = useRef(items.length ? items[items.length - 1].id : 0);
  useLayoutEffect(() => {
    const box = list.current;
    const last = items.length ? items[items.length - 1].id : 0;
    if (!box) return;
    if (following.current) {
      box.scrollTop = box.scrollHeight;
      seen.current = last;
      setBelow(0);
    } else setBelow(items.filter((item) => item.id > seen.current).length);
  }, [items]);
  useEffect(() => {
    store.unread.value = 0;
  }, [items]);
  useEffect(() => {
    void loadSanctions();
  }, []);
  const onScroll = () => {
    const box = list.current;
    if (!box) return;
    following.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    if (following.current) {
      setBelow(0);
      seen.current = items.length ? items[items.length - 1].id : 0;
    }
  };
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    setText("");
    const answer = await say(store, words);
    if (answer?.ok) return;
    setText(words);
    if (answer?.error?.code === "muted") void loadSanctions();
  };
  const playing = Boolean(ownSeat(view)?.in_hand || view.own.cards) && view.hand_id && !view.ended;
  return html`
    <div class="chat">
      <ol class="lines" ref=${list} onScroll=${onScroll} tabindex="0" aria-label="Chat and log"
        data-testid="lines">
        ${!items.length && html`<li class="empty">Nobody has written yet.</li>`}
        ${items.map((item) => html`<${Line} key=${item.id} item=${item} />`)}
      </ol>
      ${
        below > 0 &&
        html`<button type="button" class="new-lines" onClick=${() => {
          following.current = true;
          setBelow(0);
          if (list.current) list.current.scrollTop = list.current.scrollHeight;
        }}>${below} new</button>`
      }
      ${
        playing &&
        html`<p class="card-talk"><${Icon} name="info" size=${16} />
        <span>While a hand is on, please don’t discuss cards, yours or anyone’s.</span></p>`
      }
      ${
        ban.value
          ? html`<${ChatBan} ban=${ban.value} />`
          : html`
      <form class="say-form" onSubmit=${submit}>
        <input value=${text} maxlength=${MOST} placeholder="Message the table"
          aria-label="Message the table"
          autocomplete="off" data-testid="chat-input" id="chat-input"
          onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
          }} />
      </form>`
      }
    </div>`;
}

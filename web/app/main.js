// Starts the page: who is here, where they are, what they see.
import { html, render } from "./lib.js";
import { account, loadSession } from "./state/session.js";
import { route } from "./state/route.js";
import { assertive, polite } from "./state/live.js";
import "./state/last_seconds.js";
import "./state/seat_news.js";
import "./state/sounds.js";
import "./state/waiting_lists.js";
import { Bar } from "./view/bar.js";
import { Due } from "./view/due.js";
import { KeyList } from "./view/keys.js";
import { LobbyPage } from "./view/lobby.js";
import { SignInPage, SignUpPage } from "./view/auth.js";
import { TablePage } from "./view/table.js";
import { TilesPage, tilesFit } from "./view/tiles.js";

function Page() {
  const { page, id } = route.value;
  if (account.value === undefined) return null;
  if (account.value === null) {
    return page === "sign-up" ? html`<${SignUpPage} />` : html`<${SignInPage} />`;
  }
  return html`
    <${Bar} />
    ${
      page === "table" && id
        ? html`<${TablePage} id=${id} />`
        : page === "tiles" && tilesFit()
          ? html`<${TilesPage} />`
          : html`<${LobbyPage} />`
    }
    <${KeyList} /><${Due} />`;
}

const App = () => html`
  <${Page} />
  <div class="unseen" aria-live="polite" data-testid="polite">${polite.value}</div>
  <div class="unseen" aria-live="assertive" data-testid="assertive">${assertive.value}</div>`;

const root = document.getElementById("app");
if (root) render(html`<${App} />`, root);
void loadSession();

import "./money.js";
import "./table_state.js";
import "./wagers.js";
import "./keys.js";
import "./layouts.js";
import "./refusals.js";
import { runAll } from "./check.js";

globalThis.outcome = runAll();

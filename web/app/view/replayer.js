// A hand step by step, as the viewer saw it.
import { html, useEffect, useMemo, useState } from "../lib.js";
import { Icon } from "../art/icons.js";
import { SHORT_STREETS, STREETS } from "../core/words.js";
import { detailOf } from "../net/rest.js";
import { viewport } from "../state/now.js";
import { account } from "../state/session.js";
import { loadHand, stepsOf } from "../state/hands.js";
import { CopyHand } from "./copy_hand.js";
import { Stage, useLayout } from "./stage.js";

const SPEEDS = [1, 2, 4];
const STEP_MS = 1200;

/**
 * The replayer's stage: a middle one that is scaled to the dialog, or a phone's.
 * @param {number} width
 * @param {number} height
 */
function frameFor(width, height) {
  const wide = width >= 760;
  return wide
    ? { mode: /** @type {const} */ ("mid"), panel: false, dock: 0, stageW: 1024, stageH: 612 }
    : {
        mode: /** @type {const} */ ("phone"),
        panel: false,
        dock: 0,
        stageW: 390,
        stageH: 604,
        height,
      };
}

/** @param {{step: import("../state/hands.js").Step}} p */
function ReplayStage({ step }) {
  const { width, height } = viewport.value;
  const frame = frameFor(width, height);
  const layout = useLayout(frame, step.view);
  const below = width >= 760 ? 300 : 350;
  const s = Math.min((Math.min(width, 1080) - 64) / frame.stageW, (height - below) / frame.stageH);
  return html`
    <div class="replay-stage"
      style=${{ width: `${frame.stageW * s}px`, height: `${frame.stageH * s}px` }}>
      <div style=${{ transform: `scale(${s})`, transformOrigin: "0 0" }}><${Stage} view=${step.view}
        layout=${layout} replay /></div>
    </div>`;
}

/**
 * @param {{steps: import("../state/hands.js").Step[], at: number, onAt: (at: number) => void}} p
 */
function Marks({ steps, at, onAt }) {
  const marks = steps
    .map((step, index) => ({ street: step.street, index }))
    .filter(({ street, index }) => street && street !== steps[index - 1]?.street);
  const last = Math.max(1, steps.length - 1);
  return html`
    <div class="replay-line">
      <input type="range" class="slider" min="0" max=${last} value=${at} aria-label="Step"
        data-testid="replay-slider"
        style=${{ "--part": `${(at * 100) / last}%` }}
        onInput=${(/** @type {any} */ event) => onAt(Number(event.target.value))} />
      <div class="marks">${marks.map(
        ({ street, index }) => html`
        <button type="button" style=${{ left: `${(index * 100) / last}%` }}
          aria-label=${STREETS[street]} onClick=${() => onAt(index)}>${SHORT_STREETS[street]}</button>`,
      )}</div>
    </div>`;
}

/** @param {{handId: string}} p */
export function Replayer({ handId }) {
  const [hand, setHand] = useState(/** @type {any} */ (null));
  const [error, setError] = useState("");
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [said, setSaid] = useState("");
  useEffect(() => {
    loadHand(handId, "events").then(setHand, (failure) => setError(detailOf(failure).sentence));
  }, [handId]);
  const steps = useMemo(() => (hand ? stepsOf(hand, account.value?.account_id ?? "") : []), [hand]);
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setTimeout(() => {
      if (at + 1 < steps.length) setAt(at + 1);
      else setRunning(false);
    }, STEP_MS / speed);
    return () => window.clearTimeout(timer);
  }, [running, at, steps, speed]);
  if (error) return html`<p class="quiet">${error}</p>`;
  if (!hand) return html`<div class="replay-wait" role="status">The hand is coming.</div>`;
  const step = steps[at];
  if (!step) return html`<p class="quiet">This hand has nothing to show.</p>`;
  return html`
    <div class="replayer">
      <${ReplayStage} step=${step} />
      <div class="replay-bar">
        <button type="button" class="icon-button boxed" aria-label="Previous"
          data-testid="replay-previous" onClick=${() => setAt(Math.max(0, at - 1))}><${Icon}
          name="previous" size=${18} /></button>
        <button type="button" class="icon-button boxed light"
          aria-label=${running ? "Pause" : "Play"} data-testid="replay-play"
          onClick=${() => setRunning(!running)}><${Icon} name=${running ? "pause" : "play"}
          size=${18} /></button>
        <button type="button" class="icon-button boxed" aria-label="Next" data-testid="replay-next"
          onClick=${() => setAt(Math.min(steps.length - 1, at + 1))}><${Icon} name="next"
          size=${18} /></button>
        <p data-testid="replay-words"><b>${STREETS[step.street] ?? "Start"}</b> ${step.line}</p>
        <button type="button" class="plain"
          onClick=${() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length])}>Speed ${speed}×</button>
      </div>
      <${Marks} steps=${steps} at=${at} onAt=${setAt} />
      <footer class="replay-foot"><p class="quiet" role="status"
        data-testid="copy-said">${said}</p><${CopyHand} handId=${handId} onSaid=${setSaid} /></footer>
    </div>`;
}

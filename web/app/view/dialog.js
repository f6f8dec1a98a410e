// A modal dialog: the browser's own, so that focus stays in it and Escape closes it.
import { html, useLayoutEffect, useRef } from "../lib.js";
import { Icon } from "../art/icons.js";

/**
 * @param {{title: string, testid: string, wide?: boolean, onClose: () => void, children?: unknown}} p
 */
export function Dialog({ title, testid, wide = false, onClose, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const gone = useRef(false);
  // At once: a key pressed before it is modal would mean something at the table.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      gone.current = true;
      dialog?.close();
    };
  }, []);
  return html`
    <dialog ref=${box} class=${`dialog${wide ? " wide" : ""}`} data-testid=${testid}
      aria-label=${title}
      onCancel=${(/** @type {Event} */ event) => {
        event.preventDefault();
        onClose();
      }}
      onClose=${() => !gone.current && onClose()}
      onClick=${(/** @type {MouseEvent} */ event) => event.target === box.current && onClose()}>
      <div class="dialog-body">
        <header><h2>${title}</h2>
          <button type="button" class="icon-button" aria-label="Close" data-testid="dialog-close"
            onClick=${onClose}>
            <${Icon} name="close" /></button></header>
        ${children}
      </div>
    </dialog>`;
}

// Which tab of the side panel is open; "" where it is a closed drawer or sheet.
import { signal } from "../lib.js";

export const panelTab = signal("chat");

/** @param {string} tab */
export const openPanel = (tab) => {
  panelTab.value = tab;
};

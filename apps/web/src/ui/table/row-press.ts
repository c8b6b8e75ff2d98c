/** What a press on a row or its name does, in tables and cards. */
import type { KeyboardEvent, MouseEvent } from "react";

const isRow = (event: KeyboardEvent) =>
  event.key === " " && event.target instanceof HTMLElement && "row" in event.target.dataset;

/** Space selects the row that has the focus (Enter opens it), with Shift all from the last one; without boxes it opens. */
export function handleSpace(event: KeyboardEvent, act: (range: boolean) => void) {
  if (!isRow(event)) return;
  event.preventDefault();
  act(event.shiftKey);
}

/** A press opens the row beside its list; with Ctrl, Shift or Cmd on the name the browser does as with any link. */
export function openHere(event: MouseEvent, onOpen: () => void) {
  const isLink = event.target instanceof Element && event.target.closest("a[data-row]") !== null;
  if (isLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  if (isLink) event.preventDefault();
  onOpen();
}

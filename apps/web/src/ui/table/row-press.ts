/** Makes a row of a list usable by keyboard, mouse and screen readers, in tables and cards. */
import type { KeyboardEvent, MouseEvent } from "react";

const isRow = (event: KeyboardEvent) =>
  event.key === " " && event.target instanceof HTMLElement && "row" in event.target.dataset;

/** Space selects the row that has the focus (Enter opens it), with Shift all from the last one; without boxes it opens. */
function handleSpace(event: KeyboardEvent, act: (range: boolean) => void) {
  if (!isRow(event)) return;
  event.preventDefault();
  act(event.shiftKey);
}

/** A press opens the row beside its list; with Ctrl, Shift or Cmd on the name the browser does as with any link. */
function openHere(event: MouseEvent, onOpen: () => void) {
  const isLink = event.target instanceof Element && event.target.closest("a[data-row]") !== null;
  if (isLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
  if (isLink) event.preventDefault();
  onOpen();
}

type Pressed = {
  onOpen: () => void;
  selected?: boolean;
  onSelect?: (range: boolean) => void;
  index?: number;
};

/** Attributes of a row or a card for the keyboard, the mouse and screen readers. @param heads rows of headings above the first */
export function rowAttributes({ onOpen, selected, onSelect, index }: Pressed, heads: 0 | 1) {
  return {
    "data-index": index,
    "aria-rowindex": index === undefined ? undefined : index + heads + 1,
    "aria-selected": onSelect ? Boolean(selected) : undefined,
    onClick: (event: MouseEvent) => openHere(event, onOpen),
    onKeyDown: (event: KeyboardEvent) => handleSpace(event, onSelect ?? onOpen),
  };
}

import type { KeyboardEvent } from "react";

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus between the rows' buttons (`data-row`) of the table body it is heard on. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

/** Selector of what stands over the screen and has keys of its own: dialogs and menus, not the panel beside a list. */
const over =
  ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])[data-open]';
export const isCovered = (): boolean => document.querySelector(over) !== null;

/**
 * Goes on in the list of the screen from anywhere in it. With a row's panel open the next row is opened in its place;
 * without one the focus moves to the next row, which Enter opens. False where there is no list, or it ends here.
 */
export function stepInList(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main [data-row]")];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const opened = rows.findIndex((row) => row.ariaCurrent === "true");
  const isOpening = opened >= 0 && focused < 0;
  const at = isOpening ? opened : focused;
  const next = at < 0 ? rows[0] : rows[at + step];
  if (!next) return false;
  next.scrollIntoView({ block: "nearest" });
  if (isOpening) next.click();
  else next.focus();
  return true;
}

/** Puts the cursor into the search of the screen's list. */
export function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
  box?.focus();
  box?.select();
  return box !== null;
}

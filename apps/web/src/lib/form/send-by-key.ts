import type { KeyboardEvent } from "react";

/** Ctrl Enter or ⌘ Enter sends the form that one types in: Enter alone begins a line in some fields. */
export function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const form = event.target instanceof Element ? event.target.closest("form") : null;
  if (!form) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Moves the focus when something opens: to a record or form beside its list, or to the screen that was moved to. */
import { useRouterState } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Gives an element the focus; not beneath an open dialog, which makes inert what it covers: somebody is typing there. */
function focusUncovered(element: HTMLElement): void {
  if (!element.closest("[data-base-ui-inert]")) element.focus({ preventScroll: true });
}

/** Gives the focus to what opens beside a list, and gives it back when that closes. */
export function useFocusWhileOpen(): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    if (panel.current) focusUncovered(panel.current);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) focusUncovered(before);
    };
  }, []);
  return panel;
}

/**
 * After moving to another screen the focus stands at its beginning, as on a fresh page; what has opened with it
 * (`useFocusWhileOpen`) keeps it.
 */
export function useFocusOnNewScreen(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({
    select: (state) => state.resolvedLocation?.pathname.replace(/\/+$/, ""),
  });
  const first = useRef(true);
  useEffect(() => {
    const inPanel = document.activeElement?.closest('[role="dialog"]');
    const isTaken = inPanel ? main.current?.contains(inPanel) : false;
    if (!first.current && !isTaken && main.current) focusUncovered(main.current);
    first.current = path === undefined;
  }, [path]);
  return main;
}

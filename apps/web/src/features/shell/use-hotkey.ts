import { useEffect, useRef } from "react";
import { isTaken, isTyping } from "../../lib/place-keys.ts";
import { focusSearch, isCovered, stepInList } from "../../ui/table/table-keys.ts";

/** Ctrl or ⌘ with a key, by its place on the keyboard too: the letter differs on Cyrillic layouts. */
export function useHotkey(key: string, onPress: () => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const hit = event.key === key || event.code === `Key${key.toUpperCase()}`;
      if (!hit || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [key]);
}

/** A key by itself, such as F1. */
export function useKey(key: string, onPress: () => void): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [key]);
}

/**
 * The keys of every screen: J and K through the rows of its list, `/` into its search, `?` shows them all. By their place
 * on the keyboard too: letters and signs differ on Cyrillic layouts. Not while something is typed.
 */
export function useScreenKeys(onHelp: () => void): void {
  const latest = useRef(onHelp);
  latest.current = onHelp;
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered()) return;
      if (act(event, latest.current)) event.preventDefault();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

/** Does what a key means; false where it means nothing here. */
function act({ key, code, shiftKey }: KeyboardEvent, onHelp: () => void): boolean {
  if (key === "?" || (code === "Slash" && shiftKey)) {
    onHelp();
    return true;
  }
  if (key === "/" || (code === "Slash" && !shiftKey)) return focusSearch();
  if (shiftKey || isTaken(code)) return false;
  if (code === "KeyJ") return stepInList(1);
  return code === "KeyK" && stepInList(-1);
}

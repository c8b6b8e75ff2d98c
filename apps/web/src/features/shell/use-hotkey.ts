import { useEffect, useRef } from "react";

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

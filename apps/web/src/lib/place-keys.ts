import { useEffect, useRef } from "react";

/** Whether a key pressed there is typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "radio";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/**
 * What single keys do, by their place on the keyboard ("KeyJ"): letters differ on Cyrillic layouts. Not while something
 * is typed, nor while `enabled` is false.
 */
export function usePlaceKeys(keys: Record<string, () => void>, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    function handleKey(event: KeyboardEvent) {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      const act = latest.current[event.code];
      if (!act || !isPlain || isTyping(event.target)) return;
      event.preventDefault();
      act();
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [enabled]);
}

import { useEffect, useRef } from "react";

/** Tells whether a key pressed there is typed text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range" && target.type !== "radio";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

const taken = new Map<string, number>();

/** Tells whether a part of the screen uses a key for something of its own; the panel's own keys then leave it alone. */
export const isTaken = (code: string): boolean => (taken.get(code) ?? 0) > 0;

/** Keys belong to a part of the screen until what this returns is called. */
function take(codes: readonly string[]): () => void {
  const count = (by: number) => {
    for (const code of codes) taken.set(code, (taken.get(code) ?? 0) + by);
  };
  count(1);
  return () => count(-1);
}

/**
 * Runs the action of a single key, by its place on the keyboard ("KeyJ"): letters differ on Cyrillic layouts. Not while
 * something is typed, nor while `enabled` is false.
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
    const giveBack = take(Object.keys(latest.current));
    window.addEventListener("keydown", handleKey);
    return () => {
      giveBack();
      window.removeEventListener("keydown", handleKey);
    };
  }, [enabled]);
}

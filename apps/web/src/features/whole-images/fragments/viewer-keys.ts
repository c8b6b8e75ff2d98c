import { useEffect, useRef } from "react";
import { isTyping } from "../../../lib/place-keys.ts";

/** Actions of the keys in the viewer; by the key's place, since letters differ on Cyrillic layouts. */
type ViewerKeys = {
  layer: (index: number) => void;
  next: () => void;
  previous: () => void;
  accept: () => void;
  reject: () => void;
  takeBack: () => void;
  nextToCheck: () => void;
  correct: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  help: () => void;
};

/** Handles the keys of the viewer while it is open; not while something is typed. */
export function useViewerKeys(keys: ViewerKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = actionOf(event);
      if (!act) return;
      event.preventDefault();
      act(latest.current);
    }
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

type Act = (keys: ViewerKeys) => void;

const byPlace: Record<string, Act> = {
  KeyJ: (keys) => keys.next(),
  KeyK: (keys) => keys.previous(),
  KeyA: (keys) => keys.accept(),
  KeyR: (keys) => keys.reject(),
  KeyT: (keys) => keys.takeBack(),
  KeyQ: (keys) => keys.nextToCheck(),
  KeyE: (keys) => keys.correct(),
  Digit0: (keys) => keys.fit(),
  Numpad0: (keys) => keys.fit(),
};

const bySign: Record<string, Act> = {
  "+": (keys) => keys.zoomIn(),
  "=": (keys) => keys.zoomIn(),
  "-": (keys) => keys.zoomOut(),
  "−": (keys) => keys.zoomOut(),
  "?": (keys) => keys.help(),
};

function actionOf(event: KeyboardEvent): Act | undefined {
  const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code)?.[1];
  if (digit && !event.shiftKey) return (keys) => keys.layer(Number(digit) - 1);
  return bySign[event.key] ?? (event.shiftKey ? undefined : byPlace[event.code]);
}

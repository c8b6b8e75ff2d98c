import { useSyncExternalStore } from "react";
import { keepLocally } from "../browser/keep-locally.ts";

const changed = "nihol-kept";

/** A text that this browser remembers under a key; all who show it change together, also in other tabs. */
export function useKeptText(key: string): [string | null, (text: string | null) => void] {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  function keep(next: string | null) {
    if (next === null) localStorage.removeItem(key);
    else keepLocally(key, next);
    window.dispatchEvent(new Event(changed));
  }
  return [text, keep];
}

function subscribe(hear: () => void): () => void {
  window.addEventListener(changed, hear);
  window.addEventListener("storage", hear);
  return () => {
    window.removeEventListener(changed, hear);
    window.removeEventListener("storage", hear);
  };
}

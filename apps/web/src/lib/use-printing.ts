import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const media = matchMedia("print");
/** Between the browser's two events: what is set for paper is not in force yet when the first of them comes. */
let isBegun = false;
const hearers = new Set<() => void>();

/** Draws at once: the browser takes the page as it is when the event is over. */
const tell = () =>
  flushSync(() => {
    for (const hear of hearers) hear();
  });

function tellBegun(event: Event) {
  isBegun = event.type === "beforeprint";
  tell();
}

function follow(hear: () => void): () => void {
  if (hearers.size === 0) {
    window.addEventListener("beforeprint", tellBegun);
    window.addEventListener("afterprint", tellBegun);
    media.addEventListener("change", tell);
  }
  hearers.add(hear);
  return () => {
    hearers.delete(hear);
    if (hearers.size > 0) return;
    window.removeEventListener("beforeprint", tellBegun);
    window.removeEventListener("afterprint", tellBegun);
    media.removeEventListener("change", tell);
  };
}

/** Tells whether the page is being printed: for what only paper needs and the screen need not wait for. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(follow, () => isBegun || media.matches);

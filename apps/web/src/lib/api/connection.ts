import { useSyncExternalStore } from "react";

/** Between two tries while nothing answers. */
const againAfterMs = 4000;

/** Asks the server for anything; rejects where nothing answers. `api.ts` gives it: only it sends requests. */
let check: () => Promise<unknown> = () => Promise.resolve();

/** Says how the server is asked whether it is there. */
export function checkWith(ask: () => Promise<unknown>): void {
  check = ask;
}

let isLost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function keep(next: boolean): void {
  if (next === isLost) return;
  isLost = next;
  for (const listener of listeners) listener();
}

/** The server answered, whatever it said. */
export function sawAnswer(): void {
  clearTimeout(timer);
  keep(false);
}

/** A call had no answer: the server is asked every few seconds, and as soon as the browser finds a line. */
export function sawNoAnswer(): void {
  keep(true);
  checkLater();
}

function checkLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void tryLine(), againAfterMs);
}

/** Asks whether the server can be reached. A browser that thinks it is offline may reach one on its own network. */
async function tryLine(): Promise<void> {
  try {
    await check();
    sawAnswer();
  } catch {
    sawNoAnswer();
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Watches the browser's own signs; returns what ends it. */
export function watchLine(): () => void {
  const handleOnline = () => void tryLine();
  // The line may go just when the server has answered once more: it is asked again a little later.
  const handleOffline = () => void tryLine().then(checkLater);
  window.addEventListener("online", handleOnline);
  window.addEventListener("offline", handleOffline);
  return () => {
    window.removeEventListener("online", handleOnline);
    window.removeEventListener("offline", handleOffline);
  };
}

/** True while the last call had no answer. */
export const useIsLineLost = (): boolean => useSyncExternalStore(listen, () => isLost);

/** The same, asked once. */
export const isLineLost = (): boolean => isLost;

/** Calls once when the line is there again; returns what takes it back. Only to be asked while it is lost. */
export function whenLineIsBack(act: () => void): () => void {
  const stop = listen(() => {
    if (isLost) return;
    stop();
    act();
  });
  return stop;
}

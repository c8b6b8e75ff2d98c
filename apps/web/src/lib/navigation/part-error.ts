/** The panel's code is loaded in chunks. How a chunk that failed to load is recognized. */

// Chromium, Firefox, Safari; the last is Vite's, for styles.
const messages =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/i;

/** Tells whether a part of the panel did not arrive; an error inside a part that did is another thing. */
export function isPartError(error: unknown): error is Error {
  return error instanceof Error && messages.test(error.message);
}

let missed = 0;

/** Number of parts that have not come since the page was opened. */
export const partsMissed = (): number => missed;

/**
 * Counts parts that do not come, and keeps the page: the router would reload it for a missing screen, and without a
 * connection the browser's own error page would take the place of everything that was open.
 */
export function watchParts(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (!isPartError(payload)) return;
    missed += 1;
    // The mark by which the router knows that it has reloaded for this error already.
    sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, "1");
  });
}

/** Before parts are asked for again: a sheet that failed is not fetched anew by itself, a copy of its link is. */
export function askStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}

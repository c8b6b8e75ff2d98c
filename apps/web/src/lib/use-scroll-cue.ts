import { useCallback } from "react";

/** Selector of the chosen element in a row of tabs or filters. */
const current = '[aria-selected="true"], [aria-pressed="true"], [aria-current]';

/**
 * For a row that is scrolled sideways: `data-more` says at which ends it goes on (start, end, both), where it fades out
 * (styles.css), and what is chosen in it is scrolled into sight. Give the returned function as its `ref`.
 */
export function useScrollCue<Row extends HTMLElement>(): (
  row: Row | null,
) => (() => void) | undefined {
  return useCallback((row: Row | null) => {
    if (!row) return undefined;
    const say = () => {
      const { scrollLeft, scrollWidth, clientWidth } = row;
      const before = scrollLeft > 1;
      const after = scrollLeft + clientWidth < scrollWidth - 1;
      const more = before && after ? "both" : before ? "start" : after ? "end" : undefined;
      if (more) row.dataset.more = more;
      else delete row.dataset.more;
    };
    const show = () => {
      const chosen = row.querySelector<HTMLElement>(current);
      if (chosen && row.scrollWidth > row.clientWidth) reveal(row, chosen);
      say();
    };
    const sizes = new ResizeObserver(show);
    const choices = new MutationObserver(show);
    sizes.observe(row);
    // Counts come later and make the row longer.
    choices.observe(row, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ["aria-selected", "aria-pressed", "aria-current"],
    });
    row.addEventListener("scroll", say, { passive: true });
    return () => {
      sizes.disconnect();
      choices.disconnect();
      row.removeEventListener("scroll", say);
    };
  }, []);
}

/** Part of the next one that is seen beside what was scrolled to, CSS pixels. */
const beside = 32;

/** Scrolls the row alone: `scrollIntoView` would move the screen too. */
function reveal(row: HTMLElement, chosen: HTMLElement): void {
  const [frame, box] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
  const before = box.left - frame.left - beside;
  const after = box.right - frame.right + beside;
  if (before < 0) row.scrollLeft += before;
  else if (after > 0) row.scrollLeft += after;
}

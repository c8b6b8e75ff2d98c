/// <reference lib="dom" />
/** Measures how far a page moves by itself. */
import type { Page } from "playwright-core";

/** Adds up how far what stood on a page moved by itself: the sum of its layout shifts. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const panel = window as { shifted?: number };
    panel.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[])
        if (!entry.hadRecentInput) panel.shifted = (panel.shifted ?? 0) + entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as { shifted?: number }).shifted ?? Number.NaN);
}
type ShiftEntry = PerformanceEntry & { value: number; hadRecentInput: boolean };

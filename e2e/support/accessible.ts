/// <reference lib="dom" />
/** What axe-core finds on the page that is shown. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The rules whose answer depends on the colours of a theme. */
export const colorRules = ["color-contrast", "link-in-text-block"] as const;

interface AxeWindow {
  axe?: typeof axe;
}

/**
 * No violation of axe on what is shown now; only of `rules`, when they are given. The map's canvas is an image: its
 * description is checked, not its pixels. axe runs in the page itself and answers with what it found: the pages have
 * no frames, whose answers would have to be joined.
 */
export async function expectAccessible(page: Page, what: string, rules?: readonly string[]) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const { violations } = await ((window as AxeWindow).axe as typeof axe).run(document, {
      resultTypes: ["violations"],
      ...(only && { runOnly: [...only] }),
    });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((one) => one.target.join(" "))}`);
  }, rules);
  expect(found, what).toEqual([]);
}

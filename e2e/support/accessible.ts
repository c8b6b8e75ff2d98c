/// <reference lib="dom" />
/** Checks the page that is shown with axe-core. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface AxeWindow {
  axe?: typeof axe;
}

/** Rows of one table are made alike: what axe finds, it finds in the first. */
const manyRows = "tbody tr:nth-child(n+25)";

/** No menu or dialog is on its way out: none fades, and no guard that held the focus in one is left behind. */
function isAtRest(): boolean {
  if (document.querySelector("[data-ending-style]")) return false;
  const guard = document.querySelector("[data-base-ui-focus-guard]");
  return guard === null || document.querySelector("[data-open]") !== null;
}

/**
 * No violation of axe on what is shown now; of a long table, in its first two dozen rows. The map's canvas is an image:
 * its description is checked, not its pixels. What was closed just before is waited for. axe runs in the page itself and answers with what it found: the pages have no
 * frames, whose answers would have to be joined.
 */
export async function expectAccessible(page: Page, what: string) {
  await page.waitForFunction(isAtRest);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (exclude) => {
    const { violations } = await ((window as AxeWindow).axe as typeof axe).run(
      { include: [document], exclude: [exclude] },
      {
        resultTypes: ["violations"],
        // The sheets of styles, which a rule that is not asked would read, are a tenth of the work.
        preload: { assets: ["media"] },
      },
    );
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((one) => one.target.join(" "))}`);
  }, manyRows);
  expect(found, what).toEqual([]);
}

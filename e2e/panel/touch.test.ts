/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Touch targets on a phone and on a tablet: whatever can be pressed answers in a thumb's width each way. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screens } from "../../apps/web/src/lib/navigation/screens.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { openScreen, settledWords } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** A target that a thumb meets (WCAG 2.2, 2.5.5), CSS pixels. */
const min = 44;

/** Every screen, and records that are open beside their lists. */
const addresses = [
  ...screens.map((screen) => ("view" in screen ? `${screen.to}?view=${screen.view}` : screen.to)),
  "/admin/gardens?open=1",
  "/admin/tree_task?open=1",
  "/admin/violation?open=1",
  "/admin/monitoring_devices?open=1",
  "/admin/process?open=1",
  "/admin/tree_task?open=new",
  "/admin/tree_task?view=calendar",
];

/** A phone, and a tablet both ways. */
const sizes = [
  [390, 844],
  [820, 1180],
  [1024, 768],
] as const;

/** Runs in the page: what can be pressed and answers in less than `least` pixels, with its size. */
function smallTargets(least: number): string[] {
  const kinds = "a[href], button, [role=button], [role=tab], [role=menuitem], [role=switch]";
  const small: string[] = [];
  for (const target of document.querySelectorAll<HTMLElement>(kinds)) {
    const { width, height } = target.getBoundingClientRect();
    // Within a sentence a link is as high as its line; what only readers of the screen hear is not pressed.
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (width < 2 || target.matches("p a, figcaption a, .maplibregl-ctrl-attrib a, .sr-only"))
      continue;
    if (width >= least && height >= least) continue;
    target.scrollIntoView({ block: "center", inline: "center" });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const far = least / 2 - 1;
    const around = [
      [x, y - far],
      [x, y + far],
      [x - far, y],
      [x + far, y],
    ] as const;
    const answers = around.every(([atX, atY]) => {
      const found = document.elementFromPoint(atX, atY);
      // A switch is pressed by its words too.
      const whole = target.closest("label") ?? target;
      return found !== null && whole.contains(found);
    });
    const size = `${Math.round(width)} × ${Math.round(height)}`;
    if (!answers) small.push(`${target.tagName} ${target.ariaLabel ?? target.innerText}: ${size}`);
  }
  return small;
}

test("targets that are pressed are at least 44 px, and none is cut off", async () => {
  const size = { width: 390, height: 844, touch: true };
  const { page, context } = await enter(browser, product, adminEmail, "/admin/home", size);
  const found: Record<string, string[]> = {};
  for (const address of addresses) {
    await openScreen(page, address);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await settledWords(page);
      const small = await page.evaluate(smallTargets, min);
      const cut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (cut > 0) small.push(`${cut} px are cut off`);
      // Reports are wider than a phone, and say so; a list's columns give way.
      const beyond = await page
        .locator("div:has(> table [data-row])")
        .evaluateAll((lists) => lists.map((list) => list.scrollWidth - list.clientWidth));
      if (beyond.some((by) => by > 0)) small.push(`columns are cut off: ${beyond} px`);
      if (small.length > 0) found[`${address}, ${width} px`] = small;
    }
  }
  expect(found).toEqual({});
  await context.close();
});

/** Every screen, wide and narrow: see `screen-walk.ts`. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sharedProduct } from "../support/product.ts";
import { walkScreens } from "../support/screen-walk.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test(
  "every screen reads right in four languages at 360 px, in one at 1440, and has no fault, light and dark",
  {
    timeout: 1_800_000,
  },
  () => walkScreens(sharedProduct(), browser),
);

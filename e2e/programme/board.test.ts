/** The board of planting tasks by the pointer; by keys: `planting.test.ts`. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test("on the board a task is dragged to another column; where it may not go the column says why", async () => {
  const wide = { width: 1440, height: 900 };
  const path = "/admin/tree_task?view=board";
  const { page, complaints } = await enter(browser, product, adminEmail, path, wide);
  const column = (state: string) => page.locator(`[data-column="${state}"]`);
  const count = async (state: string) =>
    Number(await column(state).locator("h2 .numeric").innerText());
  const waiting = column("pending").locator("[data-card]").first();
  const name = await waiting.innerText();
  const before = [await count("pending"), await count("in_progress")] as const;
  /** Takes a card by the pointer and holds it over another column. */
  const hold = async (card: Locator, over: string) => {
    await card.locator("xpath=ancestor::li").hover({ position: { x: 12, y: 60 } });
    await page.mouse.down();
    await column(over).hover();
    await column(over).hover();
  };
  await hold(waiting, "submitted");
  await column("submitted").getByText("There is no step from here").waitFor();
  await page.mouse.up();
  await page.getByText(/^It stays in its column/).waitFor();
  expect(await count("pending")).toBe(before[0]);

  await hold(waiting, "in_progress");
  await page.mouse.up();
  const moved = column("in_progress").locator("[data-card]", { hasText: name });
  await moved.waitFor();
  await settled(page);
  expect(await count("pending")).toBe(before[0] - 1);
  expect(await count("in_progress")).toBe(before[1] + 1);

  await hold(moved, "pending");
  await page.mouse.up();
  await column("pending").locator("[data-card]", { hasText: name }).waitFor();
  expect(complaints).toEqual([]);
});

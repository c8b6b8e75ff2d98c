/// <reference lib="dom" />
/** Screens with little room: a phone of 360 pixels, and a laptop at 200 %, whose page is as low as a phone on its side. */
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";

const product = sharedProduct();
const phone = { width: 360, height: 740, touch: true } as const;
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function boxOf(one: Locator) {
  await one.waitFor();
  const box = await one.boundingBox();
  if (!box) throw new Error("not drawn");
  return box;
}

test("at 200 % a list shows rows, and its pages are reached by scrolling", async () => {
  const size = { width: 683, height: 384 };
  const { page, context } = await enter(browser, product, adminEmail, "/admin/tree_task", size);
  const row = await boxOf(page.getByRole("row").nth(1));
  expect(row.y + row.height).toBeLessThan(size.height);
  const pages = page.getByRole("navigation", { name: "Pages" });
  expect((await boxOf(pages)).y).toBeGreaterThan(size.height);
  await pages.scrollIntoViewIfNeeded();
  expect((await boxOf(pages)).y).toBeLessThan(size.height);
  await context.close();
});

test("on a phone the blocks' headings stand beside each other", async () => {
  const { page, context } = await enter(browser, product, adminEmail, "/admin/process?open=1", {
    ...phone,
    language: "tg",
  });
  const headings = page.getByText("№", { exact: true }).locator("..").locator("span:visible");
  await headings.first().waitFor();
  const overlaps = await headings.evaluateAll((cells) => {
    const wide = cells.map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getBoundingClientRect();
    });
    return wide.some((box, i) => i > 0 && box.left < (wide[i - 1]?.right ?? 0));
  });
  expect(overlaps).toBe(false);
  await context.close();
});

test("on a phone the button for a pin stands beside the layers, in its whole length", async () => {
  const address = "/admin/monitoring_devices?open=new";
  const options = { ...phone, language: "tg" } as const;
  const { page, context } = await enter(browser, product, adminEmail, address, options);
  const pin = page.getByRole("button", { name: "Нишонро ба мобайн гузоштан" });
  const pinBox = await boxOf(pin);
  const layers = await boxOf(page.locator('[data-map-cover="top-right"]'));
  expect(pinBox.x + pinBox.width).toBeLessThanOrEqual(layers.x);
  expect(await pin.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await context.close();
});

test("on a phone the name of what is open has the whole width beside its buttons", async () => {
  const { page, context } = await enter(
    browser,
    product,
    adminEmail,
    "/admin/gardens?open=1",
    phone,
  );
  const { width } = await boxOf(
    page.getByRole("dialog").getByRole("heading", { level: 2 }).first(),
  );
  expect(width).toBeGreaterThan(300);
  await context.close();
});

test("a screen that is not open to somebody is named where its address leads to", async () => {
  const { page, context } = await enter(
    browser,
    product,
    "brigade@nihol.example",
    "/admin/gardens?open=1",
    {
      width: 1366,
      height: 768,
    },
  );
  await page.waitForURL(/\/auth/);
  await page.getByRole("alert").getByText("Gardens · № 1").waitFor();
  await context.close();
});

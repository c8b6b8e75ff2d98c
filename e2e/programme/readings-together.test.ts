/// <reference lib="dom" />
/** Readings of several parameters together, a month of them, a garden's dry days, and the screen on the wall. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  seen = await enter(
    browser,
    product,
    adminEmail,
    "/admin/air_monitoring?parameter=co2,air_temperature&period=week",
    { isFresh: true },
  );
});
afterAll(() => browser?.close());

const overflow = () =>
  seen.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

test("two units stand in one chart, three in charts below each other that read one moment", async () => {
  const { page } = seen;
  await page.getByRole("slider").waitFor();
  await expectAccessible(page, "two parameters");
  await page.getByRole("checkbox", { name: "Also in the chart: Air humidity" }).click();
  await page.waitForURL(/air_humidity/);
  await expect.poll(() => page.getByRole("slider").count()).toBe(3);
  await page.getByRole("slider").first().focus();
  await page.keyboard.press("End");
  for (const chart of await page.getByRole("slider").all())
    await expect.poll(() => chart.getAttribute("aria-valuetext")).toMatch(/ppm.*°C.*%/);
  await expectAccessible(page, "three parameters");
});

test("a month is shown by hours, in shades and in numbers", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Month by hours" }).click();
  await page.getByRole("table", { name: /hours of the month/ }).waitFor();
  await page.getByRole("button", { name: "Numbers" }).click();
  await expectAccessible(page, "month by hours");
});

test("a garden shows what stands at its trees, and says what it lacks", async () => {
  const { page } = seen;
  const { body } = await product.api(adminEmail, "GET", "/device?type=soil");
  const [device] = (body as { results: { garden: { id: number } | null }[] }).results;
  await page.goto(`${product.address}/admin/gardens?open=${device?.garden?.id}`);
  await page.getByRole("tab", { name: /Devices/ }).click();
  await page.getByRole("heading", { name: "Water, warmth and green over the year" }).waitFor();
  await page.getByText("Figures by month").first().click();
  await expectAccessible(page, "dry days of a garden");
});

test("the wall screen needs no hand, says when it lost the line, and fits twice as large", async () => {
  const { page, context } = seen;
  await page.goto(`${product.address}/wall`);
  await page.getByRole("list").first().waitFor();
  await settled(page);
  expect(await page.evaluate(() => document.documentElement.classList.contains("dark"))).toBe(true);
  await expectAccessible(page, "wall screen");
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await overflow()).toBe(0);
  await context.setOffline(true);
  await page.clock.install();
  await page.clock.fastForward(10 * 60_000);
  await page.getByText(/No connection: read/).waitFor();
  await context.setOffline(false);
});

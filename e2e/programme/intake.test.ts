/// <reference lib="dom" />
/** A device sends well and badly; its page says what was taken, what was refused and why, and shows what was sent. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let device: number;
let token: string;
const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  const made = await product.api(adminEmail, "POST", "/device", {
    ...{ name: "TEST-INTAKE-1", type: "air", latitude: 38.57, longitude: 68.78 },
  });
  device = (made.body as { id: number }).id;
  const { body } = await product.api(adminEmail, "POST", `/device/${device}/token`);
  ({ token } = body as { token: string });
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const send = (body: string, shown = token) =>
  fetch(`${product.address}/api/device/${device}/reading`, {
    method: "POST",
    headers: { authorization: `Device ${shown}`, "content-type": "application/json" },
    body,
  });

async function open(page: Page) {
  await page.goto(`${product.address}/admin/monitoring_devices?open=${device}`);
  await page.getByRole("heading", { name: "TEST-INTAKE-1" }).waitFor();
  await settled(page);
}

test("a device that has sent nothing says so", async () => {
  const { page } = seen;
  await page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  await open(page);
  await page.getByText("Nothing has come since this is counted.").waitFor();
});

test("what was taken, refused and turned away stands there, with what was sent", async () => {
  const { page } = seen;
  await send(JSON.stringify({ readings: [{ ts: ago(2), values: { co2: 412 } }] }));
  const mixed = [
    { ts: ago(1), values: { co2: 415 } },
    { ts: "yesterday", values: { co2: 416 } },
    { ts: ago(1), values: { sunshine: 3 } },
  ];
  await send(JSON.stringify({ readings: mixed }));
  await send("co2=500");
  expect((await send("{}", "nihol_guessed")).status).toBe(401);
  await open(page);
  const part = page.getByRole("region", { name: "What came in" });
  await part.getByText("A wrong token, or one that was ended").waitFor();
  const calls = part.locator("details");
  expect(await calls.count()).toBe(3);
  await part.getByText(/The content cannot be read/).waitFor();
  await calls.nth(1).locator("summary").press("Enter");
  await calls.nth(1).getByText("The time cannot be read").waitFor();
  await calls.nth(1).getByText("The device does not measure this").waitFor();
  expect(await calls.nth(1).locator("pre").innerText()).toContain('"sunshine":3');
  await expectAccessible(page, "what came in");
});

test.each(["tg", "ru", "az"])("%s: every line of it is said", async (language) => {
  const { page } = seen;
  await page.evaluate((chosen) => localStorage.setItem("i18nextLng", chosen), language);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const part = page.locator("section[aria-labelledby=device-intake]");
  await part.locator("details").first().waitFor();
  expect(await part.innerText()).not.toMatch(/\b(intake|away|call|problem|reason)_\w+/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

/// <reference lib="dom" />
/** A system administrator adds PM1; a device sends it and a file brings it, and every screen says it in four languages. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail, password } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let device: number;
const email = "parameters@nihol.example";
const names = {
  tg: "Чанги хеле майда, PM1",
  ru: "Тончайшая пыль, PM1",
  en: "Very fine dust, PM1",
  az: "Çox incə toz, PM1",
};
const units = { tg: "мкг/м³", ru: "мкг/м³", en: "µg/m³", az: "mkq/m³" };
const languages = ["tg", "ru", "en", "az"] as const;
/** The newest reading stands at a whole hour. */
const hour = 3_600_000;
const newest = Math.floor(Date.now() / hour) * hour;
const ago = (hours: number) => new Date(newest - hours * hour).toISOString();

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  const { body } = await product.api(adminEmail, "GET", "/group?page_size=100");
  const groups = (body as { results: { id: number; name: string }[] }).results;
  const group = groups.find(({ name }) => name === "SysAdmin")?.id;
  const person = { email, password, first_name: "Test", last_name: "Keeper", language: "en" };
  const user = await product.api(adminEmail, "POST", "/user", { ...person, group });
  expect(user.status, JSON.stringify(user.body)).toBe(201);
  const made = await product.api(adminEmail, "POST", "/device", {
    ...{ name: "TEST-DUST-1", type: "air", latitude: 38.57, longitude: 68.78 },
  });
  device = (made.body as { id: number }).id;
  seen = await enter(browser, product, email, "/admin/monitoring_devices");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(page: Page, address: string) {
  await page.goto(product.address + address);
  await page.locator("h1").first().waitFor();
  await settled(page);
}

async function listParameters(page: Page) {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Measured parameters" }).click();
}

test("a system administrator adds PM1 in the panel", async () => {
  const { page } = seen;
  await listParameters(page);
  await page.getByText("Air pressure").waitFor();
  await expectAccessible(page, "list of parameters");
  await page.getByRole("button", { name: "New parameter" }).click();
  const fill = (name: string, text: string) => page.locator(`input[name="${name}"]`).fill(text);
  await fill("key", "pm1");
  for (const language of languages) {
    await fill(`name.${language}`, names[language]);
    await fill(`unit_name.${language}`, units[language]);
  }
  await page.getByRole("checkbox", { name: "Air" }).check();
  await fill("unit", "µg/m³");
  await fill("headings", "MassPM1, PM1.0");
  await fill("good_max", "10");
  await fill("watch_max", "50");
  await fill("faulty_min", "0");
  await fill("faulty_max", "5000");
  await expectAccessible(page, "form of a parameter");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText(names.en).waitFor();
});

test("a device sends it, and a file brings it under a name in another language", async () => {
  const { body } = await product.api(adminEmail, "POST", `/device/${device}/token`);
  const { token } = body as { token: string };
  const readings = [3, 2, 1, 0].map((hours) => ({ ts: ago(hours), values: { pm1: 20 + hours } }));
  const answer = await fetch(`${product.address}/api/device/${device}/reading`, {
    method: "POST",
    headers: { authorization: `Device ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ readings }),
  });
  expect(await answer.json()).toMatchObject({ accepted: 4, faulty: 0 });

  const { page } = seen;
  await open(page, `/admin/monitoring_devices?open=${device}`);
  await page.getByRole("button", { name: "Import" }).last().click();
  // The device's own form holds another field for a file, its photo.
  await page
    .getByRole("dialog")
    .last()
    .locator('input[type="file"]')
    .setInputFiles({
      name: "logger.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`Время;${names.ru} (мг/м³)\n${ago(5)};0,004\n${ago(4)};0,006\n`),
    });
  await page.getByText("mg/m³").first().waitFor();
  const write = page.getByRole("button", { name: /^Import 2/ });
  await write.click();
  await write.waitFor({ state: "detached" });
});

test.each(languages)(
  "%s: its tile, chart, table and file say its name and unit",
  async (language) => {
    const { page } = seen;
    await page.evaluate((chosen) => localStorage.setItem("i18nextLng", chosen), language);
    await open(page, `/admin/air_monitoring?device=${device}&parameter=pm1`);
    await page.getByRole("slider").waitFor();
    const words = await page.locator("main").innerText();
    expect(words).toContain(names[language]);
    expect(words).toContain(units[language]);
    // A text that nobody has written stands nowhere as a key.
    expect(words).not.toMatch(/\b(means|low|high|basis|parameter|unit)_\w+/);
    expect(await page.getByRole("slider").getAttribute("aria-label")).toContain(names[language]);
    const comes = page.waitForEvent("download");
    await page.getByRole("button", { name: /CSV/ }).click();
    const file = await readFile(await (await comes).path(), "utf8");
    expect(file).toContain(`TEST-DUST-1 · ${names[language]}, ${units[language]}`);
    const values = file.split(/\r?\n/).flatMap((line) => /[;,](\d+)[;,]$/.exec(line)?.[1] ?? []);
    expect(values).toEqual(["20", "21", "22", "23", "6", "4"]);
    await open(page, `/admin/air_monitoring?device=${device}&parameter=pm1&view=table`);
    await page.locator("tr[data-kind]").first().waitFor();
    expect(await page.getByRole("table").innerText()).toContain(units[language]);
  },
);

test("its name is changed, and the chart says so", async () => {
  const { page } = seen;
  await page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  await open(page, "/admin/monitoring_devices");
  await listParameters(page);
  await page.getByRole("button", { name: `Change: ${names.en}` }).click();
  await page.locator('input[name="name.en"]').fill("Ultrafine dust, PM1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Ultrafine dust, PM1").waitFor();
  await open(page, `/admin/air_monitoring?device=${device}&parameter=pm1`);
  await page.getByRole("heading", { name: /Ultrafine dust/ }).waitFor();
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

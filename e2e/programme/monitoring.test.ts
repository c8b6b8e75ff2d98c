/// <reference lib="dom" />
/** A device sends, with a silence and a value that cannot be right; the monitoring screen says so in every language. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let device: number;
let headers: Record<string, string>;
const hour = 3_600_000;
/** The newest reading stands at a whole minute, a little ago. */
const newest = Math.floor(Date.now() / 60_000) * 60_000 - 120_000;
const name = "TEST-AIR-77";

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(page: Page, address: string) {
  await page.goto(product.address + address);
  await page.locator("h1").first().waitFor();
}

async function send(readings: { ts: string; values: Record<string, number> }[]) {
  const address = `${product.address}/api/device/${device}/reading`;
  const body = JSON.stringify({ readings });
  return (await fetch(address, { method: "POST", headers, body })).json();
}

test("without a device the screen says what belongs there", async () => {
  const { page } = seen;
  await open(page, "/admin/air_monitoring");
  await page.getByText("No data to display").waitFor();
  await expectAccessible(page, "no devices");
});

test("a device sends with its token: five hours with a silence and a faulty value", async () => {
  const made = await product.api(adminEmail, "POST", "/device", {
    name,
    type: "air",
    latitude: 38.57,
    longitude: 68.78,
    interval_minutes: 20,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  device = (made.body as { id: number }).id;
  const { body } = await product.api(adminEmail, "POST", `/device/${device}/token`);
  const { token } = body as { token: string };
  headers = { authorization: `Device ${token}`, "content-type": "application/json" };
  const minutes = [300, 280, 260, 240, /* silent */ 80, 60, 40, 20, 0];
  const readings = minutes.map((ago) => ({
    ts: new Date(newest - ago * 60_000).toISOString(),
    values: { co2: ago === 40 ? -77 : 500 + ago, air_temperature: 21.5 },
  }));
  expect(await send(readings)).toMatchObject({ accepted: 9, faulty: 1 });
});

test("the newest value stands on the tile as the device list says it", async () => {
  const { page } = seen;
  await open(page, "/admin/air_monitoring");
  const tile = page.getByRole("list", { name: "Now" }).getByRole("listitem").first();
  await tile.getByText("500").waitFor();
  expect(await tile.innerText()).toMatch(/Good/);
  const { body } = await product.api(adminEmail, "GET", "/device?type=air");
  const [row] = (body as { results: { latest: { value: number }[] }[] }).results;
  expect(row?.latest[0]?.value).toBe(500);
  await page.getByRole("slider").waitFor();
  await expectAccessible(page, "air monitoring");
});

test("arrows read the chart's values aloud, and dragging is undone by going back", async () => {
  const { page } = seen;
  const chart = page.getByRole("slider");
  await chart.focus();
  await page.keyboard.press("End");
  await until("a value is read", async () =>
    /TEST-AIR-77: 500 ppm/.test((await chart.getAttribute("aria-valuetext")) ?? "")
      ? true
      : undefined,
  );
  const box = await chart.boundingBox();
  if (!box) throw new Error("no chart");
  await page.mouse.move(box.x + box.width * 0.8, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.95, box.y + 120, { steps: 5 });
  await page.mouse.up();
  await page.waitForURL(/zoom=/);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes("zoom"));
});

test("the table shows the silence and the faulty value, which is in no line", async () => {
  const { page } = seen;
  await open(page, `/admin/air_monitoring?device=${device}&parameter=co2&view=table`);
  const rows = page.locator("tr[data-kind]");
  await rows.first().waitFor();
  const kinds = await rows.evaluateAll((all) =>
    all.map((row) => (row as HTMLElement).dataset.kind),
  );
  expect(kinds.filter((kind) => kind === "values")).toHaveLength(8);
  // The silence, and the place of the value that cannot be right.
  expect(kinds.filter((kind) => kind === "gap")).toHaveLength(2);
  expect(await page.locator('tr[data-kind="gap"]').last().innerText()).toMatch(
    /no right values until/,
  );
  expect(await page.locator('tr[data-kind="faulty"]').innerText()).toMatch(/faulty value: −77/);
  await page.getByText("Faulty values: 1").click();
  await page.getByText("−77").last().waitFor();
  await expectAccessible(page, "table of readings");
});

test("a range that an administrator changes holds at once", async () => {
  const { page } = seen;
  await open(page, `/admin/air_monitoring?device=${device}&parameter=co2`);
  await page.getByRole("button", { name: "Change the ranges" }).click();
  await page.locator('input[name="good_max"]').fill("450");
  await expectAccessible(page, "ranges");
  await page.getByRole("button", { name: "Save" }).click();
  const tile = page.getByRole("list", { name: "Now" }).getByRole("listitem").first();
  await tile.getByText("Watch").waitFor();
  await page.getByText("400–450").waitFor();
  await page.getByRole("button", { name: "Change the ranges" }).click();
  await page.getByRole("button", { name: "Restore the original" }).click();
  await tile.getByText("Good").waitFor();
});

test("dates are typed in the reader's way and picked from a calendar in the reader's words", async () => {
  const { page } = seen;
  await page.evaluate(() => localStorage.setItem("i18nextLng", "tg"));
  await open(page, "/admin/air_monitoring?period=dates&from=2026-05-10");
  const from = page.getByLabel("Аз", { exact: true });
  expect(await from.inputValue()).toBe("10.05.2026");
  await from.fill("14.05.2026");
  await page.waitForURL(/from=2026-05-14/);
  await from.press("Alt+ArrowDown");
  const calendar = page.getByRole("grid", { name: "май 2026" });
  await calendar.waitFor();
  expect(await calendar.locator("th").allInnerTexts()).toEqual([
    "дш",
    "сш",
    "чш",
    "пш",
    "ҷм",
    "шб",
    "яш",
  ]);
  await expectAccessible(page, "calendar");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(/from=2026-05-15/);
  expect(await from.inputValue()).toBe("15.05.2026");
  await from.fill("");
  await page.waitForURL((url) => !url.search.includes("from="));
});

const foreign = { tg: /[ыщцьəğış]/i, az: /[а-яёғӣқӯҳҷ]/i } as const;
for (const language of ["tg", "az"] as const) {
  test(`${language}: chart, table and guidance hold no letter of another language`, async () => {
    const { page } = seen;
    await page.evaluate((chosen) => localStorage.setItem("i18nextLng", chosen), language);
    for (const type of ["air", "soil", "water"]) {
      await open(page, `/admin/${type}_monitoring?device=${device}`);
      await settled(page);
      const words = await page.locator("main").innerText();
      expect(words.match(foreign[language])?.[0], words).toBeUndefined();
      expect(words).not.toMatch(/\b[a-z]+_[a-z_]+\b/);
    }
    await open(page, `/admin/air_monitoring?device=${device}&view=table`);
    await page.locator('tr[data-kind="faulty"]').waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(foreign[language]);
  });
}

test("a device that has never sent says so, and a time without readings shows the way to them", async () => {
  const { page } = seen;
  await page.evaluate(() => localStorage.setItem("i18nextLng", "en"));
  const early = new Date(newest - 48 * hour).toISOString().slice(0, 16);
  const late = new Date(newest - 24 * hour).toISOString().slice(0, 16);
  await open(page, `/admin/air_monitoring?device=${device}&zoom=${early}Z_${late}Z`);
  await page.getByText("No results yet").waitFor();
  await page.getByRole("button", { name: /Show the last ones/ }).click();
  await page.getByRole("slider").waitFor();
});

test("a month's wind stands as a rose and in a table, and is saved as a workbook", async () => {
  const { page } = seen;
  const ts = new Date(newest - 60_000).toISOString();
  const values = { wind_speed: 4, wind_direction: 270 };
  expect(await send([{ ts, values }])).toMatchObject({ accepted: 1 });
  await open(page, `/admin/air_monitoring?device=${device}&parameter=wind_speed&view=wind`);
  await page.getByRole("img", { name: `Rose of wind, ${name}` }).waitFor();
  await page.getByRole("table", { name: "Share of hours by direction and speed" }).waitFor();
  await expectAccessible(page, "wind rose");
  const comes = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download XLSX" }).click();
  const file = await comes;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  // A workbook is a ZIP.
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
});

test("values of a time are set aside as wrong, and taken back", async () => {
  const { page } = seen;
  await open(page, `/admin/monitoring_devices?open=${device}`);
  await page.getByRole("button", { name: "Mark values as wrong" }).click();
  const form = page.getByRole("dialog", { name: `Wrong values of ${name}` });
  await form.getByText(/Values that are set aside now: [1-9]/).waitFor();
  await form.getByRole("combobox", { name: "Reason" }).click();
  await page.getByRole("option", { name: "Sensor damaged" }).click();
  await expectAccessible(page, "wrong values");
  await form.getByRole("button", { name: "Set values aside" }).click();
  const entry = page.getByRole("listitem").filter({ hasText: "Sensor damaged" });
  await entry.getByText(/Values set aside: [1-9]/).waitFor();
  await entry.getByRole("button", { name: "Take back" }).click();
  const back = page.getByRole("dialog", { name: "Are the values right after all?" });
  await back.getByLabel("Note").fill("They were right");
  await back.getByRole("button", { name: "Take back" }).click();
  await entry.getByText("They were right").waitFor();
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

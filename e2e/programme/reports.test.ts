/// <reference lib="dom" />
/** Reports: opened, filtered, followed to districts, taken away as files, and printed without the frame. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfPages } from "../../apps/server/test/support/documents/pdf-text.ts";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { pressWithCtrl } from "../support/with-ctrl.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function opened(email: string, path: string) {
  const visited = await enter(browser, product, email, path);
  await visited.page.getByRole("table").first().waitFor();
  return visited;
}

/** The share of pixels that are of the map's greens. */
async function greenShare(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let green = 0;
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    if (g > r + 10 && g > b + 10) green += 1;
  }
  return green / (info.width * info.height);
}

async function download(page: Page, name: RegExp) {
  const comes = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByRole("menuitem", { name }).click();
  const file = await comes;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("shows what the call says, follows a region to its districts and back, and keeps the period", async () => {
  const { page, complaints, context } = await opened(adminEmail, "/admin/report_by_region");
  const { body } = await product.api(adminEmail, "GET", "/report/region");
  const { rows, total } = body as {
    rows: { name: { en: string } }[];
    total: { trees: { green: number } };
  };
  const table = page.getByRole("table", { name: "Report by region" });
  for (const { name } of rows) await table.getByRole("link", { name: name.en }).waitFor();
  const sum = table.getByRole("row", { name: /^Total/ });
  expect(await sum.innerText()).toContain(total.trees.green.toLocaleString("en"));
  const short = page.getByRole("region", { name: "In short" });
  expect(await short.getByRole("term").allInnerTexts()).toHaveLength(5);
  await short.getByText(/^seen .* gardens?, on /).waitFor();
  await expectAccessible(page, "report by region");

  await page.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "1 month" }).click();
  await page.waitForURL(/period=month/);
  await short
    .getByText(/ against the period before$/)
    .first()
    .waitFor();
  await table.getByRole("link", { name: /Sughd/ }).click();
  await page.waitForURL(/report_by_district\?.*region=\d+/);
  expect(page.url()).toContain("period=month");
  const districts = page.getByRole("table", { name: "Report by district" });
  await districts.getByRole("row", { name: /Khujand/ }).waitFor();
  await page.getByRole("link", { name: "Back to all regions" }).click();
  await page.waitForURL(/report_by_region/);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a district's region and the groups of columns stay in view, and empty lines are hidden until they are asked for", async () => {
  const { page, context } = await opened(adminEmail, "/admin/report_by_district");
  const table = page.getByRole("table", { name: "Report by district" });
  const lines = table.locator("tbody th[scope=row]");
  const filled = await lines.count();
  const hidden = page.getByRole("checkbox", { name: /^Hide lines without data: \d+$/ });
  expect(await hidden.isChecked()).toBe(true);
  await hidden.click();
  expect(await lines.count()).toBeGreaterThan(filled);
  await lines.last().scrollIntoViewIfNeeded();
  const [title, head] = await Promise.all([
    table.locator("tbody th[scope=colgroup]").last().boundingBox(),
    table.locator("thead").boundingBox(),
  ]);
  expect(Math.abs((title?.y ?? 0) - (head?.y ?? 0) - (head?.height ?? 0))).toBeLessThan(2);
  await page.getByRole("button", { name: "Violations", exact: true }).click();
  const group = table.locator('th[data-section="violations"]');
  const [box, names] = await Promise.all([
    group.boundingBox(),
    table.locator("thead td").boundingBox(),
  ]);
  expect(box?.x).toBeGreaterThanOrEqual((names?.x ?? 0) + (names?.width ?? 0) - 1);
  expect(box?.x).toBeLessThan(1280);
  await hidden.click();
  expect(await lines.count()).toBe(filled);
  await expectAccessible(page, "report with groups of columns");
  await context.close();
});

test("on a laptop five regions stand above the sums, each in a line or two, and a note opens when it is pressed", async () => {
  const { page, context } = await opened(adminEmail, "/admin/report_by_region");
  await page.setViewportSize({ width: 1366, height: 768 });
  const table = page.getByRole("table", { name: "Report by region" });
  const sums = await table.locator("tfoot").boundingBox();
  const boxes = await table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes.filter(({ bottom }) => bottom <= (sums?.y ?? 0) + 1).length).toBeGreaterThanOrEqual(
    5,
  );
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThan(60);
  const note = table.locator("tbody button[aria-expanded]").first();
  const before = await note.boundingBox();
  await note.click();
  expect(await note.getAttribute("aria-expanded")).toBe("true");
  expect((await note.boundingBox())?.height).toBeGreaterThanOrEqual(before?.height ?? 0);
  await context.close();
});

test("a figure leads to its rows here, and with Ctrl in another tab", async () => {
  const { page, complaints, context } = await opened(adminEmail, "/admin/report_by_district");
  // A district without gardens leads to a list of nothing.
  const figure = page
    .getByTitle("Show in the list: Gardens", { exact: true })
    .filter({ hasNotText: /^0$/ })
    .first();
  const address = await figure.evaluate((link: HTMLAnchorElement) => link.pathname + link.search);
  expect(address).toMatch(/^\/admin\/gardens\?district=\d+$/);
  expect(await pressWithCtrl(figure)).toBe(`${product.address}${address}`);
  expect(page.url()).toContain("report_by_district");

  // Follows the link without loading the page anew: what the page keeps in its memory stays.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await figure.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${address}`);
  await page.getByRole("table", { name: "Gardens" }).waitFor();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the trees of a figure are listed over the report, and the keys are back at the figure afterwards", async () => {
  const { page, complaints, context } = await opened(adminEmail, "/admin/report_by_region");
  // The texts of the list are fetched ahead while nothing is to do; here they come when the list is open already.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const texts = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/assets\/(imagery|compare)-[\w-]+\.js$/, async (route) => {
    held += 1;
    await texts.promise;
    await route.continue();
  });
  await page.reload();
  const figure = page.getByTitle("Show in the list: Green", { exact: true }).first();
  await figure.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Trees of the figure: Green" });
  await dialog.waitFor();
  expect(await figure.isVisible()).toBe(true);
  expect(held).toBeGreaterThan(0);
  texts.resolve();
  await dialog.getByRole("listitem").first().waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => figure.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("downloads the PDF and the CSV with the figures that are shown", async () => {
  const { page, context } = await opened(adminEmail, "/admin/report_by_region");
  const pdf = await download(page, /PDF/);
  expect(pdf.name).toMatch(/^Report by region \d{4}-\d\d-\d\d\.pdf$/);
  const words = pdfPages(pdf.bytes).join(" ");
  const csv = await download(page, /CSV/);
  expect(csv.name).toMatch(/\.csv$/);
  const { body } = await product.api(adminEmail, "GET", "/report/region");
  const { rows, total } = body as {
    rows: { name: { en: string } }[];
    total: { trees: { total: number } };
  };
  const text = csv.bytes.toString("utf8");
  for (const { name } of rows) {
    expect(words).toContain(name.en);
    expect(text).toContain(name.en);
  }
  expect(words).toContain(total.trees.total.toLocaleString("en"));
  expect(text.split("\r\n").find((line) => line.startsWith("Total"))).toContain(
    `,${total.trees.total},`,
  );
  await context.close();
});

test("prints the report alone, in the light, on landscape A4", async () => {
  const { page, context } = await opened(adminEmail, "/admin/report_by_district");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.reload();
  await page.getByRole("table").first().waitFor();
  await page.emulateMedia({ media: "print" });
  const seen = (locator: ReturnType<Page["locator"]>) => locator.first().isVisible();
  expect(await seen(page.getByRole("navigation", { name: "Menu" }))).toBe(false);
  expect(await seen(page.getByRole("button", { name: "Print" }))).toBe(false);
  await page.getByRole("heading", { level: 1, name: "Report by district" }).waitFor();
  expect(await page.getByRole("table").count()).toBe(4);
  // The page hears of the printing in an event of its own, after the media have changed.
  await page.waitForFunction(
    () => getComputedStyle(document.body).backgroundColor === "rgb(246, 245, 241)",
  );
  const screenshots = process.env.E2E_PICTURES;
  if (screenshots) {
    await mkdir(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, "report-print.png"), fullPage: true });
  }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const boxes = [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(boxes.length).toBeGreaterThan(3);
  for (const [, width, height] of boxes) expect(Number(width)).toBeGreaterThan(Number(height));
  await context.close();
});

test("on paper the first page has the figures, the map and lines to sign on", async () => {
  const { page, context } = await opened(adminEmail, "/admin/report_by_region");
  const map = page.locator('svg[aria-label="Trees by territory"]');
  await map.waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  expect(await greenShare(await map.screenshot())).toBeGreaterThan(0.03);
  await page.getByText("Signature").last().waitFor();
  await context.close();
});

test("is open to everybody who is signed in, and holds what lies within their scope", async () => {
  const { page, context } = await opened("inspector@nihol.example", "/admin/report_by_district");
  const names = page.getByRole("table").first().getByRole("rowheader");
  // Its one district, and the sum.
  expect(await names.count()).toBe(2);
  await context.close();
});

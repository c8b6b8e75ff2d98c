/** Notices to a person, how they wish to hear of events, and what the audit log says of these. */
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { profileOf } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { openScreen } from "../support/settled.ts";

const madina = "ministry@nihol.example";
let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await product.api(madina, "PATCH", "/user-profile", { language: "en" });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The administrator makes the ministry's clerk answer for a violation. */
async function makeResponsible(title: string): Promise<number> {
  const { id } = await profileOf(product, madina);
  const body = { kind: "fire", title, garden: 1, observed_on: "2026-05-14", responsible: id };
  const made = await product.api(adminEmail, "POST", "/violation", body);
  expect(made).toMatchObject({ status: 201 });
  return (made.body as { id: number }).id;
}
const unread = async () =>
  ((await product.api(madina, "GET", "/notice/count")).body as { unread: number }).unread;

test("the bell and the menu count, the list leads to the row, and pressing a notice reads it", async () => {
  const id = await makeResponsible("Smoke by the fence");
  const before = await unread();
  const { page, complaints, context } = await enter(browser, product, madina, "/admin/home");
  const menu = page.getByRole("navigation", { name: "Menu" });
  const badge = menu.getByRole("link", { name: "Violations" });
  expect(await badge.getAttribute("aria-description")).toMatch(/^Notices, unread: \d+$/);
  await page.getByRole("button", { name: `Notices, unread: ${before}` }).click();
  const panel = page.getByRole("dialog", { name: "Notices" });
  const notice = panel.getByRole("link", { name: /You answer for violation .*Smoke by the fence/ });
  await notice.waitFor();
  await expectAccessible(page, "notices");
  await notice.click();
  await page.waitForURL((url) => url.searchParams.get("open") === String(id));
  await page.getByRole("button", { name: `Notices, unread: ${before - 1}` }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a kind that is not wished for is told no more", async () => {
  const { page, context } = await enter(browser, product, madina, "/admin/home?me=notices");
  const way = page.getByRole("combobox", { name: "I answer for a violation" });
  await way.click();
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/api/notice/choice"));
  await page.getByRole("option", { name: "Not at all" }).click();
  expect((await answered).ok()).toBe(true);
  const told = async () => {
    const { body } = await product.api(madina, "GET", "/notice?kind=violation_responsible");
    return (body as { count: number }).count;
  };
  const before = await told();
  await makeResponsible("Smoke again");
  expect(await told()).toBe(before);
  await context.close();
});

test("the audit log is filtered, a line opens with what was sent, and the file has the lines that are shown", async () => {
  const { page, context } = await enter(browser, product, adminEmail, "/admin/audit_log");
  await openScreen(page, "/admin/audit_log?resource=violation&action=add");
  const rows = page.locator("[data-row]");
  await rows.first().click();
  await page.getByText("Smoke again").first().waitFor();
  const count = await rows.count();
  await page.getByRole("button", { name: "Download" }).click();
  await page.getByText(`Rows in the file: ${count}`).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(count + 1);
  await context.close();
});

/**
 * Compares two people, and two runs, on the same trees: a second opinion counted blind, and differences from a new run;
 * on a real image where there is one.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { treeDates } from "../support/real-dates.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let image: { id: number; process: number; trees: { total: number }; conflicts: number };
const imageNow = () => api<typeof image>("GET", `/whole-image/${image.id}`);

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  const [, , newest] = await treeDates();
  expect(await readImage(product, newest?.path ?? "", newest?.day)).toBe("completed");
  const { results } = await api<{ results: (typeof image)[] }>("GET", "/whole-image");
  [image] = results as [typeof image];
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const api = async <T>(method: string, path: string, body?: unknown) =>
  (await product.api(adminEmail, method, path, body)).body as T;

test("a fragment that one person looked through is counted blind by another, and both agree or not in public", async () => {
  await api("PATCH", `/whole-image/${image.id}/fragment/1`, { review: "accepted" });
  const first = await enter(browser, product, adminEmail, `/admin/image_processing_ai/${image.id}`);
  await first.page.getByRole("link", { name: "Second opinion" }).click();
  await first.page.getByRole("button", { name: "Draw at random" }).click();
  await first.page.getByText("Second opinions: 0 of 1").waitFor();
  await expectAccessible(first.page, "second opinions drawn");
  await first.context.close();

  const other = await makePerson(product, "Second eyes", (resource) =>
    ["wholeimage", "planttreedetail"].includes(resource),
  );
  const second = await enter(
    browser,
    product,
    other,
    `/admin/image_processing_ai/${image.id}/opinions`,
  );
  const { page } = second;
  await page.getByRole("button", { name: "Count the first one" }).click();
  const stage = page.getByRole("application", { name: /^Part 1 of/ });
  await stage.waitFor();
  expect(await page.locator("[data-whose]").count()).toBe(0);
  await expectAccessible(page, "counting blind");
  await stage.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Trees: 1").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("list", { name: "What the signs mean" }).waitFor();
  await page.locator("[data-whose=first]").first().waitFor();
  await page.getByText("Second opinions: 1 of 1").waitFor();
  await expectAccessible(page, "two counts over each other");

  await page.getByRole("link", { name: "Over all images" }).click();
  await page.getByRole("heading", { name: "Agreement of two people" }).waitFor();
  const table = page.getByRole("table", { name: "Agreement of two people" });
  await table.getByRole("row").nth(1).waitFor();
  await page.getByRole("button", { name: "People" }).click();
  await table.getByRole("row", { name: /Test Second eyes/ }).waitFor();
  expect(await table.getByRole("row").count()).toBe(3);
  await expectAccessible(page, "agreement over all images");
  expect(second.complaints).toEqual([]);
  await second.context.close();
});

test("a tree that a person removed and a new run found again waits for a decision, and counts as decided", async () => {
  const { results } = await api<{ results: { id: number; version: number }[] }>(
    "GET",
    `/plant-tree-detail?whole_image=${image.id}&page_size=2&ordering=-score`,
  );
  const before = (await imageNow()).trees.total;
  for (const { id, version } of results)
    await api("DELETE", `/plant-tree-detail/${id}?version=${version}`);
  expect((await imageNow()).trees.total).toBe(before - 2);
  await api("POST", `/satellite-imagery/${image.process}/restart`, { which: "all" });
  await until(
    "the new run has ended",
    async () => (await imageNow()).conflicts === 2 || undefined,
    240,
  );
  expect((await imageNow()).trees.total).toBe(before - 2);
  const { page, complaints, context } = await enter(
    browser,
    product,
    adminEmail,
    `/admin/image_processing_ai/${image.id}`,
  );
  await page.getByText("2 corrections differ from the new run").waitFor();
  await page.getByRole("link", { name: "Look at them" }).click();
  const cards = page.getByRole("heading", { name: "Removed by a person, found again" });
  await cards.nth(1).waitFor();
  await expectAccessible(page, "where a new run differs");
  await page.getByRole("button", { name: "Count it again" }).first().click();
  await until("one card is left", async () => (await cards.count()) === 1 || undefined);
  await page.getByRole("button", { name: "Leave it removed" }).click();
  await page.getByText("Nothing is open").waitFor();
  expect(await imageNow()).toMatchObject({ conflicts: 0, trees: { total: before - 1 } });
  expect(complaints).toEqual([]);
  await context.close();
});

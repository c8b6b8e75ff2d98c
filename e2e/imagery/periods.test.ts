/** The demonstration's two images of one place: a past period shows what the older one saw, on the map and beside it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { follow } from "../support/settled.ts";
import { until } from "../support/until.ts";

interface Image {
  id: number;
  date: string;
  bbox: [number, number, number, number];
  trees: { total: number };
}

const product = sharedProduct();
let browser: Browser;
let page: Page;
let newer: Image;
let older: Image;
beforeAll(async () => {
  browser = await openBrowser();
  [newer, older] = await until("the demonstration's images are counted", async () => {
    const { body } = await product.api(adminEmail, "GET", "/whole-image?ordering=-date");
    const { results } = body as { results: (Image & { counts: boolean })[] };
    const [first, second] = results.filter(({ counts }) => counts);
    return first && second ? ([first, second] as const) : undefined;
  });
  ({ page } = await enter(browser, product, adminEmail, "/auth"));
});
afterAll(() => browser?.close());

async function look(search: string) {
  const [west, south, east, north] = newer.bbox;
  const at = `${(south + north) / 2},${(west + east) / 2},16`;
  await follow(page, `/admin?at=${at}&layers=trees,gardens,image&${search}`);
}
const dayOf = (date: string) =>
  new Date(date).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
const figures = () => page.getByRole("complementary", { name: "Figures" });

test("without a period the newest image lies under its own trees", async () => {
  await look("");
  await page.getByText(`Image and its trees: ${dayOf(newer.date)}`).waitFor();
  await figures().getByText(String(newer.trees.total)).first().waitFor();
});

test("a past period shows the image and the trees of then", async () => {
  await look(`period=dates&to=${older.date}`);
  await page.getByText(`Image and its trees: ${dayOf(older.date)}`).waitFor();
  await figures().getByText(String(older.trees.total)).first().waitFor();
  await expectAccessible(page, "a past period");
});

test("an older image that is chosen is said not to be that of the trees", async () => {
  await look(`image=${older.id}`);
  const note = page.getByText(`Image: ${dayOf(older.date)}`);
  await note.waitFor();
  expect(await note.innerText()).toContain(`Trees from another image: ${dayOf(newer.date)}`);
});

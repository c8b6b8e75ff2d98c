/** Two dates compared in a browser: the divider by keyboard, and the same numbers on the screen as from the API. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { follow } from "../support/settled.ts";
import { until } from "../support/until.ts";

type Figure = { count: number; low: number; high: number };
type Compared = {
  status: string;
  totals: { kept: Figure; planted: Figure; lost: Figure; not_visible: Figure } | null;
  pairs: { comparison: number; before: { id: number }; after: { id: number } }[];
};

const product = sharedProduct();
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(() => browser?.close());

const api = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
const idle = (count: number) =>
  seen.page.waitForFunction(
    (wanted) => {
      const maps = [...document.querySelectorAll<HTMLElement>("[data-map-idle]")];
      return maps.length === wanted && maps.every(({ dataset }) => dataset.mapIdle === "true");
    },
    count,
    { timeout: 90_000 },
  );

/** Lost trees of the demonstration's garden, as the list shows them, and the comparison that they are of. */
async function lostTrees() {
  const { totals, pairs } = await compared();
  const [pair] = pairs;
  if (!pair) throw new Error("nothing was compared");
  const list = await api<{ count: number; results: { position: [number, number] }[] }>(
    `/image-compare/tree?comparison=${pair.comparison}&garden=1&state=lost`,
  );
  return { list, pair, totals };
}

const isNear = (url: URL) => Number(url.searchParams.get("at")?.split(",")[2]) > 19.9;

/** Both maps have come to rest near the ground, in the middle of them that place: [longitude, latitude]. */
async function isAt(position: [number, number] | undefined) {
  await seen.page.waitForURL(isNear);
  await idle(2);
  const [latitude, longitude, zoom] =
    new URL(seen.page.url()).searchParams.get("at")?.split(",").map(Number) ?? [];
  expect(latitude).toBeCloseTo(position?.[1] ?? 0, 4);
  expect(longitude).toBeCloseTo(position?.[0] ?? 0, 4);
  expect(zoom).toBeGreaterThan(19.9);
}

/** The demonstration's garden, whose second image is compared with the first as soon as it is read. */
const compared = () =>
  until(
    "the demonstration's pictures are compared",
    async () => {
      const answer = await api<Compared>("/image-compare?garden=1");
      return answer.status === "completed" ? answer : undefined;
    },
    220,
  );

test("the new image is compared with the last one by itself", async () => {
  const { totals, pairs } = await compared();
  expect(totals?.planted.count).toBeGreaterThan(5);
  expect(totals?.lost.count).toBeGreaterThan(5);
  expect(totals?.kept.count).toBeGreaterThan(100);
  expect(pairs).toHaveLength(1);
});

test("planted and lost on the screen are those of the API", async () => {
  const { page } = seen;
  const { totals } = await compared();
  await follow(page, "/admin/image_compare?garden=1");
  for (const state of ["planted", "lost", "kept"] as const) {
    const cell = page.locator(`tr[data-state="${state}"] [data-count]`);
    await cell.waitFor();
    const shown = Number.parseInt((await cell.innerText()).replace(/[^\d(±–]/g, ""), 10);
    expect(shown, state).toBe(totals?.[state].count);
  }
  await idle(2);
  await expectAccessible(page, "compare");
});

test("the divider moves by the keys of a slider", async () => {
  const { page } = seen;
  const divider = page.getByRole("slider", { name: "Divider between the images" });
  const value = async () => Number(await divider.getAttribute("aria-valuenow"));
  await divider.focus();
  expect(await value()).toBe(50);
  await page.keyboard.press("ArrowRight");
  expect(await value()).toBe(52);
  await page.keyboard.press("PageDown");
  expect(await value()).toBe(42);
  await page.keyboard.press("Home");
  expect(await value()).toBe(0);
  await page.keyboard.press("End");
  expect(await value()).toBe(100);
});

test("a tree of the list is flown to, and list, state and mode stand in the address", async () => {
  const { page } = seen;
  const { list, totals } = await lostTrees();
  await page.goto(`${product.address}/admin/image_compare?garden=1&state=lost&mode=side`);
  const rows = page.getByRole("region", { name: "Trees" }).getByRole("listitem");
  await rows.first().waitFor();
  expect(list.count).toBe(totals?.lost.count);
  expect(await rows.count()).toBe(Math.min(10, list.count));
  await rows.first().getByRole("button", { name: "History of tree" }).click();
  const history = page.getByRole("dialog", { name: "History of tree" });
  const events = history.getByRole("listitem");
  await events.last().waitFor();
  expect(await events.first().innerText()).toContain("first seen");
  expect(await events.last().innerText()).toContain("Lost");
  await expectAccessible(page, "a tree's own history");
  await page.keyboard.press("Escape");
  await rows.first().getByRole("button", { name: /^Lost/ }).click();
  await isAt(list.results[0]?.position);
});

test("a tree is flown to while the earlier image has not come, and stays when it does", async () => {
  const { page } = seen;
  const { list, pair } = await lostTrees();
  const slow = Promise.withResolvers<void>();
  const earlier = `**/tiles/image/${pair.before.id}/**`;
  let held = 0;
  await page.route(earlier, async (route) => {
    held += 1;
    await slow.promise;
    await route.continue();
  });
  await page.goto(`${product.address}/admin/image_compare?garden=1&state=lost&mode=side`);
  const later = page.locator("[data-map-idle]").nth(1);
  await later.and(page.locator('[data-map-idle="true"]')).waitFor({ timeout: 90_000 });
  const row = page.getByRole("region", { name: "Trees" }).getByRole("listitem").nth(1);
  await row.getByRole("button", { name: /^Lost/ }).click();
  await page.waitForURL(isNear);
  expect(held).toBeGreaterThan(0);
  slow.resolve();
  await isAt(list.results[1]?.position);
  await page.unroute(earlier);
});

test("the later image lies over the earlier one, and the dates of both stay on the screen", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Overlay" }).click();
  await page.waitForURL(/mode=blend/);
  await page.getByRole("slider", { name: "Opacity of the later image" }).press("Home");
  await page.getByText("Earlier", { exact: true }).waitFor();
  await page.getByText("Later", { exact: true }).waitFor();
  await expectAccessible(page, "overlay");
});

test("both dates are coloured alike, and the address keeps how", async () => {
  const { page } = seen;
  const { pair } = await lostTrees();
  const both = [pair.before.id, pair.after.id].map((id) =>
    page.waitForResponse(
      (got) => got.url().includes(`/tiles/image/${id}/`) && got.url().includes("view=vegetation"),
    ),
  );
  await page.getByRole("button", { name: "Colours: Natural colours" }).click();
  await page.getByRole("menuitem", { name: "Vegetation index" }).click();
  const answers = await Promise.all(both);
  expect(answers.every((got) => got.ok())).toBe(true);
  await page.waitForURL(/view=vegetation/);
  await expectAccessible(page, "both dates by their vegetation index");
  await page.reload();
  await page.getByRole("button", { name: "Colours: Vegetation index" }).waitFor();
  await page.keyboard.press("v");
  await page.waitForURL((url) => !url.searchParams.has("view"));
});

test("all dates of the place are gone through one after the other, by itself and by keys", async () => {
  const { page } = seen;
  const listed = await api<{ results: { date: string; counts: boolean }[] }>(
    "/whole-image?garden=1&ordering=date",
  );
  const days = [...new Set(listed.results.map(({ date }) => date))];
  expect(days.length).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Timelapse" }).click();
  await page.waitForURL(/mode=lapse/);
  await idle(1);
  const slider = page.getByRole("slider", { name: "Capture date" });
  const dayOf = (date: string | undefined) =>
    new Date(date ?? "").toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const shown = () => slider.getAttribute("aria-valuetext");
  // The newest day first; playing goes on from it to the oldest.
  expect(await shown()).toBe(dayOf(days.at(-1)));
  await page.getByText("Trees in the image:").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(shown).toBe(dayOf(days[0]));
  await page.getByRole("button", { name: "Pause" }).click();
  await slider.press("End");
  expect(await shown()).toBe(dayOf(days.at(-1)));
  await page.getByRole("button", { name: "Previous date" }).click();
  expect(await shown()).toBe(dayOf(days.at(-2)));
  await expectAccessible(page, "timelapse");
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

/// <reference lib="dom" />
/**
 * Three dates of one street with trees, in a browser: compared, gone through in time, seen in other colours, taken away
 * as files. Real aerial images where the shared data is at hand, drawn ones of the same shape where it is not.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { formatCount } from "@nihol/locales/format-count";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { unzipSync } from "fflate";
import type { Browser, Response } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { type DatedImage, treeDates } from "../support/real-dates.ts";
import { ringWithin } from "../support/scene-file.ts";
import { openScreen } from "../support/settled.ts";
import { until } from "../support/until.ts";

type Figure = { count: number; low: number; high: number };
type Compared = {
  status: string;
  totals: Record<"kept" | "planted" | "lost", Figure> | null;
  pairs: { before: { id: number }; after: { id: number } }[];
};
type Image = { id: number; date: string; bbox: [number, number, number, number] };

let product: Product;
let browser: Browser;
let seen: Visit;
let dates: DatedImage[];
let images: Image[];
let garden: number;
beforeAll(async () => {
  dates = await treeDates();
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  for (const { path, day } of dates) expect(await readImage(product, path, day)).toBe("completed");
  images = (await api<{ results: Image[] }>("/whole-image?ordering=date")).results;
  const ring = ringWithin(images[0]?.bbox ?? [0, 0, 0, 0]);
  const boundary = { type: "Polygon", coordinates: [ring] };
  const name = { tg: "Кӯча", ru: "Улица", en: "Street", az: "Küçə" };
  const made = await product.api(adminEmail, "POST", "/garden", { name, boundary });
  garden = (made.body as { id: number }).id;
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const api = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
/** As screens in English write a day. */
const written = (day = "") =>
  new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
const compared = () =>
  until("the last two dates are compared", async () => {
    const answer = await api<Compared>(`/image-compare?garden=${garden}`);
    return answer.status === "completed" ? answer : undefined;
  });
/** The second date without its near infrared, as of the day after; brought in once, however often it is asked for. */
async function withoutInfrared(): Promise<Image> {
  const day = "2018-07-23";
  const found = async () =>
    (await api<{ results: Image[] }>("/whole-image")).results.find(({ date }) => date === day);
  const known = await found();
  if (known) return known;
  const folder = await mkdtemp(join(tmpdir(), "nihol-rgb-"));
  const rgb = join(folder, "rgb.tif");
  const bands = ["-b", "1", "-b", "2", "-b", "3"];
  await promisify(execFile)("gdal_translate", ["-q", ...bands, dates[1]?.path ?? "", rgb]);
  expect(await readImage(product, rgb, day)).toBe("completed");
  await rm(folder, { recursive: true });
  return (await found()) as Image;
}

test("planted, lost and kept trees stand with their ranges beside both dates, which are swiped, laid over each other and blinked", async () => {
  const { page } = seen;
  const { totals } = await compared();
  expect(totals?.kept.count).toBeGreaterThan(5);
  await openScreen(page, `/admin/image_compare?garden=${garden}`);
  for (const state of ["planted", "lost", "kept"] as const) {
    const { count, low, high } = totals?.[state] ?? { count: 0, low: 0, high: 0 };
    const cell = page.locator(`tr[data-state="${state}"] [data-count]`);
    await cell.waitFor();
    expect([low <= count, count <= high], state).toEqual([true, true]);
    expect(await cell.innerText(), state).toBe(formatCount({ total: count, low, high }, "en"));
  }
  await page.getByRole("slider", { name: "Divider between the images" }).press("PageDown");
  await page.getByRole("button", { name: "Overlay" }).click();
  await page.getByRole("slider", { name: "Opacity of the later image" }).press("Home");
  await page.getByRole("button", { name: "Blink" }).click();
  await page.getByRole("button", { name: "Stop blinking" }).click();
  await page.getByRole("button", { name: "Side by side" }).click();
  await page.waitForURL(/mode=side/);
  await expectAccessible(page, "real dates side by side");
});

test("a kept tree has a history of its own, opened from its row", async () => {
  const { page } = seen;
  await openScreen(page, `/admin/image_compare?garden=${garden}&state=kept&mode=side`);
  const rows = page.getByRole("region", { name: "Trees" }).getByRole("listitem");
  await rows.first().getByRole("button", { name: "History of tree" }).click();
  const history = page.getByRole("dialog", { name: "History of tree" });
  await history.getByText(/first seen/i).waitFor();
  await expectAccessible(page, "the history of a real tree");
  await page.keyboard.press("Escape");
});

test("three dates are gone through by keys, each with its own count", async () => {
  const { page } = seen;
  await openScreen(page, `/admin/image_compare?garden=${garden}&mode=lapse`);
  const slider = page.getByRole("slider", { name: "Capture date" });
  const shown = () => slider.getAttribute("aria-valuetext");
  await slider.press("Home");
  for (const { day } of dates) {
    expect(await shown()).toBe(written(day));
    await page.getByText(/^Trees in the image: \d/).waitFor();
    await slider.press("ArrowRight");
  }
  await expectAccessible(page, "real dates in time");
});

test("a garden's counts stand over the three dates with their ranges", async () => {
  const { page } = seen;
  await openScreen(page, `/admin/gardens?open=${garden}`);
  const chart = page.getByRole("figure", { name: "Trees over time" });
  await chart.waitFor();
  const said = await chart.locator("title").allTextContents();
  expect(said.map((one) => one.split(" · ")[0])).toEqual(
    dates.map(({ day }) => expect.stringContaining(day.slice(0, 4))),
  );
  expect(await chart.locator("circle").count()).toBe(3);
});

test("an image is seen with more contrast, in near infrared and by its vegetation index, and taken away as it was sent", async () => {
  const { page } = seen;
  const image = images[2];
  await openScreen(page, `/admin/image_processing_ai/${image?.id}`);
  for (const [view, name] of [
    ["contrast", "More contrast"],
    ["infrared", "Infrared (false colour)"],
    ["vegetation", "Vegetation index"],
  ] as const) {
    const drawn = page.waitForResponse((got) => got.url().includes(`view=${view}`) && got.ok());
    await page.getByRole("button", { name: /^Colours: / }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await drawn;
    if (view === "vegetation") await page.getByText("NDVI", { exact: true }).waitFor();
  }
  await expectAccessible(page, "the vegetation index of a real image");
  const take = async (name: RegExp) => {
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
    return (await coming).path();
  };
  const sent = await readFile(dates[2]?.path ?? "");
  expect((await readFile(await take(/^As uploaded/))).equals(sent)).toBe(true);
  const [kept, before] = [
    await inspectImage(await take(/^As kept/)),
    await inspectImage(dates[2]?.path ?? ""),
  ];
  expect([kept.width, kept.height, kept.bands.length >= 4]).toEqual([
    before.width,
    before.height,
    true,
  ]);
});

test("trees that were looked through are taken away as training data, from the list of images", async () => {
  const { page } = seen;
  const [image] = images;
  const path = `/whole-image/${image?.id}/fragment/1`;
  const reviewed = await product.api(adminEmail, "PATCH", path, { review: "accepted" });
  expect(reviewed.status).toBe(200);
  await openScreen(page, "/admin/image_processing_ai");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("menuitem", { name: "Training data, COCO (ZIP)" }).click();
  const parts = unzipSync(await readFile(await (await coming).path()));
  const coco = JSON.parse(new TextDecoder().decode(parts["corrections.json"]));
  expect(Object.keys(parts)).toContain(`image-${image?.id}-1.tif`);
  expect(coco.images).toHaveLength(1);
  expect(coco.annotations.length).toBeGreaterThan(5);
});

test("an address that asks infrared of an image without it is answered in words, and no tile is missing", async () => {
  const { page } = seen;
  const plain = await withoutInfrared();
  const refused: string[] = [];
  const note = (answer: Response) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  };
  page.on("response", note);
  // From another screen, so that a second try opens it anew too.
  await openScreen(page, "/admin/image_processing_ai");
  const tile = page.waitForResponse((got) => got.url().includes("/tiles/image/") && got.ok());
  await openScreen(page, `/admin/image_processing_ai/${plain.id}?view=infrared`);
  await page
    .getByText("This image has no near infrared: it is shown in natural colours.")
    .waitFor();
  await tile;
  await page.getByRole("button", { name: "Colours: Natural colours" }).click();
  const menu = page.getByRole("menu");
  await menu.getByRole("menuitem", { name: "Natural colours" }).waitFor();
  const offered = menu.getByRole("menuitem", { name: "Infrared (false colour)" });
  expect(await offered.count()).toBe(0);
  await menu.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expectAccessible(page, "an image without near infrared");
  page.off("response", note);
  expect(refused).toEqual([]);
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

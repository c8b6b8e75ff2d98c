/// <reference lib="dom" />
/** Four images of one source, of real ground where the shared data is at hand: windows that people counted on three of them give the fourth its range, which says whose they are. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { flightImages } from "../support/real-ground.ts";
import { openScreen } from "../support/settled.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let images: { id: number }[];
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  const name = { tg: "Парвоз", ru: "Облёт", en: "Flight", az: "Uçuş" };
  const made = await api("POST", "/imagery-source", { name, kind: "upload" });
  const { id: source } = made as { id: number };
  for (const { path, day } of await flightImages())
    expect(await readImage(product, path, day, source)).toBe("completed");
  ({ results: images } = (await api("GET", "/whole-image?ordering=date")) as {
    results: { id: number }[];
  });
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function api(method: "GET" | "POST" | "PUT", path: string, body?: object) {
  const answer = await product.api(adminEmail, method, path, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
}
const calibrationOf = async (image: number) =>
  (await api("GET", `/whole-image/${image}/calibration`)) as Calibration;

/** Two trees in each of five windows: what matters here is whose they are. */
async function count(image: number) {
  await api("POST", `/whole-image/${image}/calibration`);
  const drawn = await until("windows are drawn", async () => {
    const { windows } = await calibrationOf(image);
    return windows.length >= 5 ? windows : undefined;
  });
  for (const { n, side } of drawn.slice(0, 5))
    await api("PUT", `/whole-image/${image}/calibration/${n}`, {
      marks: [
        [side / 4, side / 4],
        [side / 2, side / 2],
      ],
    });
}

test("the range of an image without windows rests on those of its kind, and its page says whose they are", async () => {
  const last = images[3]?.id ?? 0;
  expect((await calibrationOf(last)).from_kind).toBeNull();
  for (const { id } of images.slice(0, 3)) await count(id);
  const { from_kind, low, high, total } = await until("the fourth has its range", async () => {
    const said = await calibrationOf(last);
    return said.from_kind ? said : undefined;
  });
  expect(from_kind).toMatchObject({ images: 3, windows: 15 });
  expect(from_kind?.listed.map(({ id }) => id).sort()).toEqual(
    images
      .slice(0, 3)
      .map(({ id }) => id)
      .sort(),
  );
  expect([(low ?? 0) <= (high ?? 0), total >= 0]).toEqual([true, true]);
  const { page } = seen;
  await openScreen(page, `/admin/image_processing_ai/${last}`);
  await page.getByText("By windows of other images; images: 3, windows: 15").waitFor();
  await expectAccessible(page, "an image whose range rests on others");
  await page.getByRole("link", { name: "Check the count" }).click();
  await page
    .getByText(/^The range rests on windows of other images.*images: 3, windows: 15/)
    .waitFor();
  await expectAccessible(page, "the check of an image whose range rests on others");
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

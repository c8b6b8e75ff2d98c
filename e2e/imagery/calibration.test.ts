/// <reference lib="dom" />
/** Checking an image's count by clicks: windows, annotations, the range that follows, and deleting it. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { inspect, sizes } from "../support/screen-walk.ts";
import { follow } from "../support/settled.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let image: number;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const { body } = await product.api(adminEmail, "GET", "/whole-image");
  image = (body as { results: { id: number }[] }).results[0]?.id ?? 0;
  seen = await enter(browser, product, adminEmail, "/auth");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const address = () => `/admin/image_processing_ai/${image}`;
const calibration = async () =>
  (await product.api(adminEmail, "GET", `/whole-image/${image}/calibration`)).body as Calibration;
const stageOf = (page: Page) => page.getByRole("application", { name: /^Window \d/ });
const marks = (page: Page, n: number) => page.getByText(`Marks: ${n}`, { exact: true }).waitFor();

/** Presses on the image, in shares of the window's side. */
async function press(page: Page, window: Calibration["windows"][number], x: number, y: number) {
  const box = await stageOf(page).boundingBox();
  if (!box) throw new Error("no picture");
  const { shown, side } = window;
  await page.mouse.click(
    box.x + ((shown.x + x * side) / shown.width) * box.width,
    box.y + ((shown.y + y * side) / shown.height) * box.height,
  );
}

/** A crooked row: as many annotations as a small window has trees, here and there where none stands. */
async function pressRow(page: Page, window: Calibration["windows"][number]) {
  for (const share of [0.15, 0.4, 0.65, 0.9]) await press(page, window, share, 1 - share ** 2);
  await marks(page, 4);
}

async function firstWindow() {
  const [window] = (await calibration()).windows;
  if (!window) throw new Error("no windows");
  return window;
}

test("the way to the check stands on a finished image's page, and begins with why and how", async () => {
  const { page } = seen;
  await follow(page, address());
  await page.getByRole("link", { name: "Check the count" }).click();
  await page.waitForURL(/\/calibration$/);
  const begin = page.getByRole("button", { name: "Begin" });
  await begin.waitFor();
  const [first] = (await calibration()).next;
  const expected = page.getByText(new RegExp(`^${first?.plots} windows, about \\d+ min: .*about `));
  expect((await expected.first().innerText()).replace(/[^\d–]/g, "")).toContain(
    `${first?.low}–${first?.high}`,
  );
  await expectAccessible(page, "before the check");
  await begin.click();
  await page.getByRole("heading", { name: /^Window 1 of \d/ }).waitFor({ timeout: 120_000 });
  expect((await calibration()).windows.length).toBeGreaterThanOrEqual(6);
});

test("annotations are set and removed by pointer and by keys", async () => {
  const { page } = seen;
  const window = await firstWindow();
  await stageOf(page).locator("img").waitFor();
  await press(page, window, 0.3, 0.3);
  await press(page, window, 0.7, 0.6);
  await marks(page, 2);
  await press(page, window, 0.3, 0.3);
  await marks(page, 1);
  await press(page, window, -0.1, 0.5);
  await page.getByText("This place is outside the frame").waitFor();
  await marks(page, 1);
  await stageOf(page).focus();
  for (const key of ["ArrowLeft", "Shift+ArrowUp", "Enter"]) await page.keyboard.press(key);
  await marks(page, 2);
  await page.keyboard.press("Backspace");
  await marks(page, 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await marks(page, 2);
  await expectAccessible(page, "a window that is being counted");
});

test("annotations that are not saved are not lost by accident", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Next window" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  await marks(page, 2);
});

test("a window says what was found in it only after it is counted", async () => {
  const { page } = seen;
  expect((await firstWindow()).found).toBeNull();
  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("heading", { name: /^Window 2 of / }).waitFor();
  const counted = await firstWindow();
  expect(counted.marks).toHaveLength(2);
  expect(counted.found).not.toBeNull();
  await page.getByRole("button", { name: "Window 1: counted" }).click();
  await page.getByText("marked by people: 2").waitFor();
  await page.getByText(`found by the software: ${counted.found?.length}`).waitFor();
  await expectAccessible(page, "a window that is counted");
});

test("annotations being set outlive another person's count of the same window", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Next open window" }).click();
  const [, window] = (await calibration()).windows;
  if (!window) throw new Error("no second window");
  await page.getByRole("heading", { name: `Window ${window.n} of ` }).waitFor();
  await stageOf(page).locator("img").waitFor();
  await press(page, window, 0.2, 0.5);
  await press(page, window, 0.6, 0.5);
  await product.api(adminEmail, "PUT", `/whole-image/${image}/calibration/${window.n}`, {
    marks: [[1, 1]],
  });
  const notice = page.getByText("Somebody else has finished this window in the meantime.");
  await until("the screen asks again, as it does when one comes back to it", async () => {
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
    return (await notice.count()) > 0 ? true : undefined;
  });
  await marks(page, 2);
  await expectAccessible(page, "a window that another person has finished");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await page.getByText("marked by people: 1").waitFor();
  await notice.waitFor({ state: "hidden" });
});

test("after a correction that was left, saving another window goes on to the next", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Window 1: counted" }).click();
  await page.getByRole("button", { name: "Correct the marks" }).click();
  await stageOf(page).waitFor();
  const open = (await calibration()).windows.filter(({ state }) => state === "open");
  const [here, next] = open;
  if (!here || !next) throw new Error("no two open windows");
  await page.getByRole("button", { name: `Window ${here.n}: ` }).click();
  await page.getByRole("heading", { name: `Window ${here.n} of ` }).waitFor();
  await stageOf(page).locator("img").waitFor();
  await pressRow(page, here);
  await page.getByRole("button", { name: "Save and next" }).click();
  await page.getByRole("heading", { name: `Window ${next.n} of ` }).waitFor();
  await page.getByRole("button", { name: "Window 1: counted" }).click();
});

test("counted windows give the count a range of its own", async () => {
  const { page } = seen;
  expect((await calibration()).from_windows).toBe(false);
  await page.getByRole("button", { name: "Next open window" }).click();
  const { windows } = await calibration();
  for (const window of windows.filter((one) => one.state === "open")) {
    await page.getByRole("heading", { name: `Window ${window.n} of ${windows.length}` }).waitFor();
    await stageOf(page).locator("img").waitFor();
    await pressRow(page, window);
    await page.getByRole("button", { name: "Save and next" }).click();
  }
  await page.getByText("All windows have been looked through.").waitFor();
  const { from_windows, low, high, counted, now } = await calibration();
  expect(counted).toBe(windows.length);
  expect(from_windows).toBe(true);
  expect(now).not.toBeNull();
  await page.getByText("from the windows", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "What came true" }).waitFor();
  await page.getByText(/windows: expected .+, came true .+/).waitFor();
  const range = await page.getByText(/^90% range:/).innerText();
  expect(range.replace(/[^\d–]/g, "")).toContain(`${low}–${high}`);
  await expectAccessible(page, "all windows counted");
});

test("the check reads right in four languages, light and dark, at 1440 and 360 px", async () => {
  const path = `${address()}/calibration?window=2`;
  const [size] = sizes;
  const { page, context, complaints } = await enter(browser, product, adminEmail, path, size);
  await page.getByRole("img").locator("img").first().waitFor();
  await inspect({ page, language: "en", theme: "light", size }, path);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the right to view shows the windows and no way to change them", async () => {
  const email = await makePerson(product, "Looks only", (_, action) => action === "view");
  const { page, context } = await enter(browser, product, email, `${address()}/calibration`);
  await page.getByText("Those who may change this image mark the trees here.").waitFor();
  for (const name of ["Correct the marks", "More windows", "Forget the check"])
    expect(await page.getByRole("button", { name }).count(), name).toBe(0);
  await context.close();
});

test("forgetting the check gives the model's range back", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "Forget the check" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Begin" }).waitFor();
  const after = await calibration();
  expect([after.state, after.from_windows]).toEqual(["none", false]);
});

const checkQueue = async () =>
  (await product.api(adminEmail, "GET", `/whole-image/check-queue?whole_image=${image}`))
    .body as CheckQueue;

test("fragments are looked over by keys alone, first the one whose look is worth most, until the count is exact", async () => {
  const { page } = seen;
  const { next, fragments } = await checkQueue();
  expect(next.length).toBeGreaterThan(1);
  const gains = next.map(({ gain }) => gain ?? 0);
  expect(gains).toEqual([...gains].sort((a, b) => b - a));
  await follow(page, address());
  await page.getByRole("button", { name: "Next to check" }).click();
  const progress = page.getByRole("region", { name: "Fragments looked over" });
  for (let left = next.length; left > 0; left--) {
    const { next: now, checked } = await checkQueue();
    await page.waitForURL(new RegExp(`/${image}/${now[0]?.n}(\\?|$)`));
    await progress.waitFor();
    await page.keyboard.press("a");
    await progress.getByText(`${checked + 1} of ${fragments}`, { exact: true }).waitFor();
    await page.keyboard.press("q");
  }
  await page.getByText("All of it is looked over: the count is exact.").waitFor();
  const { trees } = await checkQueue();
  expect([trees.low, trees.high]).toEqual([trees.total, trees.total]);
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});

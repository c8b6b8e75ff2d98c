/// <reference lib="dom" />
/** The field page on a phone: two days without a line, and everything arrives once; what others did meanwhile is decided. */
import type { Page as ListPage } from "@nihol/contract/paging";
import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { dayOf, daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgedHeic } from "../../packages/vision/test/ingest/heic-forge.ts";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, signIn, type Visit, visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

const sysadmin = "sysadmin@nihol.example";
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
/** So many days from today, on the programme's clock: late in the evening of UTC its day is the next. */
const day = (days: number) => daysAfter(today(), days);
const [west, south, side] = [68.6, 38.4, 0.002];
const middle = { longitude: 68.601, latitude: 38.401 };

let product: Product;
let browser: Browser;
let seen: Visit;
let officer: string;
/** A task in work, and a completed one with drawn plots. */
let planting: number;
let planted: number;
let plots: number[];

async function post<T>(email: string, path: string, body: object): Promise<T> {
  const answer = await product.api(email, "POST", path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

async function makeTasks() {
  const corner = (east: number, north: number) => [west + east * side, south + north * side];
  const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), corner(0, 0)];
  const name = { tg: "Боғи саҳро", ru: "Сад в поле", en: "Field Garden", az: "Çöl bağı" };
  const boundary = { type: "MultiPolygon", coordinates: [[ring]] };
  const garden = await post<{ id: number }>(adminEmail, "/garden", { name, boundary });
  const items = [{ tree_type: 1, quantity: 100 }];
  const task = (from: number, to: number) =>
    post<{ id: number }>(adminEmail, "/plant-tree-task", {
      ...{ garden: garden.id, items, assignedDate: day(from), dueDate: day(to) },
    });
  planting = (await task(-20, 20)).id;
  planted = (await task(-420, -380)).id;
  const at = `/plant-tree-task/${planted}`;
  const row = { tree_type: 1, count: 100, plant_date: day(-400) };
  await post(sysadmin, `${at}/report`, row);
  await post(sysadmin, `${at}/status`, { status: "submitted" });
  await post(adminEmail, `${at}/status`, { status: "completed" });
  const survival = (await product.api(sysadmin, "GET", `${at}/survival`)).body as TaskSurvival;
  const draw = `${at}/survival/${survival.visits[0]?.id}/draw`;
  const drawn = await post<TaskSurvival>(adminEmail, draw, { plots: 3, radius_m: 5 });
  plots = drawn.visits[0]?.draw?.plots.map(({ id }) => id) ?? [];
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await makeTasks();
  officer = await makePerson(product, "Planting officer", (resource, action) =>
    resource === "planttreetask" ? action === "view" : resource === "planttreetaskreport",
  );
  seen = await enter(browser, product, officer, "/field", {
    width: 360,
    height: 740,
    isFresh: true,
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const survivalPlots = async () => {
  const { body } = await product.api(adminEmail, "GET", `/plant-tree-task/${planted}/survival`);
  return (body as TaskSurvival).visits[0]?.draw?.plots ?? [];
};
const reports = async () => {
  const { body } = await product.api(adminEmail, "GET", `/plant-tree-task/${planting}/report`);
  return (body as ListPage<PlantTreeReport>).results;
};
const task = (page: Page, id: number) =>
  page.getByRole("button", { name: new RegExp(`^No\\. ${id}, Field Garden`) });
const back = (page: Page) => page.getByRole("button", { name: "Back", exact: true }).click();
const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the page" }).getByRole("button", { name });

/** A JPEG as a telephone writes it: taken in the garden two days ago, looking east. */
const photo = async () => ({
  name: "seedlings.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 400, height: 300, channels: 3, background: "#383" } })
    .withExif({
      IFD2: { DateTimeOriginal: `${day(-2).replaceAll("-", ":")} 09:30:00` },
      IFD3: {
        ...{ GPSLatitudeRef: "N", GPSLatitude: "38/1 24/1 36/10" },
        ...{ GPSLongitudeRef: "E", GPSLongitude: "68/1 36/1 36/10" },
        ...{ GPSImgDirectionRef: "T", GPSImgDirection: "90/1" },
      },
    })
    .jpeg()
    .toBuffer(),
});

async function countPlot(page: Page, number: number, living: string) {
  await page.getByRole("button", { name: new RegExp(`^Plot ${number}`) }).click();
  await page.getByLabel("Living").fill(living);
  await page.getByLabel("Dead").fill("1");
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByRole("heading", { name: /^No\. / }).waitFor();
}

test("without a line the page opens, a planting with its photo is reported and plots are counted", async () => {
  const { page, context } = seen;
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ ...middle, accuracy: 6 });
  await page.clock.setFixedTime(daysAgo(2));
  await page.getByText("Ready to work without a line").waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^No line/).waitFor();

  await task(page, planting).click();
  await page.getByRole("button", { name: "Show where I am" }).click();
  await page.getByText("You are in the garden").waitFor();
  expect(await page.getByRole("link", { name: "Map of the phone" }).getAttribute("href")).toBe(
    "geo:38.401000,68.601000",
  );
  await page.getByRole("button", { name: "Add what was planted" }).click();
  await page.getByLabel("Count", { exact: true }).fill("40");
  await page.getByRole("button", { name: "Take the point here" }).click();
  await page.getByText("Recorded · exact to 6 m").waitFor();
  // Few browsers draw HEIC: that is said, and the photo can be sent all the same.
  const heic = { name: "seedlings.heic", mimeType: "image/heic", buffer: forgedHeic() };
  await page.locator('input[type="file"]').setInputFiles(heic);
  await page.getByText("This browser does not show such a photo").waitFor();
  await page.getByRole("button", { name: "Leave the photo out" }).click();
  await page.locator('input[type="file"]').setInputFiles(await photo());
  await page.getByText("Taken in the garden").waitFor();
  await page.getByText("Camera towards 90°").waitFor();
  await expectAccessible(page, "report in the field");
  // A phone may close the page at any time: what is filled in is there again.
  await page.reload();
  await page.getByText("What you typed before and did not save is here again.").waitFor();
  await page.getByText("Taken in the garden").waitFor();
  await page.getByText("Recorded · exact to 6 m").waitFor();
  expect(await page.getByLabel("Count", { exact: true }).inputValue()).toBe("40");
  await back(page);
  await page.getByRole("button", { name: "Go on with the row you began" }).click();
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByText("waiting to be sent: 40").waitFor();
  await page.getByText(/^The task can be handed in once/).waitFor();
  await page.getByRole("button", { name: "Add what was planted" }).click();
  expect(await page.getByLabel("Count", { exact: true }).inputValue()).toBe("");
  await page.getByRole("button", { name: "Cancel" }).click();
  // The form has a way back of its own, which leads to the task alone.
  await page.getByRole("button", { name: "Add what was planted" }).waitFor();
  await back(page);

  await task(page, planted).click();
  await countPlot(page, 1, "8");
  await countPlot(page, 2, "9");
  await page.reload();
  await part(page, "Outbox").click();
  await page.getByText("Waiting to be sent: 3").waitFor();
  await expectAccessible(page, "outbox");
  // Corrected before it is sent, and back again.
  for (const count of ["41", "40"]) {
    await page
      .getByRole("article")
      .filter({ hasText: ": 4" })
      .getByRole("button", { name: "Correct" })
      .click();
    await page.getByLabel("Count", { exact: true }).fill(count);
    await page.getByRole("button", { name: "Keep on the phone" }).click();
    await page.getByText(new RegExp(`: ${count}, `)).waitFor();
  }
  expect(await reports()).toEqual([]);
});

test("after two days the session has ended; somebody else who signs in sees and sends nothing of it", async () => {
  const { page, context } = seen;
  // Somebody else was at plot 2 meanwhile.
  const [visit] = (
    (await product.api(adminEmail, "GET", `/plant-tree-task/${planted}/survival`))
      .body as TaskSurvival
  ).visits;
  const plot = `/plant-tree-task/${planted}/survival/${visit?.id}/plot/${plots[1]}`;
  const counted = await product.api(adminEmail, "PUT", plot, { living: 5, dead: 0, missing: 5 });
  expect(counted.status).toBe(200);
  await page.clock.setFixedTime(new Date());
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("access_token", "nobody.gave.it"));
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByText(/^You are not signed in/).waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, adminEmail);
  await page.waitForURL(/\/field/);
  await part(page, "Outbox").click();
  await page.getByText("everything is up to date").waitFor();
  await page.getByText("Nothing was made on this phone yet").waitFor();
  await page.getByText(/^Entries of other people wait on this phone too: 3/).waitFor();
  expect(await reports()).toEqual([]);
  await page.goto(`${product.address}/auth`);
  await page.locator("main").getByRole("button").click();
  await page.locator('input[type="password"]').waitFor();
});

test("signed in again, everything is sent once, and what another person counted is shown beside it and decided", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/auth?redirect=/field`);
  await signIn(page, officer);
  await page.waitForURL(/\/field/);
  await part(page, "Outbox").click();
  const conflict = page.getByRole("region", { name: "Two versions" });
  await conflict.getByText("Somebody else has counted this plot meanwhile.").waitFor();
  await conflict.getByRole("row", { name: "Living 9 5" }).waitFor();
  await expectAccessible(page, "two versions");
  const [row, ...others] = await reports();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ count: 40, plant_date: day(-2), image_date: day(-2), accuracy_m: 6, in_garden: true },
    place: { type: "Point", coordinates: [middle.longitude, middle.latitude] },
    from_photo: { image_date: true, position: true },
  });
  expect(row?.image).toBeTruthy();
  const [first, second] = await survivalPlots();
  expect(first).toMatchObject({ living: 8, dead: 1, counter: { accuracy_m: 6 } });
  expect(dayOf(new Date(first?.measured_at ?? ""))).toBe(day(-2));
  expect(second).toMatchObject({ living: 5 });

  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await conflict.waitFor({ state: "hidden" });
  await page.getByText("Nothing waits to be sent · everything is up to date").waitFor();
  expect((await survivalPlots())[1]).toMatchObject({ living: 9, dead: 1 });
  await page.reload();
  await settled(page);
  await page.getByText("Nothing waits to be sent · everything is up to date").waitFor();
  expect((await reports()).length).toBe(1);
  expect(seen.complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one))).toEqual([]);
});

test("a phone that is full says so and loses nothing; a new version of the page takes over when it is asked to", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/field?task=${planting}&add=report`);
  await page.getByLabel("Count", { exact: true }).fill("5");
  await page.getByRole("button", { name: "Take the point here" }).click();
  // As a browser answers whose disk is full.
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = () => {
      IDBObjectStore.prototype.add = add;
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByText(/^The phone has no room left, and nothing was kept/).waitFor();
  expect(await page.getByLabel("Count", { exact: true }).inputValue()).toBe("5");
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByRole("heading", { name: /^No\. / }).waitFor();

  // The same worker under another address is a new version to the browser.
  await page.evaluate(() =>
    navigator.serviceWorker.register("/field-worker.js?next", { scope: "/field" }),
  );
  await page.getByText("A new version of this page is ready.").waitFor();
  await expectAccessible(page, "new version");
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Take it" }).click();
  await loaded;
  await page.getByRole("heading", { name: /^No\. / }).waitFor();
  const controller = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(controller).toMatch(/\?next$/);
  await expect
    .poll(async () => (await reports()).map(({ count }) => count).sort())
    .toEqual([40, 5]);
});

test("by plain http from another machine the page says what is missing and how to mend it, and works with a line", async () => {
  const address = product.address.replace("127.0.0.1", "field.test");
  const options = { width: 360, height: 740 };
  const path = `/auth?redirect=/field`;
  const { page, context } = await visit(browser, { ...product, address }, options, path);
  await signIn(page, officer);
  await page.getByText(/an address with HTTPS \(https:\/\/field\.test\/field\)/).waitFor();
  await task(page, planting).click();
  await page.getByRole("button", { name: "Show where I am" }).click();
  await page.getByText(/^By plain HTTP a browser gives no position/).waitFor();
  await page.getByRole("button", { name: "Add what was planted" }).click();
  await page.getByLabel("Count", { exact: true }).fill("6");
  await page.getByRole("button", { name: "Area" }).click();
  for (const position of [
    { x: 100, y: 100 },
    { x: 200, y: 100 },
    { x: 150, y: 180 },
  ])
    await page.getByRole("button", { name: "Set a corner on the drawing" }).click({ position });
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByRole("heading", { name: /^No\. / }).waitFor();
  await expect.poll(async () => (await reports()).length).toBe(3);
  await context.close();
});

/// <reference lib="dom" />
/**
 * From a task to a signed report, and its false twin: two tasks are given, both are reported from a phone without a
 * line, images of two dates show the trees of one, a reviewer decides, a period is approved, and the figures agree to
 * the last tree; of the other report a case is opened, with its act.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import type { PlantingVerdictDetail } from "@nihol/contract/planting/verdicts";
import type { ReportPeriod } from "@nihol/contract/reports/report-periods";
import type { Report } from "@nihol/contract/reports/reports";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import { metersFrom, movedBy } from "@nihol/geo/flat-meters";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pdfPages } from "../../apps/server/test/support/documents/pdf-text.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { until } from "../support/until.ts";

const sysadmin = "sysadmin@nihol.example";
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
/** So many days ago, on the programme's clock: late in the evening of UTC its day is the next. */
const day = (days: number) => daysAfter(today(), -days);
const plantedDaysAgo = 1450;
/** The last July: trees carry leaves. */
const year = new Date().getUTCFullYear() - (new Date().getUTCMonth() < 7 ? 1 : 0);
const captured = { before: day(1500), after: `${year}-07-15` };
/** Beside a garden of the demonstration, in its district. */
const middle: [number, number] = [69.645, 40.262];
/** Metres: the field that is planted, about a point west of the middle. The other garden is its mirror image. */
const field = { east: -50, north: 0, width: 72, height: 120, rows: 4, spacing: 4 };
const garden = { width: 78, height: 126 };
const reported = (field.width / field.spacing) * (field.height / field.rows);

let product: Product;
let browser: Browser;
let officer: string;
let phone: Visit;
let folder: string;
type Ref = { id: number };
interface Place {
  east: number;
  garden: number;
  task: number;
}
let truth: Place;
let twin: Place;

const get = async <T>(path: string, email = adminEmail) =>
  (await product.api(email, "GET", path)).body as T;
async function send<T>(email: string, method: "POST" | "PUT", path: string, body: object) {
  const answer = await product.api(email, method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** A garden around the field or its mirror image, and the task to plant it, long ago. */
async function give(name: string, east: number): Promise<Place> {
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) =>
    movedBy(middle, east + (x * garden.width) / 2, (y * garden.height) / 2),
  );
  const { results } = await get<{ results: { region: Ref; district: Ref }[] }>(
    "/garden?search=Syr Darya",
  );
  const made = await send<{ id: number }>(adminEmail, "POST", "/garden", {
    region: results[0]?.region.id,
    district: results[0]?.district.id,
    name: { tg: name, ru: name, en: name, az: name },
    boundary: { type: "MultiPolygon", coordinates: [[ring]] },
  });
  const task = await send<{ id: number }>(sysadmin, "POST", "/plant-tree-task", {
    garden: made.id,
    // A plane tree grows quickly: its crown is seen after four years.
    items: [{ tree_type: 7, quantity: reported }],
    assignedDate: day(1500),
    dueDate: day(1400),
  });
  return { east, garden: made.id, task: task.id };
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  folder = await mkdtemp(join(tmpdir(), "nihol-journey-"));
  truth = await give("Garden of truth", field.east);
  twin = await give("Garden of words", -field.east);
  officer = await makePerson(product, "Planting officer", (resource, action) =>
    resource === "planttreetask" ? action === "view" : resource === "planttreetaskreport",
  );
  phone = await enter(browser, product, officer, "/field", {
    width: 360,
    height: 740,
    isFresh: true,
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const photo = async (shade: number) => ({
  name: `seedlings-${shade}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp({
    create: {
      ...{ width: 400, height: 300, channels: 3, background: "#464" },
      noise: { type: "gaussian", mean: shade, sigma: 30 },
    },
  })
    .withExif({
      IFD2: { DateTimeOriginal: `${day(plantedDaysAgo).replaceAll("-", ":")} 09:30:00` },
    })
    .jpeg()
    .toBuffer(),
});

async function reportFrom(page: Page, place: Place, name: string, shade: number) {
  const [longitude, latitude] = movedBy(middle, place.east, 0);
  await page.context().setGeolocation({ longitude, latitude, accuracy: 6 });
  await page.getByRole("button", { name: new RegExp(`^No\\. ${place.task}, ${name}`) }).click();
  // Asked for once, the position stays.
  if (place === truth) await page.getByRole("button", { name: "Show where I am" }).click();
  await page.getByText("You are in the garden").waitFor();
  await page.getByRole("button", { name: "Add what was planted" }).click();
  await page.getByLabel("Count", { exact: true }).fill(String(reported));
  await page.getByRole("button", { name: "Take the point here" }).click();
  await page.getByText("Recorded · exact to 6 m").waitFor();
  await page.locator('input[type="file"]').setInputFiles(await photo(shade));
  await page.getByText(/^Taken /).waitFor();
  await page.getByRole("button", { name: "Keep on the phone" }).click();
  await page.getByRole("button", { name: "Back", exact: true }).click();
}

test("both plantings are reported from a phone without a line, and arrive when it is back", async () => {
  const { page, context } = phone;
  await context.grantPermissions(["geolocation"]);
  await page.getByText("Ready to work without a line").waitFor();
  await page.clock.setFixedTime(daysAgo(plantedDaysAgo));
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^No line/).waitFor();
  await reportFrom(page, truth, "Garden of truth", 90);
  await reportFrom(page, twin, "Garden of words", 150);
  await page.clock.setFixedTime(new Date());
  await context.setOffline(false);
  const parts = page.getByRole("navigation", { name: "Parts of the page" });
  await parts.getByRole("button", { name: "Outbox" }).click();
  await page.getByText("Nothing waits to be sent · everything is up to date").waitFor();
  for (const { task } of [truth, twin]) {
    const { results } = await get<{ results: object[] }>(`/plant-tree-task/${task}/report`);
    expect(results).toMatchObject([{ count: reported, plant_date: day(plantedDaysAgo) }]);
    await send(sysadmin, "POST", `/plant-tree-task/${task}/status`, { status: "submitted" });
    await send(adminEmail, "POST", `/plant-tree-task/${task}/status`, { status: "completed" });
  }
});

const drawn = (date: 0 | 1) =>
  drawScene({
    ...{ seed: 41, lon: middle[0], lat: middle[1], size: 700, gsdMeters: 0.3, date },
    plantings: [{ ...field, radii: [0, 1.3, 1.4], living: [1, 0.94, 0.9] }],
    taken: `${(date === 0 ? captured.before : captured.after).replaceAll("-", ":")} 10:30:00`,
  });

/** Counts as somebody who stands there and has reported nothing: the trees of the later scene within the plots. */
async function countPlots({ task }: Place) {
  const { trees } = drawn(1);
  const at = `/plant-tree-task/${task}/survival`;
  const { visits } = await get<TaskSurvival>(at);
  const visit = visits.find(({ year }) => year === 3) ?? visits[0];
  const path = `${at}/${visit?.id}`;
  const order = { plots: 40, radius_m: 5.64 };
  const answer = await send<TaskSurvival>(adminEmail, "POST", `${path}/draw`, order);
  const plots = answer.visits.find(({ id }) => id === visit?.id)?.draw?.plots ?? [];
  expect(plots).toHaveLength(40);
  const toMetres = metersFrom(middle);
  for (const { id, longitude, latitude } of plots) {
    const [east, north] = toMetres([longitude, latitude]);
    const living = trees.filter(({ x, y }) => {
      const [treeEast, treeNorth] = [(x - 350) * 0.3, (350 - y) * 0.3];
      const isPlanted =
        Math.abs(treeEast - field.east) <= field.width / 2 + 1 &&
        Math.abs(treeNorth - field.north) <= field.height / 2 + 1;
      return isPlanted && Math.hypot(treeEast - east, treeNorth - north) <= order.radius_m;
    }).length;
    await send(adminEmail, "PUT", `${path}/plot/${id}`, { living, dead: 0, missing: 0 });
  }
}

const verdictOf = ({ task }: Place) =>
  until("the verdict knows the images and the plots", async () => {
    const verdict = await get<PlantingVerdictDetail>(`/planting-verdict/${task}`);
    const codes = verdict.proposal?.reasons.map(({ code }) => code) ?? [];
    const isWhole = codes.includes("plots") && codes.some((code) => code.startsWith("image_count"));
    return isWhole && !verdict.stale ? verdict : undefined;
  });

test("images of two dates and plots on the ground tell the true report from the false one", async () => {
  for (const date of [0, 1] as const) {
    const path = join(folder, `scene-${date}.tif`);
    await writeFile(path, encodeScene(drawn(date)));
    const taken = date === 0 ? captured.before : captured.after;
    expect(await readImage(product, path, taken)).toBe("completed");
  }
  await countPlots(truth);
  await countPlots(twin);
  const [agreed, contradicted] = [await verdictOf(truth), await verdictOf(twin)];
  expect(agreed.proposed).toBe("agrees");
  expect(agreed.standing?.value).toBeGreaterThan(reported * 0.67);
  expect(contradicted.proposed).toBe("contradicts");
  expect(contradicted.standing?.high).toBeLessThan(reported * 0.67);
});

async function decide(page: Page, key: string, words: string) {
  await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: /^Decision on task/ });
  await dialog.getByLabel("Explanation").fill(words);
  await dialog.getByRole("button", { name: "Decide" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
}

test("a reviewer decides by keyboard; the false report ends in a case with its act", async () => {
  const { page, context } = await enter(browser, product, adminEmail, "/admin/roles");
  const open = async ({ task }: Place) => {
    await page.goto(`${product.address}/admin/verdicts?open=${task}`);
    const panel = page.getByRole("dialog", { name: new RegExp(`^Task ${task}:`) });
    await panel.getByRole("heading", { name: "Reasons" }).waitFor();
    return panel;
  };
  await open(truth);
  await decide(page, "1", "Rows are seen, and the plots hold living trees");
  await open(twin);
  await decide(page, "3", "Bare ground on the image and on every plot");
  const panel = await open(twin);
  await panel.getByText("Bare ground on the image and on every plot").first().waitFor();
  await panel.getByRole("link", { name: "Open a violation" }).press("Enter");
  const form = page.getByRole("dialog");
  await expect
    .poll(() => form.getByRole("textbox", { name: "Title" }).inputValue())
    .toMatch(/contradicts/);
  await form.getByRole("combobox", { name: "Kind of violation" }).click();
  await page.getByRole("option", { name: "Other" }).click();
  await form.getByRole("button", { name: "Create" }).click();
  const act = page.getByRole("button", { name: "Act (PDF)" });
  await act.waitFor();
  await page.getByRole("tab", { name: /Files · 3/ }).waitFor();
  await act.click();
  const comes = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "English" }).click();
  const words = pdfPages(await readFile(await (await comes).path())).join(" ");
  expect(words).toContain("Garden of words");
  expect(words).toContain(String(reported));
  expect((await get<PlantingVerdictDetail>(`/planting-verdict/${twin.task}`)).cases).toHaveLength(
    1,
  );
  await context.close();
});

const days = { from: `${year}-07-01`, to: `${year}-07-31` };
const asked = `from=${days.from}&to=${days.to}`;

test("the period is submitted by one person and approved by another, and its figures agree to the last tree", async () => {
  for (const { garden } of [truth, twin])
    await until("the images of the gardens are compared", async () => {
      const { status } = await get<{ status: string }>(`/image-compare?garden=${garden}`);
      return status === "completed" ? true : undefined;
    });
  const period = await send<ReportPeriod>(sysadmin, "POST", "/report-period", days);
  const own = await product.api(sysadmin, "POST", `/report-period/${period.id}/approve`, {});
  expect(own.status).toBe(403);
  await send(adminEmail, "POST", `/report-period/${period.id}/approve`, {});
  const { results: gardens } = await get<{
    results: { id: number; tree_count: number; district: Ref | null }[];
  }>("/garden?page_size=100");
  const mine = gardens.filter(({ id }) => id === truth.garden || id === twin.garden);
  const district = mine[0]?.district?.id;
  expect(district).toBeDefined();
  const counted = gardens
    .filter((one) => one.district?.id === district)
    .reduce((sum, { tree_count }) => sum + tree_count, 0);
  const report = await get<Report>(`/report/district?${asked}`);
  expect(report.approval).toMatchObject({ state: "approved", version: 1, corrections: [] });
  const row = report.rows.find(({ id }) => id === district);
  expect(row?.garden_tree_count).toBe(counted);
  expect(counted).toBeGreaterThan(reported * 0.8);
  const total = row?.trees?.total ?? 0;
  expect(total).toBeGreaterThanOrEqual(counted);
  for (const [language, locale] of [
    ["tg", "ru"],
    ["ru", "ru"],
    ["az", "az"],
    ["en", "en"],
  ] as const) {
    const path = `/report/district?${asked}&format=pdf`;
    const headers = { "accept-language": language };
    const file = await product.send(adminEmail, "GET", path, undefined, headers);
    const words = pdfPages(Buffer.from(await file.arrayBuffer())).join(" ");
    const plain = words.replace(/\s/g, "");
    expect(plain, language).toContain(total.toLocaleString(locale).replace(/\s/g, ""));
  }
});

/// <reference lib="dom" />
/**
 * Takes the images of the guide from the running product: `npm run pictures -- --guide`, or of some pages and
 * languages only: `npm run pictures -- --guide gardens,process en,tg`. Starts a product of its own with the
 * demonstration programme, waits for its trees and their comparison, and photographs each screen in each language.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { screens } from "../apps/web/src/lib/navigation/screens.ts";
import { signIn, visit } from "../e2e/support/browser.ts";
import { adminEmail } from "../e2e/support/client.ts";
import type { Product } from "../e2e/support/product.ts";
import { until } from "../e2e/support/until.ts";

const out = join(import.meta.dirname, "guide/pictures");
const languages = ["en", "ru", "tg", "az"] as const;
type Language = (typeof languages)[number];

const wide = 960;
const maxBytes = 35_000;

type Shot = {
  path: string;
  /** Of the window, where it is not a desk's. */
  size?: { width: number; height: number };
  /** Actions on the screen before it is photographed, the same in every language. */
  act?: (page: Page) => Promise<unknown>;
};
const tab = (number: number) => (page: Page) => page.getByRole("tab").nth(number).click();
const chart = (page: Page) =>
  page.locator("section:has(#series-title)").evaluate((one) => one.scrollIntoView());

/** A worker at its place; and a verified backup, where NIHOL_BACKUP_DIR is set. */
async function workers(page: Page) {
  await page.locator("li button").first().waitFor({ timeout: 120_000 });
  await page
    .locator(".text-good")
    .first()
    .waitFor({ timeout: 30_000 })
    .catch(() => {});
}

/** The search with what it finds. */
async function search(page: Page, typed: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(typed);
  await page.getByRole("option").nth(2).waitFor();
}

/** Shots for pages of the guide that show something else than their screen with the first record open. */
const special: Record<string, Shot> = {
  start: { path: "/admin/gardens", act: (page) => search(page, "вахш") },
  dashboard: { path: "/admin" },
  home: { path: "/admin/home" },
  tree_task: { path: "/admin/tree_task?open=1", act: tab(1) },
  verdicts: { path: "/admin/verdicts?open=10" },
  field: { path: "/field?task=1", size: { width: 640, height: 660 } },
  tree_type: { path: "/admin/tree_type?open=3" },
  process: { path: "/admin/process?open=2" },
  imagery_source: { path: "/admin/imagery_source?open=1" },
  dates_to_check: { path: "/admin/process?view=dates&open=2" },
  image_processing_ai: { path: "/admin/image_processing_ai/2/1" },
  image_compare: { path: "/admin/image_compare?garden=1" },
  air_monitoring: { path: "/admin/air_monitoring?device=1,4&period=week", act: chart },
  soil_monitoring: { path: "/admin/soil_monitoring?device=2&period=ten_days", act: chart },
  water_monitoring: { path: "/admin/water_monitoring?device=3,7&period=week", act: chart },
  monitoring_devices: { path: "/admin/monitoring_devices?open=2" },
  wall: { path: "/wall" },
  report_by_region: { path: "/admin/report_by_region" },
  report_by_district: { path: "/admin/report_by_district?region=2" },
  ministry_employees: { path: "/admin/ministry?view=employees&open=1" },
  users: { path: "/admin/users?open=4" },
  administrators: { path: "/admin/users?view=administrators&open=1" },
  roles: { path: "/admin/roles?open=4" },
  operations: { path: "/admin/operations", act: workers },
};

/** Shots for all pages of the guide: something meaningful open. */
const shots: Record<string, Shot> = Object.fromEntries([
  ...screens.map(({ id, to }) => [id, { path: `${to}?open=1` }]),
  ...Object.entries(special),
]);

/** Takes the images into docs/guide/pictures. `pages` and `of` are names with commas between; all by default. */
export async function takeGuideScreenshots(
  product: Product,
  browser: Browser,
  pages = Object.keys(shots).join(),
  of: string = languages.join(),
) {
  await until("the pictures are compared", () => compared(product), 600);
  for (const language of languages.filter((one) => of.split(",").includes(one))) {
    await mkdir(join(out, language), { recursive: true });
    await takeAll(product, browser, language, pages.split(","));
  }
  const isWhole = pages === Object.keys(shots).join() && of === languages.join();
  if (isWhole) await writeFile(join(out, "models.json"), await modelVersions());
}

/** The models whose counts the images show: `test/completeness.test.ts` says when there are newer ones. */
async function modelVersions(): Promise<string> {
  const version = async (name: string) => {
    const card = await readFile(join(import.meta.dirname, `../models/${name}.json`), "utf8");
    return (JSON.parse(card) as { version: string }).version;
  };
  const versions = { crown: await version("crown"), green: await version("green") };
  return `${JSON.stringify(versions, null, 2)}\n`;
}

async function compared({ api }: Product) {
  const { body } = await api(adminEmail, "GET", "/image-compare?garden=1");
  return (body as { status: string }).status === "completed" ? true : undefined;
}

async function takeAll(product: Product, browser: Browser, language: Language, pages: string[]) {
  await product.api(adminEmail, "PATCH", "/user-profile", { language });
  const { page, context } = await visit(browser, product, { language, theme: "light" });
  await page.goto(`${product.address}/auth`);
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  for (const name of pages) {
    const shot = shots[name];
    if (!shot) throw new Error(`The guide has no page ${name}`);
    // Narrows the menu, so that what is explained is large; only the start explains the menu.
    const narrow = name === "start" ? "0" : "1";
    await page.evaluate((value) => localStorage.setItem("rail_narrow", value), narrow);
    await page.setViewportSize(shot.size ?? { width: 1280, height: 800 });
    await open(page, product.address + shot.path);
    if (shot.act) {
      await shot.act(page);
      await settled(page);
    }
    const screenshot = await small(await page.screenshot());
    await writeFile(join(out, language, `${name}.webp`), screenshot);
    console.log(`${language}/${name}: ${screenshot.length} bytes`);
  }
  await context.close();
}

/** Once more when nothing comes: the panel may have been built anew meanwhile, and its old parts are gone. */
async function open(page: Page, address: string) {
  await page.goto(address);
  await settled(page).catch(async () => {
    await page.goto(address);
    await settled(page);
  });
}

/** Waits until nothing is on its way: no bar in the place of text, every image is there, every map is drawn. */
async function settled(page: Page) {
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle", { timeout: 15_000 }).catch(() => undefined);
  const isDrawn = () => {
    const maps = [...document.querySelectorAll<HTMLElement>("[data-map-idle]")];
    return (
      document.querySelector(".animate-pulse, [aria-busy=true]") === null &&
      [...document.images].every((image) => image.complete) &&
      maps.every(({ dataset }) => dataset.mapIdle === "true")
    );
  };
  await page.waitForFunction(isDrawn, undefined, { timeout: 90_000 }).catch(() => undefined);
  await page.waitForTimeout(700);
}

/** The screen at the guide's size, as good as its weight allows. */
async function small(screenshot: Buffer): Promise<Buffer> {
  const shot = sharp(screenshot).resize({ width: wide });
  for (let quality = 82; ; quality -= 6) {
    const webp = await shot.clone().webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= maxBytes || quality < 20) return webp;
  }
}

/// <reference lib="dom" />
/** Costs of screens in a browser with nothing in its cache: files and bytes of JavaScript, and what moves by itself. */
import { gzipSync } from "node:zlib";
import { paths } from "@nihol/contract/values/paths";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screens, viewOf } from "../../apps/web/src/lib/navigation/screens.ts";
import { enter, openBrowser, signIn } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { watchShifts } from "../support/layout-shifts.ts";
import { sharedProduct } from "../support/product.ts";
import { settled, watchRequests } from "../support/settled.ts";
import { until } from "../support/until.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Somebody signed in, with nothing in their browser's cache. */
const enterFresh = (path: string, viewport: Partial<typeof desk> = {}) =>
  enter(browser, product, adminEmail, path, { ...viewport, isFresh: true });

const isScript = (address: string) => new URL(address).pathname.endsWith(".js");

/** The scripts that an address asks of a browser with nothing in its cache: their bytes (gzip). */
function scriptsOf(page: Page): Map<string, number> {
  const scripts = new Map<string, number>();
  page.on("response", async (answer) => {
    if (!isScript(answer.url())) return;
    const body = await answer.body().catch(() => undefined);
    if (body) scripts.set(answer.url(), gzipSync(body).length);
  });
  return scripts;
}

/** A browser that says its line is paid for by what comes over it, or does not say so. */
async function openSignIn(saveData: boolean) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript((isSaved) => {
    Object.defineProperty(navigator, "connection", { value: { saveData: isSaved } });
    // The account's own, whose texts are not those of a browser that has been in no language yet.
    localStorage.setItem("i18nextLng", "en");
  }, saveData);
  watchRequests(page);
  const scripts = scriptsOf(page);
  await page.goto(`${product.address}/auth?redirect=/admin/gardens`);
  await page.locator('button[type="submit"]').waitFor();
  await settled(page);
  return { page, context, scripts };
}

test("the first page asks for at most 170 kB of JavaScript, gzipped, where data is saved", async () => {
  const { context, scripts } = await openSignIn(true);
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(3);
  expect(total).toBeLessThanOrEqual(170_000);
  await context.close();
});

test("elsewhere the screen that comes next is fetched while the form is filled, and not again afterwards", async () => {
  const { page, context, scripts } = await openSignIn(false);
  const ahead = page.locator('link[rel="modulepreload"][href*="/assets/gardens-"]');
  await ahead.first().waitFor({ state: "attached" });
  await settled(page);
  const before = new Set(scripts.keys());
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page, adminEmail);
  await page.locator("tbody tr td").first().waitFor();
  const names = [...scripts.keys()].filter((one) => !before.has(one));
  // Expects no file of the screen again: only the code that checks the form is fetched when it is sent.
  expect(names.filter((one) => /assets\/(route|work|some|gardens|frame)-/.test(one))).toEqual([]);
  await context.close();
});

test("a list asks for at most 15 files of JavaScript, 320 kB gzipped", async () => {
  const { page, context } = await enterFresh("/auth");
  // Prefetching while the browser is idle is left out: it is not part of the screen's cost.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts = scriptsOf(page);
  await page.goto(`${product.address}/admin/gardens`);
  await page.locator("tbody tr td").first().waitFor();
  await settled(page);
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(5);
  expect(scripts.size).toBeLessThanOrEqual(15);
  expect(total).toBeLessThanOrEqual(320_000);
  await context.close();
});

test("with all that is fetched ahead a list has asked for at most 15 files of JavaScript, the sign-in page too", async () => {
  const { page, context } = await enterFresh("/auth");
  const scripts = scriptsOf(page);
  await page.goto(`${product.address}/admin/gardens`);
  await page.locator("tbody tr td").first().waitFor();
  await until(
    "the texts have come",
    async () => [...scripts.keys()].some((one) => /assets\/whole-/.test(one)) || undefined,
  );
  await settled(page);
  expect(scripts.size).toBeLessThanOrEqual(15);
  await context.close();
  const signInPage = await openSignIn(false);
  await settled(signInPage.page);
  expect(signInPage.scripts.size).toBeLessThanOrEqual(15);
  await signInPage.context.close();
});

test("a screen's code, its texts and the profile are asked for before the panel's first script has come", async () => {
  const { page, context } = await enterFresh("/auth");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const isAsked = (path: RegExp) => asked.some((one) => path.test(one));
  const needed = [
    /^\/assets\/work-/,
    /^\/assets\/frame-/,
    /^\/assets\/gardens-/,
    /^\/api\/user-profile$/,
  ];
  // The first script waits for all of them: did one wait for it, nothing would ever be shown.
  await page.route("**/assets/first-*.js", async (route) => {
    await until("all is asked for", async () => needed.every(isAsked) || undefined);
    await route.continue();
  });
  await page.goto(`${product.address}/admin/gardens`);
  await page.locator("[data-row]").first().waitFor();
  expect(asked.filter((path) => path === "/api/user-profile")).toHaveLength(1);
  await context.close();
});

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

type Cost = { path: string; width: number; files: number; shift: number };

/**
 * Somebody signed in, in a window of this size; the function opens addresses one after the other, each until it has
 * settled, and says how many files of scripts it asked for and how far it moved by itself. Nothing is taken from the
 * cache; the browser's process is not started anew, which would cost as much as a list.
 */
async function openCosts(viewport: typeof desk) {
  const { page, context } = await enterFresh("/auth", viewport);
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const cached: string[] = [];
  network.on("Network.responseReceived", ({ response }) => {
    if (response.fromDiskCache) cached.push(response.url);
  });
  // Prefetching while the browser is idle is left out: it is not part of the screen's cost.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // Counted, not read: all their bytes would be sent here and packed.
  let scripts = new Set<string>();
  page.on("response", (answer) => {
    if (isScript(answer.url())) scripts.add(answer.url());
  });
  const shift = await watchShifts(page);
  async function costOf(path: string): Promise<Cost> {
    scripts = new Set();
    await page.goto(product.address + path);
    await settled(page);
    expect(cached, `${path}: taken from the cache`).toEqual([]);
    return { path, width: viewport.width, files: scripts.size, shift: await shift() };
  }
  return { costOf, close: () => context.close() };
}

test("every screen asks for at most 15 files of JavaScript, and moves by at most 0.02 while it comes", async () => {
  const { costOf, close } = await openCosts(desk);
  const costs: Cost[] = [];
  for (const screen of screens) {
    const { view } = viewOf(screen);
    costs.push(await costOf(screen.to + (view ? `?view=${view}` : "")));
  }
  await close();
  // A page that was never drawn has moved by nothing.
  expect(Math.min(...costs.map(({ files }) => files))).toBeGreaterThan(5);
  expect(costs.filter(({ files, shift }) => files > 15 || !(shift <= 0.02))).toEqual([]);
});

/** The lists whose records open by an address: the screen, and where its records are asked for. */
const records = [
  ["gardens", paths.garden],
  ["garden_notes", paths.gardenNote],
  ["tree_task", paths.plantTreeTask],
  ["verdicts", paths.plantingVerdict],
  ["tree_type", paths.plantTreeType],
  ["process", paths.satelliteImagery],
  ["process?view=dates", paths.capture],
  ["imagery_source", paths.imagerySource],
  ["regions", paths.region],
  ["districts", paths.district],
  ["monitoring_devices", paths.device],
  ["alert", paths.alert],
  ["alert?view=rules", paths.alertRule],
  ["violation", paths.violation],
  ["ministry", paths.ministry],
  ["ministry?view=employees", paths.ministryEmployee],
  ["organization_type", paths.organizationType],
  ["orama_doc", paths.document],
  ["users", paths.user],
  ["roles", paths.group],
  ["audit_log", paths.auditLog],
] as const;

test("every record that opens by its address, half of them on a phone, moves by at most 0.02 while it comes", async () => {
  const [wide, narrow] = [await openCosts(desk), await openCosts(phone)];
  const costs: Cost[] = [];
  for (const [n, [screen, path]] of records.entries()) {
    const { body } = await product.api(adminEmail, "GET", `${path}?page_size=1`);
    const [first] = (body as { results: { id: number | string }[] }).results;
    const address = `/admin/${screen}${screen.includes("?") ? "&" : "?"}open=${first?.id}`;
    costs.push(await (n % 2 ? narrow : wide).costOf(address));
  }
  await Promise.all([wide.close(), narrow.close()]);
  expect(costs.filter(({ path }) => path.endsWith("undefined"))).toEqual([]);
  expect(costs.filter(({ shift }) => !(shift <= 0.02))).toEqual([]);
});

/** The lists whose form for a new record has an address; on a phone those are opened whose form has a map. */
const mapForms = ["gardens", "monitoring_devices", "violation", "districts"];
const otherForms = [
  ...["tree_task", "tree_type", "process", "imagery_source", "regions", "garden_notes"],
  ...["ministry", "organization_type", "orama_doc", "users", "roles"],
];

test("every form that opens by its address moves by at most 0.02 while it comes", async () => {
  const [wide, narrow] = [await openCosts(desk), await openCosts(phone)];
  const costs: Cost[] = [];
  for (const name of [...mapForms, ...otherForms])
    costs.push(await wide.costOf(`/admin/${name}?open=new`));
  for (const name of mapForms) costs.push(await narrow.costOf(`/admin/${name}?open=new`));
  await Promise.all([wide.close(), narrow.close()]);
  expect(Math.min(...costs.map(({ files }) => files))).toBeGreaterThan(5);
  expect(costs.filter(({ shift }) => !(shift <= 0.02))).toEqual([]);
});

test("an address that is opened again asks for its rows at once, before its own code does, and only once", async () => {
  const { page, context } = await enterFresh("/admin/gardens");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await page.locator("tbody tr td").first().waitFor();
  await settled(page);
  expect(asked.filter((one) => one === "/api/garden")).toHaveLength(1);
  expect(asked.indexOf("/api/garden")).toBeLessThan(asked.indexOf("/api/notice/count"));
  await context.close();
});

test("the dashboard's figures are drawn before the code of its map is asked for", async () => {
  const { page, context } = await enterFresh("/auth");
  const hadFigures: boolean[] = [];
  await page.route(/\/assets\/(live-map|map)-[\w-]+\.js$/, async (route) => {
    hadFigures.push(await page.locator("dl dd").first().isVisible());
    await route.continue();
  });
  await page.goto(`${product.address}/admin`);
  await page.locator('[data-map-idle="true"]').waitFor();
  expect(hadFigures.length).toBeGreaterThan(0);
  expect(hadFigures).not.toContain(false);
  await context.close();
});

/** Waits until the present state of the page is painted. */
const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((drawn) =>
        requestAnimationFrame(() => requestAnimationFrame(() => drawn())),
      ),
  );

test("a list moves by at most 0.02 when its font comes late", async () => {
  const moved: { path: string; shift: number }[] = [];
  // A page in which routes hold something back takes nothing from the cache.
  const { page, context } = await enterFresh("/auth", desk);
  const shift = await watchShifts(page);
  for (const name of ["gardens", "tree_task", "monitoring_devices", "violation", "users"]) {
    const late = Promise.withResolvers<void>();
    let fonts = 0;
    await page.route("**/*.woff2", async (route) => {
      fonts += 1;
      await late.promise;
      await route.continue();
    });
    await page.goto(`${product.address}/admin/${name}`);
    await page.locator("tbody tr td").first().waitFor();
    // Its rows are painted in the font that stands in.
    await twoFrames(page);
    late.resolve();
    await page.evaluate(() => document.fonts.ready);
    await twoFrames(page);
    expect(fonts).toBeGreaterThan(0);
    moved.push({ path: name, shift: await shift() });
    await page.unroute("**/*.woff2");
  }
  expect(moved.filter(({ shift }) => !(shift <= 0.02))).toEqual([]);
  await context.close();
});

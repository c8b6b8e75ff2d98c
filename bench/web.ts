/**
 * `npm run bench -- web [--slow] [--screens N] [--empty]`: what each screen costs a browser with an empty cache: files and bytes of
 * JavaScript (gzip), bytes in all as they come over the line, the time to the first row or figure and to a settled
 * map, the largest paint, and how much moved by itself; then the first row once more, with what the browser has kept.
 * `--slow` adds a line of 1.6 Mbit/s with 150 ms. Screens with more than 15 files of JavaScript, or with a first row
 * after 1.5 s when they are opened again, are named at the end. Beside them stands what people meet whose browser
 * knows nothing of the panel: they come to a screen through the sign-in page. Times are of this machine, headless; compare them
 * within one run. With `--empty` there is no demonstration, and maps draw nothing.
 * Smallest: `--screens 1 --empty`. Packages: chromium-headless-shell.
 */
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { screens } from "../apps/web/src/lib/navigation/screens.ts";
import { leaveMapsEmpty, openBrowser } from "../e2e/support/browser.ts";
import { adminEmail, password } from "../e2e/support/client.ts";
import { type Product, startDemonstration, startProduct } from "../e2e/support/product.ts";
import { until } from "../e2e/support/until.ts";

const { values } = parseArgs({
  options: {
    slow: { type: "boolean", default: false },
    screens: { type: "string" },
    empty: { type: "boolean", default: false },
  },
});
const { slow } = values;
const most = values.screens === undefined ? Infinity : Number(values.screens);
/** Ends a wait in an error: made and read beside other work, the demonstration takes minutes. */
const waits = { seconds: 600, page_ms: 240_000 };
const goals = { js_files: 15, again_content_ms: 1500 };

interface Figures {
  screen: string;
  js_files: number;
  js_gzip_kb: number;
  /** Of all files and answers, as they were sent. */
  all_kb: number;
  first_content_ms: number;
  /** With what the browser kept of the first time. */
  again_content_ms: number;
  /** Null where the screen shows no map. */
  settled_map_ms: number | null;
  largest_paint_ms: number;
  layout_shift: number;
}

/** Selector that finds a screen's own data: a cell, a figure or a line with no bar in its place; a chart. */
const content = ["tbody td", "tbody th[scope=row]", "dl dd", "main li"]
  .map((part) => `${part}:not(:has([data-loading]))`)
  .concat("canvas:not(.maplibregl-canvas)")
  .join(", ");

/** Runs before a page's scripts: notes when the content of a selector is there and painted, by the page's own clock. */
function noteContent(selector: string) {
  const observer = new MutationObserver(() => {
    // The sign-in page shows lists of its own.
    if (location.pathname.startsWith("/auth")) return;
    if (!document.querySelector(selector)?.checkVisibility()) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      Object.assign(window, { contentAt: performance.now() });
    });
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Milliseconds since this page was asked for until its content was there: asked from outside it would be known half a second later. */
async function contentAt(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => Reflect.get(window, "contentAt"), undefined, {
    timeout: waits.page_ms,
  });
  return Math.round(Number(await noted.jsonValue()));
}

/** Runs in the page: the largest paint so far, and the sum of layout shifts without an input before. */
function paints() {
  return new Promise<{ largest: number; shift: number }>((found) => {
    let largest = 0;
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) largest = Math.max(largest, entry.startTime);
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => found({ largest, shift }), 300);
  });
}

async function throttle(session: CDPSession) {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
}

/** A person signed in, with nothing in the cache. */
async function freshContext(browser: Browser, tokens: Record<string, string>) {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  });
  if (values.empty) await leaveMapsEmpty(context);
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    // Prefetching while the browser is idle is left out: it is not part of the screen's cost.
    window.requestIdleCallback = () => 0;
  }, tokens);
  await context.addInitScript(noteContent, content);
  return context;
}

/** Opens an address. @returns milliseconds until the screen's own data is there */
async function firstContent(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: "commit", timeout: waits.page_ms });
  return contentAt(page);
}

/** The screens that are opened over the sign-in page: the first one, everybody's own, and a list by a link. */
const entered = ["/admin", "/admin/home", "/admin/gardens"];
/** Milliseconds in which somebody fills in the form. */
const typing = 5000;

/** Opens an address with nothing in the cache and nobody signed in, signs in, and waits for the screen's own data. */
async function measureSignIn(browser: Browser, product: Product, path: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (values.empty) await leaveMapsEmpty(context);
  await context.addInitScript(noteContent, content);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (slow) await throttle(session);
  const began = performance.now();
  await page.goto(product.address + path, { waitUntil: "commit", timeout: waits.page_ms });
  const email = page.locator('input[type="email"]');
  await email.waitFor({ timeout: waits.page_ms });
  const form = Math.round(performance.now() - began);
  const delay = typing / (adminEmail.length + password.length);
  await email.pressSequentially(adminEmail, { delay });
  await page.locator('input[type="password"]').pressSequentially(password, { delay });
  const pressed = await page.evaluate(() => performance.now());
  await page.locator('button[type="submit"]').click({ noWaitAfter: true });
  const first = Math.round((await contentAt(page)) - pressed);
  await context.close();
  return { screen: path, sign_in_form_ms: form, content_after_sign_in_ms: first };
}

/** Milliseconds until everything of the map is drawn. */
async function settledMap(page: Page, began: number): Promise<number | null> {
  // Its code comes after the first content: until then a bar is in its place.
  const isLoaded = () => document.querySelector("main [data-loading]") === null;
  await page.waitForFunction(isLoaded, undefined, { timeout: waits.page_ms });
  const map = page.locator("[data-map-idle]");
  if ((await map.count()) === 0) return null;
  await page.locator('[data-map-idle="true"]').first().waitFor({ timeout: waits.page_ms });
  return Math.round(performance.now() - began);
}

async function measure(
  browser: Browser,
  product: Product,
  tokens: Record<string, string>,
  path: string,
): Promise<Figures> {
  const context = await freshContext(browser, tokens);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (slow) await throttle(session);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  let script = 0;
  let files = 0;
  page.on("response", async (answer) => {
    if (!new URL(answer.url()).pathname.endsWith(".js")) return;
    files += 1;
    const body = await answer.body().catch(() => undefined);
    if (body) script += gzipSync(body).length;
  });
  const began = performance.now();
  const first = await firstContent(page, product.address + path);
  // The map's own code comes after the first content.
  await page.waitForLoadState("networkidle").catch(() => undefined);
  const map = await settledMap(page, began);
  const { largest, shift } = await page.evaluate(paints);
  const cost = { js_files: files, js_gzip_kb: script / 1000, all_kb: bytes / 1000 };
  await page.goto("about:blank");
  const again = await firstContent(page, product.address + path);
  await context.close();
  return {
    screen: path,
    js_files: cost.js_files,
    js_gzip_kb: Math.round(cost.js_gzip_kb),
    all_kb: Math.round(cost.all_kb),
    first_content_ms: first,
    again_content_ms: again,
    settled_map_ms: map,
    largest_paint_ms: Math.round(largest),
    layout_shift: Math.round(shift * 1000) / 1000,
  };
}

const [product, browser] = await Promise.all([
  values.empty ? startProduct({ NIHOL_DEMO: "0" }) : startDemonstration(),
  openBrowser(),
]);
try {
  const areRead = async () => {
    const { body } = await product.api(adminEmail, "GET", "/satellite-imagery?status=completed");
    return (body as { count: number }).count >= 2 ? true : undefined;
  };
  if (!values.empty) await until("the demonstration's pictures are read", areRead, waits.seconds);
  const answer = await fetch(`${product.address}/api/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: adminEmail, password }),
  });
  const { access, refresh } = (await answer.json()) as { access: string; refresh: string };
  const tokens = { access_token: access, refresh_token: refresh, i18nextLng: "en" };
  const results: Figures[] = [];
  for (const screen of screens.slice(0, most)) {
    const view = "view" in screen ? `?view=${screen.view}` : "";
    const figures = await measure(browser, product, tokens, `${screen.to}${view}`);
    console.error(JSON.stringify(figures));
    results.push(figures);
  }
  const overSignIn = [];
  for (const path of entered.slice(0, most)) {
    const figures = await measureSignIn(browser, product, path);
    console.error(JSON.stringify(figures));
    overSignIn.push(figures);
  }
  const worst = (key: keyof Omit<Figures, "screen">) =>
    Math.max(...results.map((one) => one[key] ?? 0));
  console.log(
    JSON.stringify({
      bench: "web",
      slow,
      screens: results.length,
      worst: {
        js_files: worst("js_files"),
        js_gzip_kb: worst("js_gzip_kb"),
        all_kb: worst("all_kb"),
        first_content_ms: worst("first_content_ms"),
        again_content_ms: worst("again_content_ms"),
        settled_map_ms: worst("settled_map_ms"),
        largest_paint_ms: worst("largest_paint_ms"),
        layout_shift: worst("layout_shift"),
      },
      goals,
      missed: results
        .filter(
          (one) => one.js_files > goals.js_files || one.again_content_ms > goals.again_content_ms,
        )
        .map(({ screen }) => screen),
      over_sign_in: overSignIn,
      results,
    }),
  );
} finally {
  await browser.close();
  await product.stop();
}

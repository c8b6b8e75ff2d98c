/// <reference lib="dom" />
/** A real Chromium, and people at it; what every screen must keep: no error in the console, no violated policy. */
import { existsSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Disposable,
  type Page,
} from "playwright-core";
import { freeSharedMemory } from "../../test/shared-memory.ts";
import { type Client, password } from "./client.ts";
import { settled, watchRequests } from "./settled.ts";
import { maxWait } from "./until.ts";

/** Chromium without windows first: the same pages for an eighth less of the processor. */
const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Bytes of shared memory for the processes of a browser: a container may have too little room for them. */
const sharedBytes = 2 * 1024 ** 3;

/** The browser that files of a worker share: its start, and the panel's code in its processes, serve them all. */
let shared: Browser | undefined;
/** The address whose emptied contexts stay when a file closes that browser; without one each file has its own. */
let sharedAddress: string | undefined;

/** Has all files of this worker use one browser, whose contexts of the product at an address stay from file to file. */
export function shareBrowser(address: string): void {
  sharedAddress = address;
}

/** Ends what a file left of its visits, and the contexts of its own products. */
async function endVisits(browser: Browser): Promise<void> {
  for (const { context } of openVisits) await context.close();
  const kept = new Set<BrowserContext>();
  const kinds = freeContexts.get(browser) ?? new Map<string, KeptContext[]>();
  for (const [kind, free] of kinds) {
    if (kind.startsWith(`${sharedAddress},`)) for (const { context } of free) kept.add(context);
    else kinds.delete(kind);
  }
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
}

/** A browser; `environment` in place of that of the tests, and then not the shared one. */
export async function openBrowser(environment?: NodeJS.ProcessEnv): Promise<Browser> {
  if (environment || !sharedAddress) return launch(environment);
  if (!shared?.isConnected()) {
    const browser = await launch();
    browser.close = () => endVisits(browser);
    shared = browser;
  }
  return shared;
}

function launch(environment?: NodeJS.ProcessEnv): Promise<Browser> {
  return chromium.launch({
    env: environment as Record<string, string> | undefined,
    executablePath: process.env.CHROMIUM ?? programs.find((program) => existsSync(program)),
    // Otherwise each piece is a file in the temporary folder: a sixth of the processor for a list that is loaded.
    ignoreDefaultArgs: freeSharedMemory() > sharedBytes ? ["--disable-dev-shm-usage"] : [],
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Chromium itself asks its maker for updates, accounts and form data: for it there is no other host.
      // field.test stands for a server in the office: another machine, without TLS.
      "--host-resolver-rules=MAP field.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      // Maps need a graphics card or one that is imitated; pages are painted faster without the imitation.
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-gpu-rasterization",
      // Nor is a page put together by that card: a third less of the processor for a screen with a map.
      "--disable-gpu-compositing",
      // Pages of a context that is taken over share the process that has the panel's code.
      "--process-per-site",
      // A page of a test ends before code that V8 compiles again, to be quicker, has earned that. Benches measure it.
      ...(process.env.VITEST
        ? ["--js-flags=--invocation-count-for-maglev=3000 --invocation-count-for-turbofan=20000"]
        : []),
    ],
  });
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors of the page so far: scripts, console, content security policy. */
  complaints: string[];
}

export interface VisitOptions {
  language?: "ru" | "tg" | "az" | "en";
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** A finger in place of a mouse. */
  touch?: boolean;
  /** Maps are drawn, in all their pixels, for a test that looks at them. */
  sharp?: boolean;
  /** A context that no visit used before or will: for a clock that is set, or files that are counted. */
  isFresh?: boolean;
}

/**
 * Maps of a context stay empty, and charts have one pixel for sixteen of the page: without a graphics card each costs
 * the processor. A map makes its programs, asks for its tiles, goes through its frames and comes to rest as ever; what
 * it holds and answers is the same. The page itself is laid out and painted in its own pixels.
 */
export const leaveMapsEmpty = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(window, "devicePixelRatio", { value: 0.25 });
    WebGL2RenderingContext.prototype.drawElements = () => undefined;
  });

// A page that asks without a right, or for what is not there, is answered so: that is not an error of the page.
const expected = /status of (401|403|404|400|409|429)/;

/** Every visit whose context is open; `traces.ts` keeps what a failed test leaves of them. */
export const openVisits = new Set<Visit>();

/** A context, and a page in it at the product's address without scripts: while that is open, its process stays. */
interface KeptContext {
  context: BrowserContext;
  anchor: Page;
}

/** Contexts that nobody uses, by browser and kind. */
const freeContexts = new WeakMap<Browser, Map<string, KeptContext[]>>();

/** The free contexts of a kind, in a list that is added to and taken from. */
function freeOf(browser: Browser, kind: string): KeptContext[] {
  const kinds = freeContexts.get(browser) ?? new Map<string, KeptContext[]>();
  freeContexts.set(browser, kinds);
  const free = kinds.get(kind) ?? [];
  kinds.set(kind, free);
  return free;
}

async function openContext(
  browser: Browser,
  origin: string,
  { touch = false, sharp = false }: VisitOptions,
): Promise<KeptContext> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    hasTouch: touch,
    isMobile: touch,
  });
  // Outside of tests somebody looks at what is drawn, or measures it.
  if (process.env.VITEST && !sharp) await leaveMapsEmpty(context);
  const anchor = await context.newPage();
  await anchor.goto(`${origin}/leaf.svg`);
  return { context, anchor };
}

/** Makes a context as if it were new: without pages, routes, permissions, cookies and what an origin has stored. */
async function empty({ context, anchor }: KeptContext, origin: string): Promise<void> {
  for (const page of context.pages()) if (page !== anchor) await page.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.setGeolocation(null);
  await context.clearCookies();
  const session = await context.newCDPSession(anchor);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
}

/**
 * A context with empty storage, a language and a theme chosen. One that was closed before is taken over: its process has
 * the panel's code, without which a page costs the processor as much again.
 */
async function newVisit(
  browser: Browser,
  { address }: Client,
  options: VisitOptions,
): Promise<Visit & { scripts: Disposable[] }> {
  const kind = [address, options.touch, options.sharp].join();
  const free = options.isFresh ? [] : freeOf(browser, kind);
  const kept = free.pop() ?? (await openContext(browser, address, options));
  const { context } = kept;
  const { language = "en", theme = "light" } = options;
  const script = await context.addInitScript(
    ([lang, look]) => {
      if (!localStorage.getItem("i18nextLng")) {
        localStorage.setItem("i18nextLng", lang as string);
        // As pressed at the sign-in screen: the account's language does not take its place.
        sessionStorage.setItem("language_choice", lang as string);
      }
      if (!localStorage.getItem("theme")) localStorage.setItem("theme", look as string);
    },
    [language, theme],
  );
  const page = await context.newPage();
  await page.setViewportSize({ width: options.width ?? 1280, height: options.height ?? 800 });
  watchRequests(page);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text()))
      complaints.push(message.text());
  });
  page.setDefaultTimeout(maxWait);
  // Only actions, requests and messages: images of every step would cost as much as the steps.
  if (process.env.VITEST) await context.tracing.start();
  const visited = { page, context, complaints, scripts: [script] };
  openVisits.add(visited);
  const leave = () => openVisits.delete(visited);
  context.once("close", leave);
  const close = context.close.bind(context);
  context.close = async () => {
    context.close = close;
    if (options.isFresh || !browser.isConnected()) return close();
    leave();
    context.off("close", leave);
    if (process.env.VITEST) await context.tracing.stop();
    for (const one of visited.scripts) await one.dispose();
    await empty(kept, address);
    free.push(kept);
  };
  return visited;
}

/** A new person at the browser, who is not signed in, at an address of the panel. */
export async function visit(
  browser: Browser,
  product: Client,
  options: VisitOptions = {},
  path = "/",
): Promise<Visit> {
  const visited = await newVisit(browser, product, options);
  await visited.page.goto(product.address + path);
  return visited;
}

/**
 * Somebody who has signed in on this browser before: their first load is that of the screen, which is whole on return.
 * The sign-in form is not used; a test that is about it calls `visit` and `signIn`.
 */
export async function enter(
  browser: Browser,
  product: Client,
  email: string,
  path: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const visited = await newVisit(browser, product, options);
  const { context, page, scripts } = visited;
  // The refresh token comes as a cookie, which the context keeps.
  const data = { email, password, cookie: true };
  const answer = await context.request.post(`${product.address}/api/token`, { data });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  const { access } = (await answer.json()) as { access: string };
  const script = await context.addInitScript((token) => {
    if (sessionStorage.getItem("entered")) return;
    sessionStorage.setItem("entered", "yes");
    localStorage.setItem("access_token", token);
  }, access);
  scripts.push(script);
  await page.goto(product.address + path);
  await settled(page);
  return visited;
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, email: string) {
  await page.getByLabel(/e-mail|почта|poçt/i).fill(email);
  await page.locator('input[name="password"], input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').click();
}

/// <reference lib="dom" />
/** A real Chromium, and what every screen must keep: no error in the console, no violated policy, axe without findings. */
import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from "playwright-core";
import { expect } from "vitest";
import { type Product, password, until } from "./product.ts";

/** A browser; `environment` in place of that of the tests. */
export async function openBrowser(environment?: NodeJS.ProcessEnv): Promise<Browser> {
  return chromium.launch({
    env: environment as Record<string, string> | undefined,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Chromium itself asks its maker for updates, accounts and form data: for it there is no other host.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
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
}

// A page that asks without a right, or for what is not there, is answered so: that is not an error of the page.
const expected = /status of (401|403|404|400|409|429)/;

/** A new person at the browser: empty storage, a language and a theme chosen. */
export async function visit(
  browser: Browser,
  product: Product,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: "reduce",
  });
  const { language = "en", theme = "light" } = options;
  await context.addInitScript(
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
  watchRequests(page);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text()))
      complaints.push(message.text());
  });
  page.setDefaultTimeout(30_000);
  await page.goto(product.address);
  return { page, context, complaints };
}

interface Requests {
  open: Set<Request>;
  /** How many there were. */
  begun: number;
}
const requestsOf = new WeakMap<Page, Requests>();

/** Counts the requests of a page, for `settled`. A stream of events never ends and is left out. */
export function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), begun: 0 };
  requestsOf.set(page, requests);
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (!protocol.startsWith("http") || pathname.endsWith("/events")) return;
    requests.open.add(request);
    requests.begun += 1;
  });
  page.on("requestfinished", (request) => requests.open.delete(request));
  page.on("requestfailed", (request) => requests.open.delete(request));
}

/** Two frames: what came with the last answer is drawn, and what it asks for is asked. */
const twoFrames = () =>
  new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));

/**
 * Waits until a screen is whole: it has a heading, every answer has come and is drawn and has asked
 * for nothing more, no part says that it is busy, every map is at rest. Throws after a minute.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1, h2").first().waitFor();
  const requests = requestsOf.get(page) as Requests;
  const busy = page.locator('[aria-busy="true"], [data-map-idle="false"]');
  const isCalm = async () => {
    const { begun } = requests;
    await page.evaluate(twoFrames);
    return requests.open.size === 0 && requests.begun === begun && (await busy.count()) === 0;
  };
  await until("the screen comes to rest", async () => (await isCalm()) || undefined, 60, 40).catch(
    (error: Error) => {
      const open = [...requests.open].map((request) => request.url());
      throw new Error(`${error.message}: ${page.url()}, ${open.join(", ") || "a part is busy"}`);
    },
  );
}

/** The panel's router says here where it has arrived. */
interface RouterWindow {
  __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: { state: { at?: number } } } };
}

/** How many screens were opened so: the mark of each is its own. */
let opened = 0;

/**
 * Opens an address within the panel, as a link does, without loading the page anew; waits until its screen is whole.
 * The page must show the panel already.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  opened += 1;
  const at = opened;
  await page.evaluate(([path, state]) => history.pushState({ at: state }, "", path as string), [
    address,
    at,
  ] as const);
  await page.waitForFunction((mark) => {
    const state = (window as RouterWindow).__TSR_ROUTER__?.state;
    return state?.status === "idle" && state.resolvedLocation?.state.at === mark;
  }, at);
  await settled(page);
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, email: string) {
  await page.getByLabel(/e-mail|почта|poçt/i).fill(email);
  await page.locator('input[name="password"], input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').click();
}

/** No finding of axe on what is shown now (the map's canvas is a picture: its description is checked, not its pixels). */
export async function expectAccessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${what}: ${id} ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
}

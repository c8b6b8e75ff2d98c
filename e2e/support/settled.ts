/// <reference lib="dom" />
/** When a screen is whole, and how another one is opened without loading the panel anew. */
import type { Page, Request } from "playwright-core";
import { until } from "./until.ts";

interface Requests {
  open: Set<Request>;
  /** Number of those that were begun. */
  begun: number;
}
const requestsOf = new WeakMap<Page, Requests>();

/** A stream of events never ends; what a map asks for ends with the map, unheard, and its own mark says when it has it. */
const leftOut = /\/events$|\/(tiles?|basemap)\/|\/maplibre-gl-worker/;

/** Counts the requests of a page, for `settled`. */
export function watchRequests(page: Page): void {
  const requests: Requests = { open: new Set(), begun: 0 };
  requestsOf.set(page, requests);
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (!protocol.startsWith("http") || leftOut.test(pathname)) return;
    requests.open.add(request);
    requests.begun += 1;
  });
  page.on("requestfinished", (request) => requests.open.delete(request));
  page.on("requestfailed", (request) => requests.open.delete(request));
}

/** Selectors of parts that are not complete yet: busy, in the place of what is coming, a map that is being drawn. */
const busyPart = '[aria-busy="true"], [data-loading]';
const busyMap = '[data-map-idle="false"]';

/**
 * Two frames: what came with the last answer is drawn, and what it asks for is asked. Then: whether the screen has a
 * heading and no part that is still busy.
 */
async function isDrawn(busy: string): Promise<boolean> {
  await new Promise<void>((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => drawn())),
  );
  const heading = document.querySelector("h1, h2");
  return heading?.checkVisibility() === true && document.querySelector(busy) === null;
}

/**
 * Waits until a screen is whole: it has a heading, every answer has come and is drawn and has asked
 * for nothing more, no part says that it is busy, every map is at rest. Throws after a minute.
 */
export const settled = (page: Page): Promise<void> => calm(page, `${busyPart}, ${busyMap}`);

/** As `settled`, where only words and colours changed: maps are not waited for. */
export const settledWords = (page: Page): Promise<void> => calm(page, busyPart);

async function calm(page: Page, busy: string): Promise<void> {
  const requests = requestsOf.get(page) as Requests;
  const isCalm = async () => {
    // A page that waits for an answer is left alone: each question has it draw two frames.
    if (requests.open.size > 0) return false;
    const { begun } = requests;
    const drawn = await page.evaluate(isDrawn, busy);
    return drawn && requests.open.size === 0 && requests.begun === begun;
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
  __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: object } };
  leftLocation?: object;
}

/**
 * Asks the panel's router for an address, as a link does, without loading the panel anew, and waits until it has
 * arrived there or where its guards lead instead. The page must show the panel already.
 * @returns the address where it arrived
 */
export async function follow(page: Page, address: string): Promise<URL> {
  await page.evaluate((path) => {
    const panel = window as RouterWindow;
    panel.leftLocation = panel.__TSR_ROUTER__?.state.resolvedLocation;
    history.pushState({}, "", path);
  }, address);
  await page.waitForFunction(() => {
    const panel = window as RouterWindow;
    const state = panel.__TSR_ROUTER__?.state;
    return state?.status === "idle" && state.resolvedLocation !== panel.leftLocation;
  });
  return new URL(page.url());
}

/** Opens an address within the panel by `follow`, and waits until its screen is whole. */
export async function openScreen(page: Page, address: string): Promise<void> {
  await follow(page, address);
  await settled(page);
}

/// <reference lib="dom" />
/** Times the panel's screens with a map as they are opened from one another, and counts the graphics contexts that they took. */
import type { Browser, Page } from "playwright-core";
import { leaveMapsEmpty } from "../../e2e/support/browser.ts";
import { follow } from "../../e2e/support/settled.ts";

/** Each is opened from the one before it, the first from the last. */
const screens = {
  own_map: "/admin/home?view=map",
  devices: "/admin/monitoring_devices?view=map",
  garden: "/admin/gardens?open=1",
  tasks: "/admin/tree_task?view=map",
  dashboard: "/admin",
};
type Screen = keyof typeof screens;

export interface Moves {
  /** Milliseconds until a screen's map is drawn, with what has come by then; the median of the rounds. */
  drawn_ms: Record<Screen, number>;
  /** How many graphics contexts all rounds took. */
  contexts: number;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Counts a page's graphics contexts in `graphicsContexts`. */
function countContexts() {
  const counted = new WeakSet<object>();
  Object.assign(window, { graphicsContexts: 0 });
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
    apply(method, canvas, given) {
      const context: unknown = Reflect.apply(method, canvas, given);
      const isNew = context instanceof WebGL2RenderingContext && !counted.has(context);
      if (isNew) {
        counted.add(context);
        (window as Counting).graphicsContexts += 1;
      }
      return context;
    },
  });
}
type Counting = Window & typeof globalThis & { graphicsContexts: number };

const drawn = (page: Page) => page.locator('[data-map-idle="true"]').first().waitFor();

/**
 * @param token of a person who may see everything
 * @param areEmpty maps draw nothing
 */
export async function measureMoves(
  browser: Browser,
  {
    address,
    token,
    times,
    areEmpty,
  }: { address: string; token: string; times: number; areEmpty: boolean },
): Promise<Moves> {
  const context = await browser.newContext({
    viewport: areEmpty ? { width: 800, height: 600 } : { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  if (areEmpty) await leaveMapsEmpty(context);
  await context.addInitScript((access) => localStorage.setItem("access_token", access), token);
  await context.addInitScript(countContexts);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${address}/admin`);
  await drawn(page);
  const names = Object.keys(screens) as Screen[];
  const all = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < times; round++)
    for (const name of names) {
      const begun = performance.now();
      await follow(page, screens[name]);
      await drawn(page);
      all.get(name)?.push(performance.now() - begun);
    }
  const contexts = await page.evaluate(() => (window as Counting).graphicsContexts);
  await context.close();
  const rows = names.map((name) => [name, Math.round(median(all.get(name) ?? []))]);
  return { drawn_ms: Object.fromEntries(rows) as Moves["drawn_ms"], contexts };
}

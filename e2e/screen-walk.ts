/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Every screen in four languages, light and dark, wide and 360 px: right letters, no finding of axe, nothing cut off. */
import type { Language } from "@nihol/contract/values/languages";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { expectAccessible, openBrowser, openScreen, settled, signIn, visit } from "./browser.ts";
import { adminEmail, type Product, startProduct } from "./product.ts";

const screens = [
  "/admin",
  "/admin/gardens",
  "/admin/gardens?open=1",
  "/admin/gardens?open=new",
  "/admin/tree_task",
  "/admin/tree_task?open=1",
  "/admin/tree_task?open=new",
  "/admin/tree_type?open=1",
  "/admin/tree_type?open=new",
  "/admin/process",
  "/admin/process?open=1",
  "/admin/process?view=dates&open=1",
  "/admin/image_processing_ai",
  "/admin/image_processing_ai/1",
  "/admin/image_processing_ai/1/1",
  "/admin/image_processing_ai/1/calibration",
  "/admin/image_compare",
  "/admin/image_compare?garden=1&mode=side&state=lost",
  "/admin/regions",
  "/admin/districts?open=1",
  "/admin/ministry?open=1",
  "/admin/ministry?open=new",
  "/admin/ministry?view=employees",
  "/admin/organization_type?open=1",
  "/admin/air_monitoring?period=week",
  "/admin/soil_monitoring?view=table",
  "/admin/water_monitoring?parameter=water_ph",
  "/admin?projection=globe",
  "/admin/report_by_region",
  "/admin/report_by_district?region=1&period=month",
  "/admin/violation",
  "/admin/violation?open=1",
  "/admin/violation?open=new",
  "/admin/orama_doc?open=1",
  "/admin/orama_doc?open=new",
  "/admin/users",
  "/admin/users?open=new",
  "/admin/roles?open=new",
  "/admin/monitoring_devices",
  "/admin/monitoring_devices?open=1",
  "/admin/monitoring_devices?open=new",
  "/admin/roles?guide=start",
  "/admin/gardens?guide=gardens",
  "/admin/roles?me=rights",
];
/** Names of people stand as they were written, in whatever letters. */
const holdsPeople =
  /\/admin\/users|\/admin\/process\?open|view=employees|me=rights|\/admin\/violation\?open/;

/** Letters that a language does not have. */
const foreign = {
  ru: /[ғӣқӯҳҷəğışçöü]/i,
  tg: /[ыщцьəğış]/i,
  az: /[а-яёғӣқӯҳҷ]/i,
  en: /[а-яёғӣқӯҳҷəğış]/i,
} as const;

/** The screen's words, without what is marked as another language and without the languages' own names. */
async function ownWords(page: Page): Promise<string> {
  const words = await page.locator("body").evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const other of copy.querySelectorAll("[lang]")) other.remove();
    return copy.textContent ?? "";
  });
  return words.replace(/Тоҷикӣ|Русский|English|Azərbaycanca/g, " ");
}

export interface Walk {
  language: Language;
  theme: "light" | "dark";
  width: number;
  height: number;
}

/** A product and a browser for the tests of a file. */
export function forWalks() {
  const at: { product?: Product; browser?: Browser } = {};
  beforeAll(async () => {
    [at.product, at.browser] = await Promise.all([startProduct(), openBrowser()]);
  });
  afterAll(async () => {
    await at.browser?.close();
    await at.product?.stop();
  });
  return at as { product: Product; browser: Browser };
}

/** Looks at every screen: its own letters, nothing left out of a text, nothing cut off, no finding of axe. */
export async function walkScreens(
  { product, browser }: { product: Product; browser: Browser },
  walk: Walk,
) {
  const { language } = walk;
  const { page, context, complaints } = await visit(browser, product, walk);
  await page.goto(`${product.address}/auth`);
  await settled(page);
  await expectAccessible(page, `${language} /auth`);
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  for (const screen of screens) {
    // What lies over any screen is looked at on a page of its own.
    if (/[?](guide|me)=/.test(screen)) {
      await page.goto(product.address + screen);
      await settled(page);
    } else await openScreen(page, screen);
    const what = `${language} ${screen}`;
    const text = await page.locator("body").innerText();
    expect(text.length, what).toBeGreaterThan(20);
    expect(text, what).not.toMatch(/\b[a-z]+:[a-z_]+\b(?!\/)|\{\w+\}|undefined|NaN/);
    const words = holdsPeople.test(screen) ? "" : await ownWords(page);
    expect(words.match(foreign[language])?.[0], `${what}: ${words}`).toBeUndefined();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow, `${what}: cut off or scrolling sideways`).toBeLessThanOrEqual(0);
    await expectAccessible(page, what);
  }
  expect(complaints).toEqual([]);
  await context.close();
}

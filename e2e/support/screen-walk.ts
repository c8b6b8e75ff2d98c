/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Every screen in four languages, light and dark, wide and narrow: right letters, no violation of axe, nothing cut off. */
import type { Language } from "@nihol/contract/values/languages";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { signIn, visit } from "./browser.ts";
import { chooseLanguage } from "./choose-language.ts";
import { adminEmail, type Client } from "./client.ts";
import { openScreen, settled, settledWords } from "./settled.ts";

const languages = ["tg", "ru", "en", "az"] as const satisfies readonly Language[];

const screens = [
  "/admin",
  "/admin/home",
  "/admin/gardens",
  "/admin/gardens?open=1",
  "/admin/gardens?open=new",
  "/admin/garden_notes",
  "/admin/garden_notes?open=1",
  "/admin/garden_notes?open=new",
  "/admin/tree_task",
  "/admin/tree_task?view=board",
  "/admin/tree_task?view=calendar",
  "/admin/tree_task?open=1",
  "/admin/tree_task?open=new",
  "/admin/verdicts?open=10",
  "/field",
  "/field?task=9",
  "/field?task=1&add=report",
  "/admin/tree_type?open=1",
  "/admin/tree_type?open=new",
  "/admin/process",
  "/admin/process?open=1",
  "/admin/process?view=uploads",
  "/admin/process?view=dates&open=1",
  "/admin/imagery_source",
  "/admin/imagery_source?open=1",
  "/admin/imagery_source?open=new",
  "/admin/image_processing_ai",
  "/admin/image_processing_ai/1",
  "/admin/image_processing_ai/1/1",
  "/admin/image_processing_ai/1/calibration",
  "/admin/image_processing_ai/1/conflicts",
  "/admin/image_processing_ai/1/opinions",
  "/admin/image_processing_ai/agreement?by=person",
  "/admin/image_compare",
  "/admin/image_compare?garden=1&mode=side&state=lost",
  "/admin/image_compare?garden=1&mode=lapse",
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
  "/admin/audit_log?open=1",
  "/admin/operations",
  "/admin/monitoring_devices",
  "/admin/monitoring_devices?open=1",
  "/admin/monitoring_devices?open=new",
  "/admin/alert",
  "/admin/alert?open=1",
  "/admin/alert?view=rules",
  "/admin/alert?view=rules&open=1",
  "/admin/alert?view=rules&open=new",
  "/admin/roles?guide=start",
  "/admin/gardens?guide=gardens",
  "/admin/roles?me=rights",
];
/** Names of people stand as they were written, in whatever letters. */
const holdsPeople =
  /\/admin\/users|\/admin\/process\?open|view=employees|me=rights|\/admin\/(violation|verdicts|alert)\?open/;

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

type Theme = "light" | "dark";

/** Where every screen is seen, CSS pixels. */
const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
export const sizes = [desk, phone] as const;
export type Size = (typeof sizes)[number];

/** Where a walk stands: languages, themes and sizes come in turn, so each screen is loaded in another one. */
export interface Stage {
  page: Page;
  language: Language;
  theme: Theme;
  size: Size;
}

async function switchLanguage(stage: Stage, language: Language): Promise<void> {
  await chooseLanguage(stage.page, language);
  stage.language = language;
}

/** Chooses the other theme as the theme's menu does. */
async function switchTheme(stage: Stage): Promise<void> {
  stage.theme = stage.theme === "light" ? "dark" : "light";
  await stage.page.evaluate((chosen) => {
    localStorage.setItem("theme", chosen);
    dispatchEvent(new Event("nihol-theme"));
  }, stage.theme);
  await settledWords(stage.page);
}

/** Makes the window as wide as the other size, without a load. */
async function switchSize(stage: Stage): Promise<void> {
  stage.size = stage.size === sizes[0] ? sizes[1] : sizes[0];
  await stage.page.setViewportSize(stage.size);
  await settledWords(stage.page);
}

/** The screen's words: its own letters, no name of a text, nothing left out of a text, nothing cut off. */
async function expectReadable({ page, language, size }: Stage, screen: string): Promise<void> {
  const what = `${language} ${size.width} ${screen}`;
  const text = await page.locator("body").innerText();
  expect(text.length, what).toBeGreaterThan(20);
  expect(text, what).not.toMatch(/\b[a-z]+:[a-z_]+\b(?!\/)|\{\w+\}|undefined|NaN/);
  const words = holdsPeople.test(screen) ? "" : await ownWords(page);
  expect(words.match(foreign[language])?.[0], `${what}: ${words}`).toBeUndefined();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow, `${what}: cut off or scrolling sideways`).toBeLessThanOrEqual(0);
}

const next = (language: Language) =>
  languages[(languages.indexOf(language) + 1) % languages.length] as Language;

/** The screen in its present size: on a phone, where words are cut off first, it is read in all languages. */
async function inspectSize(stage: Stage, screen: string): Promise<void> {
  await expectReadable(stage, screen);
  const others = stage.size === phone ? languages.length - 1 : 0;
  for (let n = 0; n < others; n++) {
    await switchLanguage(stage, next(stage.language));
    await expectReadable(stage, screen);
  }
  await expectNoFault(stage, screen);
}

/**
 * The screen that is shown: its words in all languages on a phone and in one on a desk, and every rule of axe in both
 * sizes, light in one and dark in the other. The next screen is loaded in the size where this one ends, and has the
 * themes the other way round.
 */
export async function inspect(stage: Stage, screen: string): Promise<void> {
  await inspectSize(stage, screen);
  await switchTheme(stage);
  await switchSize(stage);
  await inspectSize(stage, screen);
  await switchTheme(stage);
  // Otherwise desks would be read in the same two languages from screen to screen.
  if (stage.size === desk) await switchLanguage(stage, next(stage.language));
}

const expectNoFault = ({ page, language, theme, size }: Stage, screen: string): Promise<void> =>
  expectAccessible(page, `${language} ${theme} ${size.width} ${screen}`);

/** Checks every screen, loaded once and then shown in each language and theme in its place. */
export async function walkScreens(product: Client, browser: Browser): Promise<void> {
  const begun = { language: languages[0], theme: "light", size: sizes[0] } as const;
  const look = { ...begun, ...begun.size };
  const { page, context, complaints } = await visit(browser, product, look, "/auth");
  const stage: Stage = { page, ...begun };
  await settled(page);
  await inspect(stage, "/auth");
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  // The language that this browser was opened in: it was chosen here, and the account's gives way to it.
  await switchLanguage(stage, begun.language);
  for (const screen of screens) {
    // Dialogs that lie over any screen (guide, profile) are checked on a page that is loaded anew.
    if (/[?](guide|me)=/.test(screen)) {
      await page.goto(product.address + screen);
      await settled(page);
    } else await openScreen(page, screen);
    await inspect(stage, screen);
  }
  expect(complaints).toEqual([]);
  await context.close();
}

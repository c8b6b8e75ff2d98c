/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** Every screen in four languages, light and dark, wide and 360 px: right letters, no finding of axe, nothing cut off. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible, openBrowser, signIn, visit } from "./browser.ts";
import { adminEmail, type Product, startProduct, until } from "./product.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await until("the demonstration's pictures are read", async () => {
    const { body } = await product.api(adminEmail, "GET", "/satellite-imagery?status=completed");
    return (body as { count: number }).count === 2 ? true : undefined;
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

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

async function settled(page: Page) {
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined);
}

for (const [index, language] of (["ru", "tg", "az", "en"] as const).entries()) {
  const theme = index % 2 === 0 ? "light" : "dark";
  const narrow = index >= 2;
  test(`${language}, ${theme}, ${narrow ? "360 px" : "1440 px"}: every screen reads right and has no finding`, async () => {
    const { page, context, complaints } = await visit(browser, product, {
      language,
      theme,
      width: narrow ? 360 : 1440,
      height: narrow ? 740 : 900,
    });
    await page.goto(`${product.address}/auth`);
    await settled(page);
    await expectAccessible(page, `${language} /auth`);
    await signIn(page, adminEmail);
    await page.waitForURL(/\/admin/);
    // Signing in takes the account's language; this person chooses another.
    await product.api(adminEmail, "PATCH", "/user-profile", { language });
    await page.evaluate((chosen) => localStorage.setItem("i18nextLng", chosen), language);
    for (const screen of screens) {
      await page.goto(product.address + screen);
      await settled(page);
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
  });
}

/// <reference lib="dom" />
/** Whoever may not open the dashboard has a map of their own scope. */
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { sharedProduct } from "../support/product.ts";
import { follow, settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

type MapFrame = HTMLElement & { map: MapLibreMap };

/** Ids of the records of a source that the map was given. */
const idsOn = (page: Page, source: string) =>
  page.evaluate((name) => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    if (!map.getSource(name)) return [];
    const ids = map.querySourceFeatures(name).map(({ properties }) => Number(properties.id ?? 0));
    return [...new Set(ids.filter((id) => id > 0))].sort((a, b) => a - b);
  }, source);

/** Where the middle of the map is: latitude, longitude. */
const centerOf = (page: Page) =>
  page.evaluate(() => {
    const { lat, lng } = (document.querySelector("[data-map-idle]") as MapFrame).map.getCenter();
    return [lat.toFixed(2), lng.toFixed(2)];
  });

/** Ids of what a person's own list has. */
async function listed(email: string, path: string): Promise<number[]> {
  const { body } = await product.api(email, "GET", path);
  const { results = [] } = body as { results?: { id: number }[] };
  return results.map(({ id }) => id).sort((a, b) => a - b);
}

test.each(["inspector@nihol.example", "brigade@nihol.example", "viewer@nihol.example"])(
  "%s finds a place and sees on its map what their lists show, and nothing else",
  async (email) => {
    const { page, context, complaints } = await enter(browser, product, email, "/admin/home");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("Хуҷанд");
    await page.getByRole("option", { name: "Khujand", exact: true }).click();
    await page.waitForURL(/\/admin\/home\?view=map&at=40\./);
    await settled(page);
    // The map that is open goes on to the next place.
    await follow(page, "/admin/home?view=map&at=38.53,68.6,12");
    await expect.poll(() => centerOf(page)).toEqual(["38.53", "68.60"]);
    await settled(page);
    const gardens = await listed(email, "/garden?page_size=100");
    await expect
      .poll(async () => {
        const shown = await idsOn(page, "garden-dots");
        return shown.every((id) => gardens.includes(id)) && shown.length > 0;
      })
      .toBe(gardens.length > 0);
    const devices = await listed(email, "/device?page_size=100");
    for (const id of await idsOn(page, "devices")) expect(devices).toContain(id);
    await expectAccessible(page, "own map");
    expect(complaints).toEqual([]);
    await context.close();
  },
);

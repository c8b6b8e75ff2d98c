/// <reference lib="dom" />
/** Names on the map of the demonstration: those that are shown, and no symbol of a record over one of them. */
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const open = (address: string) =>
  enter(browser, product, adminEmail, address, { width: 1440, height: 900 });

type MapFrame = HTMLElement & { map: MapLibreMap };

/** The names that are drawn now, by their layers. */
const namesOn = (page: Page) =>
  page.evaluate(() => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const labels = map.getStyle().layers.filter(({ id }) => /-(label|name)$/.test(id));
    const names: Record<string, string[]> = {};
    for (const { layer, properties } of map.queryRenderedFeatures({
      layers: labels.map(({ id }) => id),
    })) {
      const { largest, label, name, en } = properties;
      const text = String(largest ?? label ?? name ?? en).replace(/^\d{12}|\n.*/g, "");
      names[layer.id] = [...(names[layer.id] ?? []), text].sort();
    }
    return names;
  });

/** The layers of names that a sign lies over, with its own. */
const crossedOn = (page: Page) =>
  page.evaluate(() => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const ids = map.getStyle().layers.flatMap(({ id, type }) => (type === "symbol" ? [id] : []));
    const signs = ids.filter((id) => /^hit-|-room$/.test(id));
    const labels = ids.filter((id) => /-(label|name)$/.test(id));
    const crossed = new Set<string>();
    for (const { geometry } of map.queryRenderedFeatures({ layers: signs })) {
      if (geometry.type !== "Point") continue;
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const { x, y } = map.project([longitude, latitude]);
      // A plate is 60 pixels wide and stands up to 50 away from its place.
      for (let right = -60; right <= 60; right += 5)
        for (let down = -60; down <= 60; down += 5) {
          const at: [number, number] = [x + right, y + down];
          const [sign] = map.queryRenderedFeatures(at, { layers: signs });
          const [name] = sign ? map.queryRenderedFeatures(at, { layers: labels }) : [];
          if (sign && name) crossed.add(`${sign.layer.id} over ${name.layer.id}`);
        }
    }
    return [...crossed];
  });

const drawn = { interval: 500 };

test("the whole country has the names of its capital, its regions and its gardens", async () => {
  const { page, context, complaints } = await open("/admin");
  await expect
    .poll(() => namesOn(page), drawn)
    .toMatchObject({
      "capital-label": expect.arrayContaining(["Tashkent"]),
      // Also a region, which is called after it: one name for both.
      "region-capital-label": ["Dushanbe"],
      "region-label": expect.arrayContaining([
        "Districts of Republican Subordination",
        "Khatlon",
        "Sughd",
      ]),
      "garden-dots-name": expect.arrayContaining(["Pamir Garden", "Vakhsh Garden"]),
      "place-label": expect.arrayContaining(["Namangan", "Samarkand"]),
    });
  expect(await crossedOn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Over the garden of Hisor. */
const place = "38.5200,68.5500";

test("from afar a town, the capital, a garden and a region have one name each", async () => {
  const { page, context, complaints } = await open(`/admin?at=${place},8`);
  await expect
    .poll(() => namesOn(page), drawn)
    .toMatchObject({
      "district-capital-label": ["Dushanbe"],
      "district-namesake-label": expect.arrayContaining(["Hissar", "Tursunzade"]),
      "garden-dots-name": expect.arrayContaining(["Hisor Garden"]),
      "region-label": expect.arrayContaining(["Khatlon"]),
    });
  const names = await namesOn(page);
  const areas = ["district-label", "district-namesake-label", "place-label"].flatMap(
    (layer) => names[layer] ?? [],
  );
  // District and town are written in two ways in English.
  for (const name of [/^His+[ao]r$/, /^Tursunz[ao]d[ae]$/])
    expect(areas.filter((one) => name.test(one))).toHaveLength(1);
  expect(await crossedOn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([11, 14])("at zoom %i a town and its garden both have their names", async (zoom) => {
  const { page, context, complaints } = await open(`/admin?at=${place},${zoom}`);
  await expect
    .poll(() => namesOn(page), drawn)
    .toMatchObject({
      "district-namesake-label": ["Hissar"],
      "garden-label": ["Hisor Garden"],
      ...(zoom === 14 && { "device-name": [expect.any(String), expect.any(String)] }),
    });
  expect(await crossedOn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

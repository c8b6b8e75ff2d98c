/// <reference lib="dom" />
/** An archive of the country's own lies beneath the map, whatever public schema its layers have. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@nihol/contract/values/languages";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sample, sampleArchive } from "../../apps/web/test/map/sample-archives.ts";
import { enter, openBrowser, type VisitOptions } from "../support/browser.ts";
import { chooseLanguage } from "../support/choose-language.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), product?.stop()]));

/** The server looks for the archive when it starts. */
async function restartWith(sample: Sample) {
  await product.pause();
  await writeFile(join(product.dataDir, "basemap.pmtiles"), await sampleArchive(sample));
  await product.start();
}

const open = (options: VisitOptions) =>
  enter(browser, product, adminEmail, "/admin?at=38.3,68.6,8&layers=none", options);

type MapFrame = HTMLElement & { map: MapLibreMap };

/** Layers of the base map that are drawn, and the names that its settlements have. */
const drawnOn = (page: Page) =>
  page.evaluate(() => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const features = map.queryRenderedFeatures().filter(({ source }) => source === "base");
    const ids = new Set(features.map(({ layer }) => layer.id));
    const names = features
      .filter(({ layer }) => /^(place|capital)-label$/.test(layer.id))
      .map(({ layer }) =>
        String((layer as { layout?: Record<string, unknown> }).layout?.["text-field"]),
      );
    return { layers: [...ids], names };
  });

const drawn = { interval: 300 };

/**
 * Names of the town in each language, where it has a Tajik name without a language, a Russian and an English one: in an
 * order in which each language that is chosen changes the name.
 */
const tagged = { en: "Small Town", ru: "Городок", az: "Small Town", tg: "Городок" };

test.each([
  ["openmaptiles", tagged],
  ["protomaps", { az: tagged.az, ru: tagged.ru }],
  // Has names without a language and English ones.
  ["shortbread", { az: "Small Town", tg: "Шаҳрак" }],
] as const)(
  "water, roads and names of an archive in the schema %s are drawn, in each language as far as it has names",
  async (schema, names) => {
    await restartWith(schema);
    const spoken = Object.entries(names) as [Language, string][];
    const { page, context, complaints } = await open({ language: spoken[0]?.[0] });
    for (const [language, name] of spoken) {
      await chooseLanguage(page, language);
      await expect
        .poll(async () => (await drawnOn(page)).names, drawn)
        .toEqual(expect.arrayContaining([name]));
      const { layers } = await drawnOn(page);
      expect(layers).toEqual(
        expect.arrayContaining(["base-water", "base-river", "base-green"].concat(roadOf(schema))),
      );
    }
    expect(complaints).toEqual([]);
    await context.close();
  },
);

const roadOf = (schema: string) =>
  schema === "protomaps" ? ["base-road-small"] : ["base-road-large"];

test("an archive of images lies beneath the map, with the borders above it", async () => {
  await restartWith("raster");
  const { page, context, complaints } = await open({ sharp: true });
  await page.getByText("Survey & Co").waitFor();
  const pixel = await page.evaluate(async () => {
    const { map } = document.querySelector("[data-map-idle]") as MapFrame;
    const shot = new Promise<number[]>((found) => {
      map.once("render", () => {
        const canvas = map.getCanvas();
        const copy = document.createElement("canvas");
        [copy.width, copy.height] = [canvas.width, canvas.height];
        const paint = copy.getContext("2d");
        paint?.drawImage(canvas, 0, 0);
        found([...(paint?.getImageData(60, 300, 1, 1).data ?? [])]);
      });
    });
    map.triggerRepaint();
    return shot;
  });
  // The green of the images, with the faint ground of a region upon it.
  const [red = 0, green = 0, blue = 0] = pixel;
  expect(green - red).toBeGreaterThan(40);
  expect(green - blue).toBeGreaterThan(40);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an archive of another schema is left aside, and the panel of layers says so in every language", async () => {
  await restartWith("unknown");
  const said = {
    en: /are of no known schema/,
    ru: /не относятся ни к одной известной схеме/,
    tg: /схемаи маълум/,
    az: /tanınan sxemlərin/,
  };
  const { page, context, complaints } = await open({ language: "en", width: 1600 });
  for (const [language, words] of Object.entries(said) as [Language, RegExp][]) {
    await chooseLanguage(page, language);
    expect(await page.getByRole("note").filter({ hasText: words }).innerText()).toMatch(/parcels/);
    // The panel's own lies there in its place.
    await settled(page);
    await expect
      .poll(async () => (await drawnOn(page)).layers, drawn)
      .toEqual(expect.arrayContaining(["base-road"]));
  }
  expect(complaints).toEqual([]);
  await context.close();
  await rm(join(product.dataDir, "basemap.pmtiles"));
});

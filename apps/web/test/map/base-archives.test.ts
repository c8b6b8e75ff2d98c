/** The archives of the base map, as the panel reads them: by ranges. */
import { open, stat } from "node:fs/promises";
import { VectorTile } from "@mapbox/vector-tile";
import { languages } from "@nihol/contract/values/languages";
import { PbfReader } from "pbf";
import { PMTiles, type Source, TileType } from "pmtiles";
import { expect, test } from "vitest";

const pathOf = (name: string) => new URL(`../../public/basemap/${name}.pmtiles`, import.meta.url);

function archive(name: string): PMTiles {
  const source: Source = {
    getKey: () => name,
    async getBytes(offset, length) {
      await using file = await open(pathOf(name));
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    },
  };
  return new PMTiles(source);
}

/** Layers of one tile, and the features' properties. */
async function layersOf(z: number, x: number, y: number) {
  const tile = await archive("land").getZxy(z, x, y);
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile?.data as ArrayBuffer)));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, i) => layer.feature(i).properties),
    ]),
  );
}

test("both archives together are smaller than 20 MB and reach from zoom 3 to 9 and 8", async () => {
  const sizes = await Promise.all(
    ["land", "relief"].map(async (name) => (await stat(pathOf(name))).size),
  );
  expect(sizes[0] ?? 0).toBeGreaterThan(500_000);
  expect((sizes[0] ?? 0) + (sizes[1] ?? 0)).toBeLessThan(20_000_000);
  const land = await archive("land").getHeader();
  expect(land).toMatchObject({
    minZoom: 3,
    maxZoom: 9,
    tileType: TileType.Mvt,
    minLon: 38,
    maxLat: 47,
  });
  expect(await archive("relief").getHeader()).toMatchObject({
    minZoom: 3,
    maxZoom: 8,
    tileType: TileType.Webp,
  });
});

test("around Dushanbe there are roads, rivers and settlements with names in four languages", async () => {
  const layers = await layersOf(6, 44, 24);
  expect(Object.keys(layers)).toEqual(
    expect.arrayContaining(["ground", "river", "road", "rail", "urban", "place", "lake"]),
  );
  const capital = layers.place?.find(({ en }) => en === "Dushanbe");
  expect(capital).toMatchObject({ tg: "Душанбе", az: "Düşənbə", kind: "capital" });
  for (const place of layers.place ?? [])
    for (const language of languages) expect(place[language], JSON.stringify(place)).toMatch(/\S/);
});

test("a settlement of Tajikistan or Azerbaijan has the letters of each language and today's name", async () => {
  // Dushanbe to the Panj; the Kura lowland.
  const places = [(await layersOf(6, 44, 24)).place, (await layersOf(6, 40, 24)).place].flatMap(
    (one) => one ?? [],
  );
  const named = places.map(({ en }) => en);
  expect(named).toEqual(expect.arrayContaining(["Bokhtar", "Ganja", "Baku"]));
  expect(named).not.toContain("Moskovskiy");
  for (const { tg, az } of places) {
    expect(tg).not.toMatch(/[ыщцьЫЩЦ]/);
    expect(az).not.toMatch(/[А-я]/);
  }
});

test("the Aral Sea of fifty years ago is left out", async () => {
  const { lake_more = [] } = await layersOf(5, 21, 11);
  expect(lake_more.filter(({ minzoom }) => minzoom === 4)).toEqual([]);
});

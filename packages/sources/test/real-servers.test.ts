/** Tests that servers which we did not write are understood. */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { sharp } from "@nihol/vision/native/image-library";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFetcher, type SourceFetcher } from "../src/fetch/source-fetcher.ts";
import type { SourceProblem } from "../src/fetch/source-problem.ts";
import { findOffers } from "../src/find-offers.ts";
import { readWmts } from "../src/kinds/wmts.ts";
import { planFetch } from "../src/plan-fetch.ts";
import { understandSource } from "../src/understand-source.ts";
import { startImageServers } from "./image-servers.ts";
import { days, servedBbox } from "./served-place.ts";

let servers: Awaited<ReturnType<typeof startImageServers>>;
let fetcher: SourceFetcher;
beforeAll(async () => {
  servers = await startImageServers({ wmts: true });
  fetcher = openFetcher({ allowed: { hosts: [], inside: servers.inside } });
});
afterAll(async () => {
  fetcher?.close();
  await servers?.close();
});

const settings = (
  given: Partial<SourceSettings> & Pick<SourceSettings, "kind" | "address">,
): SourceSettings => ({
  date_format: "YYYY-MM-DD",
  layer: "",
  asset: "",
  max_zoom: 18,
  gsd_m: 0.5,
  ...given,
});
const understand = (given: Parameters<typeof settings>[0], day = "2026-05-17") =>
  understandSource(settings(given), fetcher, { place: servedBbox, day });
const refusal = (given: Parameters<typeof settings>[0]) =>
  understand(given).then(
    () => undefined,
    ({ reason }: SourceProblem) => reason,
  );
/** The colour in the middle, to tell the days apart. */
async function middleOf(bytes: Buffer | undefined): Promise<number[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return [...data.subarray(at, at + 3)];
}
const isOf = (colour: readonly number[], day: keyof typeof days) =>
  colour.every((value, band) => Math.abs(value - (days[day][band] ?? 0) - 5) <= 8);

test("MapServer's WMS: layers, days, and the image of a day", async () => {
  const found = await understand({ kind: "wms", address: servers.wms, layer: "orto" });
  expect(found).toMatchObject({
    layer: "orto",
    dates: ["2026-06-20", "2026-05-17"],
    hasDate: true,
    gsdM: 0.5,
    format: "image/png",
  });
  expect(found.layers).toEqual(expect.arrayContaining(["orto", "plain"]));
  expect(isOf(await middleOf(found.image?.bytes), "2026-06-20")).toBe(true);
});

test("MapServer's tiles by number", async () => {
  const found = await understand({ kind: "xyz", address: servers.xyz });
  expect(found).toMatchObject({ maxZoom: 18, hasDate: false, format: "png" });
  expect(found.gsdM).toBeCloseTo(0.467, 2);
  expect(isOf(await middleOf(found.image?.bytes), "2026-05-17")).toBe(true);
});

test("MapProxy's WMTS: layer, matrix set, and a tile", async () => {
  const found = await understand({ kind: "wmts", address: servers.wmts });
  expect(found).toMatchObject({ layers: ["orto"], layer: "orto", dates: [], format: "image/png" });
  expect(found.matrixSet).toMatch(/webmercator/i);
  expect(isOf(await middleOf(found.image?.bytes), "2026-05-17")).toBe(true);
});

test("MapProxy's WMTS with days: those that it lists, and the tile of the day that is asked for", async () => {
  const given = { kind: "wmts", address: servers.wmtsDays } as const;
  const found = await understand(given);
  expect(found).toMatchObject({
    layer: "days",
    dates: ["2026-06-20", "2026-05-17"],
    hasDate: true,
  });
  const server = await readWmts(settings(given), fetcher);
  const [west, south, east, north] = servedBbox;
  const { x, y } = tileOf((west + east) / 2, (south + north) / 2, 18);
  for (const day of ["2026-06-20", "2026-05-17"] as const) {
    const address = server.addressOf(18, x, y, day);
    const { bytes } = await fetcher.get(address, { kind: "image", maxBytes: 1e6 });
    expect([day, isOf(await middleOf(bytes), day)]).toEqual([day, true]);
  }
  const offers = await findOffers(settings(given), fetcher, {
    ...{ area: servedBbox, after: null, known: ["2026-06-20"], max: 3 },
  });
  expect(offers.map(({ day }) => day)).toEqual(["2026-05-17"]);
});

test("a static catalogue on lighttpd: its captures with their days and bands", async () => {
  const found = await understand({ kind: "stac", address: servers.stac });
  expect(found).toMatchObject({
    title: "Drawn place",
    layers: ["orto"],
    dates: ["2026-06-20", "2026-05-17"],
    bands: ["red", "green", "blue"],
    gsdM: 0.5,
    captures: 2,
    image: { format: "png" },
  });
});

test("a catalogue without small images shows one out of its file, and says what would be read", async () => {
  const bare: SourceFetcher = {
    ...fetcher,
    get: async (address, expected, signal) => {
      const answer = await fetcher.get(address, expected, signal);
      if (expected.kind !== "json") return answer;
      const text = answer.bytes.toString("utf8").replaceAll('"thumbnail"', '"other"');
      return { ...answer, bytes: Buffer.from(text) };
    },
  };
  const given = settings({ kind: "stac", address: servers.stac });
  const found = await understandSource(given, bare, { place: servedBbox, day: "2026-05-17" });
  expect(found.image?.format).toBe("png");
  expect(isOf(await middleOf(found.image?.bytes), "2026-06-20")).toBe(true);
  const [west, south, east, north] = servedBbox;
  const half: typeof servedBbox = [west, south, (west + east) / 2, north];
  const planned = (area: typeof servedBbox, day: string | null = "2026-05-17") =>
    planFetch(given, bare, { area, day });
  const [all, part] = [await planned(servedBbox), await planned(half)];
  expect(all.pieces).toBeGreaterThan(0);
  expect(all.bytes).toBeGreaterThan(1000);
  expect((part.bytes ?? 0) / (all.bytes ?? 1)).toBeCloseTo(0.5, 1);
  expect(isOf(await middleOf(all.image?.bytes), "2026-05-17")).toBe(true);
  // Before a day is chosen nothing of a file is asked for.
  expect(await planned(servedBbox, null)).toMatchObject({ pieces: null, bytes: null, image: null });
});

test.each([
  ["a layer that is not there", { kind: "wms", layer: "nothing" }, "wms", "source_layer"],
  ["another kind of server", { kind: "wms" }, "wmts", "source_not_wms"],
  ["a server's map taken for a catalogue", { kind: "stac" }, "wms", "source_not_json"],
  ["an asset that no item has", { kind: "stac", asset: "nir" }, "stac", "source_asset"],
] as const)("%s is named with what there is", async (_, given, at, code) => {
  expect(await refusal({ ...given, address: servers[at] })).toMatchObject({ code });
});

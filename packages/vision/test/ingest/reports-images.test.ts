/**
 * Images that a look at the program found misread: bands of drawn copies, and the real ones where their folder is there.
 * Crowns and ground of drawn copies: `apps/worker/test/cli/reported-images.test.ts`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inspectImage } from "../../src/ingest/ingest.ts";
import { paintedTiff, temporaryFolder, translate } from "./geotiff-fixtures.ts";

const reports = resolve(import.meta.dirname, "../../../../../shared/data/reports-3");
const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A painted image with a band for each name; of four the first three are called red, green and blue. */
async function withNames(...names: string[]): Promise<string> {
  const at = (name: string) => join(folder.path, name);
  const [drawn, view, to] = [at("drawn.tif"), at("names.vrt"), at("names.tif")];
  await paintedTiff(drawn, 200, 150, 4);
  const bands = names.flatMap((_, i) => ["-b", String((i % 4) + 1)]);
  const undefinedAfter = (...first: string[]) =>
    names.map((_, i) => first[i] ?? "undefined").join(",");
  const called =
    names.length === 4 ? undefinedAfter("red", "green", "blue") : undefinedAfter("gray");
  translate(["-of", "VRT", ...bands, "-colorinterp", called, drawn, view]);
  let n = 0;
  const named = readFileSync(view, "utf8").replace(
    /(<VRTRasterBand[^>]*>)/g,
    (head) => `${head}<Description>${names[n++]}</Description>`,
  );
  writeFileSync(view, named);
  translate([view, to]);
  return to;
}

test.each([
  [["b1", "b2", "b3", "b4"], { red: 1, green: 2, blue: 3, nir: 4 }, 0],
  [["Blue", "Green", "Red", "NIR"], { red: 3, green: 2, blue: 1, nir: 4 }, 2],
  [
    ["Deep blue", "Blue", "Green", "Red", "Red edge", "NIR"],
    { red: 4, green: 3, blue: 2, nir: 6, alpha: null },
    0,
  ],
])("bands called %s", async (names, roles, asked) => {
  const facts = await inspectImage(await withNames(...names));
  expect(facts.roles).toMatchObject(roles);
  expect(facts.readings ?? []).toHaveLength(asked);
});

const real = [
  ["img-0-plain-utm", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-1-rotated-30", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-2-south-up", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-4-compound-crs", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-5-pulkovo-28412", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-7-alpha-in-jpeg-white-collar", { red: 1, green: 2, blue: 3, nir: null, alpha: 4 }],
  ["img-8-trees-under-alpha-0", { red: 1, green: 2, blue: 3, nir: null, alpha: 4 }],
  ["img-9-nodata-0-blue-zero-in-crowns", { red: 1, green: 2, blue: 3, nir: null, alpha: null }],
  ["img-10-deep-blue-first", { red: 4, green: 3, blue: 2, nir: 6, alpha: null }],
  ["img-14-rgbn-described-b1-to-b4", { red: 1, green: 2, blue: 3, nir: 4, alpha: null }],
] as const;
const there = real.filter(([name]) => existsSync(`${reports}/${name}_2026-05-14.tif`));

test.each(there)("%s is read as it was drawn, and nobody is asked", async (name, roles) => {
  const facts = await inspectImage(`${reports}/${name}_2026-05-14.tif`);
  expect(facts.roles).toMatchObject(roles);
  expect(facts.readings).toBeUndefined();
  expect(facts.captureDate?.date).toBe("2026-05-14");
});

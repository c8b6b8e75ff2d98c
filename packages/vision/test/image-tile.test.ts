import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectImage } from "../src/ingest/ingest.ts";
import { makeCog } from "../src/raster/cog.ts";
import { openRaster, type Raster } from "../src/raster/raster.ts";
import { renderImageTile } from "../src/render/image-tile.ts";
import { makeShard, planShards, type ShardPlan } from "../src/render/shard.ts";
import { type OpenShard, openShard, openShardFile, shardOfTile } from "../src/render/shard-tile.ts";
import { paintedTiff, temporaryFolder } from "./ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe("map tiles of an image", () => {
  let raster: Raster;
  let plan: ShardPlan;
  let shard: OpenShard;
  const target = join(folder.path, "shard.tif");
  const tiles: [z: number, x: number, y: number][] = [];

  beforeAll(async () => {
    const [source, cog] = [join(folder.path, "a.tif"), join(folder.path, "cog.tif")];
    await paintedTiff(source, 1300, 900, 3);
    const { facts } = await makeCog(source, cog, await inspectImage(source));
    raster = await openRaster(cog, facts);
    plan = planShards(facts);
    const [first] = plan.shards;
    if (!first) throw new Error("no shard");
    await makeShard(raster, first, target);
    shard = await openShardFile(target, first);
    for (let x = first.bx * 32; x < first.bx * 32 + 32; x++) {
      for (let y = first.by * 32; y < first.by * 32 + 32; y++)
        if (await shard.tile(plan.zoom, x, y)) tiles.push([plan.zoom, x, y]);
    }
  });
  afterAll(() => shard?.close());

  test("shards begin at the zoom nearest the image's own pixels", () => {
    expect(plan).toMatchObject({ zoom: 18, minZoom: 13 });
  });

  test("stored tiles are WebP of 256 px", async () => {
    expect(tiles.length).toBeGreaterThan(4);
    const [z, x, y] = tiles[0] ?? [0, 0, 0];
    expect(await sharp(await shard.tile(z, x, y)).metadata()).toMatchObject({
      format: "webp",
      width: 256,
      height: 256,
    });
  });

  test("tiles made on demand agree with the stored ones, colour and outline", async () => {
    for (const [z, x, y] of tiles.slice(0, 8)) {
      const difference = await compare(
        await shard.tile(z, x, y),
        await renderImageTile(raster, z, x, y),
      );
      expect(difference.colour).toBeLessThan(9);
      expect(difference.outline).toBeLessThan(330);
    }
  });

  test("every zoom of a shard has the tile above the image", async () => {
    const [z, x, y] = tiles[0] ?? [0, 0, 0];
    for (let up = 0; up <= 5; up++)
      expect(await shard.tile(z - up, x >> up, y >> up)).toBeDefined();
    expect(await shard.tile(z - 6, x >> 6, y >> 6)).toBeUndefined();
  });

  test("a tile is one read of its shard, whichever it is", async () => {
    const [first] = plan.shards;
    if (!first) throw new Error("no shard");
    const file = await readFile(target);
    let reads = 0;
    const opened = await openShard(
      {
        url: pathToFileURL(target),
        async fetch(offset, length = 16_384) {
          reads++;
          return new Uint8Array(file.subarray(offset, offset + length)).buffer;
        },
      },
      first,
    );
    reads = 0;
    for (const [z, x, y] of tiles)
      expect(await opened.tile(z, x, y)).toEqual(await shard.tile(z, x, y));
    expect(reads).toBe(tiles.length);
  });

  test("the shard of a tile is found from its address alone", () => {
    const [z, x, y] = tiles[0] ?? [0, 0, 0];
    expect(shardOfTile(plan.zoom, z, x, y)).toEqual(plan.shards[0]);
    expect(shardOfTile(plan.zoom, z - 5, x >> 5, y >> 5)).toEqual(plan.shards[0]);
    expect(shardOfTile(plan.zoom, z + 1, x * 2, y * 2)).toBeUndefined();
  });

  test("outside the image there is no tile; far above it there still is one", async () => {
    expect(await renderImageTile(raster, 18, 0, 0)).toBeUndefined();
    const [z, x, y] = tiles[0] ?? [0, 0, 0];
    expect(await renderImageTile(raster, z - 6, x >> 6, y >> 6)).toBeDefined();
    // On a map of the world the image is smaller than a pixel.
    expect(await renderImageTile(raster, 0, 0, 0)).toBeUndefined();
  });
});

/** Mean colour difference where both are image, and the number of pixels that only one calls image. */
async function compare(a: Buffer | undefined, b: Buffer | undefined) {
  const [one, two] = await Promise.all(
    [a, b].map((tile) => sharp(tile).ensureAlpha().raw().toBuffer()),
  );
  if (!one || !two) throw new Error("no tile");
  let [sum, count, outline] = [0, 0, 0];
  for (let i = 0; i < one.length; i += 4) {
    const [first, second] = [(one[i + 3] ?? 0) > 127, (two[i + 3] ?? 0) > 127];
    if (first !== second) outline++;
    if (!first || !second) continue;
    count += 3;
    for (let c = 0; c < 3; c++) sum += Math.abs((one[i + c] ?? 0) - (two[i + c] ?? 0));
  }
  return { colour: sum / Math.max(1, count), outline };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { inspectImage } from "../src/ingest/ingest.ts";
import { makeCog } from "../src/raster/cog.ts";
import { fragmentAt, fragmentGrid } from "../src/raster/fragment-grid.ts";
import {
  closeRenderPool,
  configureRenderPool,
  inspectInChild,
  reencodePhotoInChild,
  renderFragmentInChild,
  renderProcessIds,
  renderTileInChild,
} from "../src/render/render-pool.ts";
import { paintedPixels, paintedTiff, temporaryFolder } from "./ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterEach(() => configureRenderPool("photos", { maxWaiting: 50, timeoutMs: 45_000 }));
afterAll(() => {
  closeRenderPool();
  folder.remove();
});

const photo = (width: number, height: number) =>
  sharp(paintedPixels(width, height, 3), { raw: { width, height, channels: 3 } });

describe("photos", () => {
  test("come back as WebP of at most 1,600 px, without metadata; place and time are returned beside", async () => {
    const exif = {
      IFD0: { Make: "Nihol" },
      IFD2: { DateTimeOriginal: "2026:05:14 09:30:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "38/1 33/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "68/1 46/1 30/1",
        GPSHPositioningError: "125/10",
        GPSImgDirectionRef: "T",
        GPSImgDirection: "27050/100",
      },
    };
    const safe = await reencodePhotoInChild(
      await photo(2000, 1000).withExif(exif).jpeg().toBuffer(),
    );
    expect(safe).toMatchObject({ width: 1600, height: 800, takenAt: "2026-05-14T09:30:00" });
    expect(safe).toMatchObject({ gps: { errorM: 12.5 }, directionDeg: 270.5 });
    expect(safe.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(safe.gps?.lat).toBeCloseTo(38.55, 6);
    expect(safe.gps?.lon).toBeCloseTo(68.775, 6);
    const meta = await sharp(safe.webp).metadata();
    expect(meta.format).toBe("webp");
    expect(meta.exif).toBeUndefined();
  });

  test("are refused when they are something else, broken, or huge", async () => {
    const png = await photo(300, 300).png().toBuffer();
    await expect(
      reencodePhotoInChild(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ).rejects.toMatchObject({ code: "not_an_image" });
    await expect(reencodePhotoInChild(png.subarray(0, 20_000))).rejects.toMatchObject({
      code: "damaged",
    });
    await expect(reencodePhotoInChild(Buffer.alloc(10 * 1024 * 1024 + 1))).rejects.toMatchObject({
      code: "too_large",
    });
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: "#fff" },
    })
      .png()
      .toBuffer();
    await expect(reencodePhotoInChild(bomb)).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("the pool", () => {
  test("starts its process again after it was killed", async () => {
    const png = await photo(50, 50).png().toBuffer();
    await reencodePhotoInChild(png);
    const [pid] = renderProcessIds();
    process.kill(pid ?? 0, "SIGKILL");
    // The request under way, or the next one, may meet the dying process; the one after that never does.
    await reencodePhotoInChild(png).catch(() => undefined);
    await expect(reencodePhotoInChild(png)).resolves.toMatchObject({ width: 50 });
    expect(renderProcessIds()).not.toContain(pid);
  });

  test("ends what takes too long and goes on", async () => {
    const png = await photo(50, 50).png().toBuffer();
    configureRenderPool("photos", { timeoutMs: 1 });
    await expect(reencodePhotoInChild(png)).rejects.toMatchObject({ name: "RenderTimedOut" });
    configureRenderPool("photos", { timeoutMs: 45_000 });
    await expect(reencodePhotoInChild(png)).resolves.toMatchObject({ width: 50 });
  });

  test("refuses more than may wait", async () => {
    const png = await photo(50, 50).png().toBuffer();
    configureRenderPool("photos", { maxWaiting: 1 });
    const asked = [1, 2, 3, 4].map(() =>
      reencodePhotoInChild(png).then(
        () => "done",
        (error: Error) => error.name,
      ),
    );
    expect(await Promise.all(asked)).toEqual(["done", "done", "RenderBusy", "RenderBusy"]);
  });
});

describe("images in a render process", () => {
  test("are inspected, drawn as fragments and as tiles", async () => {
    const [source, path] = [join(folder.path, "a.tif"), join(folder.path, "cog.tif")];
    await paintedTiff(source, 600, 400, 3);
    expect(await inspectInChild(source)).toEqual(await inspectImage(source));
    const { facts } = await makeCog(source, path, await inspectImage(source));
    const area = fragmentAt(fragmentGrid(600, 400), 1);
    const plain = await renderFragmentInChild({ path, facts }, area, { layer: "original" });
    expect(await sharp(plain).metadata()).toMatchObject({
      format: "webp",
      width: 600,
      height: 400,
    });
    const trees = [
      {
        box: [100, 100, 200, 200] as [number, number, number, number],
        state: "not_green" as const,
      },
    ];
    const drawn = await renderFragmentInChild({ path, facts }, area, { layer: "labelled", trees });
    const { data } = await sharp(drawn).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (100 * 600 + 150) * 4;
    // #d95f02: much more red than blue, also after WebP has softened a thin line.
    expect((data[at] ?? 0) - (data[at + 2] ?? 0)).toBeGreaterThan(80);
    expect(await renderTileInChild({ path, facts }, 0, 0, 0)).toBeUndefined();
    expect(await renderTileInChild({ path, facts }, 12, 2830, 1571)).toBeDefined();
  });

  test("a refusal keeps its code on the way", async () => {
    await expect(inspectInChild(join(folder.path, "missing.tif"))).rejects.toMatchObject({
      name: "ImageRefused",
      code: "not_found",
    });
    expect(readFileSync(join(folder.path, "a.tif")).length).toBeGreaterThan(0);
  });
});

/** Photos as phones write them: HEIC, decoded by GDAL in its cage. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { HeicDamaged, readHeic } from "@nihol/geo/files/heic";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { closeRenderPool, reencodePhotoInChild } from "../src/render/render-pool.ts";
import { temporaryFolder } from "./ingest/geotiff-fixtures.ts";
import { forgedHeic } from "./ingest/heic-forge.ts";

const folder = temporaryFolder();
afterAll(() => {
  closeRenderPool();
  vi.unstubAllEnvs();
  folder.remove();
});

/** The next process of photos has another environment. */
function withEnvironment(name: string, value: string): void {
  closeRenderPool();
  vi.stubEnv(name, value);
}

const good = join(import.meta.dirname, "../../../../shared/data/real/uploads/good");
/** Names that programs give the format at the head of a file. */
const drawn = ["heic", "heix", "mif1"].map((brand) => ({
  name: `drawn, called ${brand}`,
  read: () => forgedHeic({ brand }),
  size: [96, 64],
}));
/** Real files, where they are at hand. */
const real = (existsSync(good) ? ["exifr__heic-single", "filetype__fixture-mif1"] : []).map(
  (name) => ({
    name: `${name}.heic`,
    read: () => readFileSync(join(good, `${name}.heic`)),
    size: [1440, 960],
  }),
);
const places = {
  IFD0: { Make: "Nihol", Orientation: "6" },
  IFD2: { DateTimeOriginal: "2026:05:14 09:30:00" },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "38/1 33/1 0/1",
    GPSLongitudeRef: "E",
    GPSLongitude: "68/1 46/1 30/1",
    GPSImgDirection: "27050/100",
  },
};

/** The blocks that a JPEG of a phone would have. */
async function blocks() {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2a7" } })
    .withExif(places)
    .withIccProfile("p3")
    .jpeg()
    .toBuffer();
  const { exif, icc } = await sharp(jpeg).metadata();
  if (!exif || !icc) throw new Error("no blocks");
  return { exif, profile: icc };
}

async function colourAt(webp: Buffer, left: number, top: number): Promise<number[]> {
  const one = sharp(webp).extract({ left, top, width: 1, height: 1 });
  return [...(await one.removeAlpha().raw().toBuffer())];
}
function rubbish(): Buffer {
  const heic = forgedHeic();
  return heic.fill(0x5a, heic.indexOf("mdat") + 4);
}
const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 150 && g < 90 && b < 90;

describe("a HEIC photo", () => {
  test("comes back as WebP without metadata; day, place and direction are returned beside", async () => {
    const { exif } = await blocks();
    const safe = await reencodePhotoInChild(forgedHeic({ exif }));
    expect(safe).toMatchObject({ width: 96, height: 64, takenAt: "2026-05-14T09:30:00" });
    expect(safe.gps?.lat).toBeCloseTo(38.55, 6);
    expect(safe.gps?.lon).toBeCloseTo(68.775, 6);
    expect(safe.directionDeg).toBe(270.5);
    const { format, exif: kept } = await sharp(safe.webp).metadata();
    expect([format, kept]).toEqual(["webp", undefined]);
    expect(isRed(await colourAt(safe.webp, 3, 3))).toBe(true);
  });

  test.each([
    [1, [3, 92]],
    [2, [92, 60]],
    [3, [60, 3]],
  ])(
    "is turned as its boxes say, whatever its EXIF block says: %i",
    async (turns, [x = 0, y = 0]) => {
      const { exif } = await blocks();
      const safe = await reencodePhotoInChild(forgedHeic({ exif, turns }));
      expect([safe.width, safe.height]).toEqual(turns === 2 ? [96, 64] : [64, 96]);
      expect(isRed(await colourAt(safe.webp, x, y))).toBe(true);
    },
  );

  test("keeps its colours: those of a wide profile are told in the usual one", async () => {
    const { profile } = await blocks();
    const [plain, wide] = await Promise.all(
      [forgedHeic(), forgedHeic({ profile })].map(async (heic) =>
        colourAt((await reencodePhotoInChild(heic)).webp, 60, 30),
      ),
    );
    // The same numbers are a stronger green in Display P3.
    expect((wide?.[0] ?? 0) + 8).toBeLessThan(plain?.[0] ?? 0);
  });

  test.each([...drawn, ...real])("of another program is read: $name", async ({ read, size }) => {
    const safe = await reencodePhotoInChild(read());
    expect([safe.width, safe.height]).toEqual(size);
  });
});

describe("a file that only looks like a HEIC photo", () => {
  test.each([
    ["cut in its pixels", () => forgedHeic().subarray(0, -200), "damaged"],
    ["cut in its boxes", () => forgedHeic().subarray(0, 160), "damaged"],
    ["with the first box alone", () => forgedHeic().subarray(0, 24), "damaged"],
    ["claiming 50,000 by 50,000 pixels", () => forgedHeic({ size: [50_000, 50_000] }), "too_large"],
    ["without a size", () => forgedHeic({ size: [0, 0] }), "damaged"],
    ["with its pixels in another file", () => forgedHeic({ dataReference: 1 }), "damaged"],
    ["AVIF", () => forgedHeic({ brand: "avif", coding: "av01" }), "not_an_image"],
    ["AVIF under the name of HEIC", () => forgedHeic({ coding: "av01" }), "not_an_image"],
    ["rubbish where the pixels are", () => rubbish(), "damaged"],
  ])("is refused: %s", async (_, make, code) => {
    await expect(reencodePhotoInChild(make())).rejects.toMatchObject({ code });
  });

  test("leaves no file behind", async () => {
    const temporary = join(folder.path, "temporary");
    mkdirSync(temporary);
    withEnvironment("TMPDIR", temporary);
    await reencodePhotoInChild(forgedHeic());
    await reencodePhotoInChild(rubbish()).catch(() => undefined);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("is told apart from a photo that this GDAL cannot read for want of its driver", async () => {
    const programs = join(folder.path, "programs");
    mkdirSync(programs);
    const placeOf = (name: string) =>
      execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    // Without a cage, in which the changed program would not be seen.
    for (const name of ["env", "grep", "nice", "gdal_translate"])
      symlinkSync(placeOf(name), join(programs, name));
    const script = `#!/bin/sh\n"${placeOf("gdalinfo")}" "$@" | grep -v HEIF\n`;
    writeFileSync(join(programs, "gdalinfo"), script, { mode: 0o755 });
    withEnvironment("PATH", programs);
    await expect(reencodePhotoInChild(forgedHeic())).rejects.toMatchObject({
      code: "gdal_missing",
    });
    const jpeg = sharp({ create: { width: 8, height: 8, channels: 3, background: "#2a7" } }).jpeg();
    expect((await reencodePhotoInChild(await jpeg.toBuffer())).width).toBe(8);
  });

  test("ends in no other error, whichever byte is wrong", async () => {
    const heic = forgedHeic({ exif: (await blocks()).exif });
    for (let at = 0; at < heic.length; at++)
      for (const value of [0, 1, 0x7f, 0xff]) {
        const changed = Buffer.from(heic);
        changed[at] = value;
        try {
          readHeic(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(HeicDamaged);
        }
      }
  });
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { forgedHeic } from "../../../packages/vision/test/ingest/heic-forge.ts";
import { readPhotoMetadata } from "../src/features/field/work/photo-metadata.ts";

const taken = {
  IFD2: { DateTimeOriginal: "2026:05:14 09:30:00" },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "38/1 33/1 0/1",
    GPSLongitudeRef: "E",
    GPSLongitude: "68/1 46/1 30/1",
    GPSImgDirection: "27050/100",
  },
};

const bytesOf = (photo: Buffer) => new Uint8Array(photo).buffer;

test("a phone reads the same from a JPEG and from a HEIC photo", async () => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#2a7" } })
    .withExif(taken)
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(jpeg).metadata();
  if (!exif) throw new Error("no block");
  const read = await readPhotoMetadata(bytesOf(jpeg));
  expect(read).toMatchObject({ takenAt: "2026-05-14T09:30:00", directionDeg: 270.5 });
  expect(read.latitude).toBeCloseTo(38.55, 6);
  expect(await readPhotoMetadata(bytesOf(forgedHeic({ exif })))).toEqual(read);
});

test("a HEIC photo without metadata, or one that is cut, yields nothing", async () => {
  for (const photo of [forgedHeic(), forgedHeic().subarray(0, 200)])
    expect(await readPhotoMetadata(bytesOf(photo))).toEqual({});
});

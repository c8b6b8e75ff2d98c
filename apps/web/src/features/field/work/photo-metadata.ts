/** Metadata that a photo holds of itself, read on the phone; the server reads it again from the file. */
import { HeicDamaged, isHeic, readHeic } from "@nihol/geo/files/heic";
import { cameraMoment } from "@nihol/geo/tiff/capture-date";
import exifr from "exifr/dist/mini.esm.mjs";
import type { PhotoMetadata } from "../queue/entry.ts";

/** Tags of EXIF by their numbers (CIPA DC-008): this build of the library has no names for them. */
const tag = { takenAt: 36867, direction: 17, errorM: 31 } as const;

const numberOf = (value: unknown, max: number) =>
  typeof value === "number" && Math.abs(value) <= max ? value : undefined;

/** The library reads JPEG alone: of a HEIC photo it is handed the EXIF block as a JPEG would carry it. */
function asJpeg(bytes: ArrayBuffer): ArrayBuffer {
  const exif = exifOfHeic(new Uint8Array(bytes));
  const name = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const length = (exif?.length ?? 0) + name.length + 2;
  if (!exif || length > 0xffff) return bytes;
  const start = [0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, ...name];
  const jpeg = new Uint8Array(start.length + exif.length + 2);
  jpeg.set(start);
  jpeg.set(exif, start.length);
  jpeg.set([0xff, 0xd9], start.length + exif.length);
  return jpeg.buffer;
}

function exifOfHeic(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return isHeic(bytes) ? readHeic(bytes)?.exif : undefined;
  } catch (error) {
    // The server says so of the photo itself.
    if (error instanceof HeicDamaged) return undefined;
    throw error;
  }
}

/** Reads the metadata; nothing of a file that has none or is broken. */
export async function readPhotoMetadata(bytes: ArrayBuffer): Promise<PhotoMetadata> {
  const wanted = { tiff: true, exif: true, gps: true, reviveValues: false };
  const found = await exifr.parse(asJpeg(bytes), wanted).catch(() => undefined);
  if (!found) return {};
  return {
    takenAt: cameraMoment(String(found[tag.takenAt] ?? "")),
    latitude: numberOf(found.latitude, 90),
    longitude: numberOf(found.longitude, 180),
    errorM: numberOf(found[tag.errorM], 1e6),
    directionDeg: numberOf(found[tag.direction], 360),
  };
}

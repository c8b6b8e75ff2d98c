import { cameraMoment } from "@nihol/geo/tiff/capture-date";
import {
  bufferSource,
  directoryAt,
  readTiff,
  type Tiff,
  type TiffDirectory,
  tagNumber,
  tagNumbers,
  tagText,
} from "@nihol/geo/tiff/tiff";

/** Place, direction and time at which a photo was taken, by its metadata. */
export interface PhotoMetadata {
  /** WGS 84; `errorM` is the horizontal error that the receiver states, metres. */
  gps?: { lon: number; lat: number; errorM?: number };
  /** Where the camera looked: degrees clockwise from north, true or magnetic. */
  directionDeg?: number;
  /** The camera's local time (`2026-05-14T09:30:00`), without a zone. */
  takenAt?: string;
}

const EXIF = { dateTime: 306, exifDirectory: 34665, gpsDirectory: 34853, takenAt: 36867 };
const GPS = { latitude: 1, longitude: 3, direction: 17, horizontalError: 31 };

/** Place, direction and time from an EXIF block (CIPA DC-008); a broken block gives nothing. */
export async function readPhotoMetadata(exif: Buffer): Promise<PhotoMetadata> {
  try {
    const body = exif.subarray(0, 6).toString("latin1") === "Exif\0\0" ? exif.subarray(6) : exif;
    const tiff = await readTiff(bufferSource(body));
    const [main] = tiff.directories;
    if (!main) return {};
    const gps = await readGps(tiff, main);
    const takenAt = await readTakenAt(tiff, main);
    return { ...gps, ...(takenAt ? { takenAt } : {}) };
  } catch {
    return {};
  }
}

async function readTakenAt(tiff: Tiff, main: TiffDirectory): Promise<string | undefined> {
  const at = await tagNumber(tiff, main, EXIF.exifDirectory, 0);
  const original = at ? await tagText(tiff, await directoryAt(tiff, at), EXIF.takenAt) : undefined;
  return cameraMoment(original ?? (await tagText(tiff, main, EXIF.dateTime)) ?? "");
}

async function readGps(
  tiff: Tiff,
  main: TiffDirectory,
): Promise<Pick<PhotoMetadata, "gps" | "directionDeg">> {
  const at = await tagNumber(tiff, main, EXIF.gpsDirectory, 0);
  if (!at) return {};
  const gps = await directoryAt(tiff, at);
  const degrees = async (reference: number, negative: string) => {
    const [d = Number.NaN, m = 0, s = 0] = await tagNumbers(tiff, gps, reference + 1);
    const value = d + m / 60 + s / 3600;
    return (await tagText(tiff, gps, reference))?.toUpperCase() === negative ? -value : value;
  };
  const [lat, lon] = [await degrees(GPS.latitude, "S"), await degrees(GPS.longitude, "W")];
  const real = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  const [errorM] = await tagNumbers(tiff, gps, GPS.horizontalError);
  const [directionDeg] = await tagNumbers(tiff, gps, GPS.direction);
  return {
    ...(real ? { gps: { lon, lat, ...(isWithin(errorM, 1e6) ? { errorM } : {}) } } : {}),
    ...(isWithin(directionDeg, 360) ? { directionDeg } : {}),
  };
}

/** A number from 0 to `max`; 0/0 and what a broken camera writes is none. */
const isWithin = (value: number | undefined, max: number): value is number =>
  value !== undefined && value >= 0 && value <= max;

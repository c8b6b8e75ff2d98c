/** What a photo knows of itself, read on the phone; the server reads it again from the file. */
import exifr from "exifr/dist/mini.esm.mjs";

/** The day and time of the camera's clock, the place with its direction; what is missing is left out. */
export interface PhotoMetadata {
  takenAt?: string;
  latitude?: number;
  longitude?: number;
  errorM?: number;
  /** Where the camera looked: degrees clockwise from north. */
  directionDeg?: number;
}

/** Tags of EXIF by their numbers (CIPA DC-008): this build of the library has no names for them. */
const tag = { takenAt: 36867, direction: 17, errorM: 31 } as const;

const numberOf = (value: unknown, max: number) =>
  typeof value === "number" && Math.abs(value) <= max ? value : undefined;

/** `2026:05:14 09:30:00` of the camera as `2026-05-14T09:30:00`; without a zone, as the camera has it. */
function momentOf(value: unknown): string | undefined {
  const parts =
    typeof value === "string" ? /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(value) : null;
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}` : undefined;
}

/** Reads the metadata; nothing of a file that has none or is broken. */
export async function readPhotoMetadata(bytes: ArrayBuffer): Promise<PhotoMetadata> {
  const wanted = { tiff: true, exif: true, gps: true, reviveValues: false };
  const found = await exifr.parse(bytes, wanted).catch(() => undefined);
  if (!found) return {};
  return {
    takenAt: momentOf(found[tag.takenAt]),
    latitude: numberOf(found.latitude, 90),
    longitude: numberOf(found.longitude, 180),
    errorM: numberOf(found[tag.errorM], 1e6),
    directionDeg: numberOf(found[tag.direction], 360),
  };
}

/** The day, or the year alone, on which an image was taken, and what says so. */
export type CaptureDate = {
  date: string;
  precision: "day" | "year";
  basis: "file_name" | "tiff_tag";
};

const THIS_YEAR = () => new Date().getUTCFullYear();

/**
 * When an image was taken, as far as its name or its TIFF tag says. A full date in the name comes first: the tag is
 * often the day the file was written. A year alone (`riverside_2018_77.tif`) is better than nothing.
 */
export function captureDate(
  fileName: string,
  tiffDateTime: string | undefined,
): CaptureDate | null {
  const name = fileName.replace(/^.*[\\/]/, "");
  const inName = dayIn(name);
  if (inName) return { date: inName, precision: "day", basis: "file_name" };
  const tag = /^(\d{4}):(\d{2}):(\d{2})/.exec(tiffDateTime ?? "");
  const inTag = tag && validDay(tag[1], tag[2], tag[3]);
  if (inTag) return { date: inTag, precision: "day", basis: "tiff_tag" };
  const year = [...name.matchAll(/(?<!\d)((?:19|20)\d{2})(?![\dA-Za-z])/g)]
    .map((m) => Number(m[1]))
    .find((y) => y >= 1970 && y <= THIS_YEAR());
  return year ? { date: String(year), precision: "year", basis: "file_name" } : null;
}

function dayIn(name: string): string | undefined {
  for (const [, y, , m, d] of name.matchAll(
    /(?<!\d)((?:19|20)\d{2})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g,
  )) {
    const day = validDay(y, m, d);
    if (day) return day;
  }
  return undefined;
}

const dayMs = 86_400_000;

/** ISO date of a day that the calendar has, from the year `oldest` to `daysAhead` days from now; undefined otherwise. */
function validDay(y = "", m = "", d = "", oldest = 1970, daysAhead = 1): string | undefined {
  const day = `${y}-${m}-${d}`;
  const at = new Date(`${day}T00:00:00Z`);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return real && Number(y) >= oldest && at.getTime() <= Date.now() + daysAhead * dayMs
    ? day
    : undefined;
}

/** Cameras whose clock was never set write days of 1970 to 2002. */
const oldestPhoto = 2003;
/** Days: a clock that runs up to so far ahead is named as such beside the report; later days are left out. */
const clockAheadDays = 2 * 366;

/**
 * The moment of a photo as EXIF writes it (`2026:05:14 09:30:00`) as `2026-05-14T09:30:00`, on the camera's clock.
 * Undefined for a day that no calendar has (30 February), one before the clock was set, and one years to come.
 */
export function cameraMoment(exif: string): string | undefined {
  const [, y, m, d, time] =
    /^(\d{4}):(\d\d):(\d\d)[ T]((?:[01]\d|2[0-3])(?::[0-5]\d){2})/.exec(exif) ?? [];
  const day = validDay(y, m, d, oldestPhoto, clockAheadDays);
  return day && `${day}T${time}`;
}

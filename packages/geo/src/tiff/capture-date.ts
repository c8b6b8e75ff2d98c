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

function validDay(y = "", m = "", d = ""): string | undefined {
  const day = `${y}-${m}-${d}`;
  const at = new Date(`${day}T00:00:00Z`);
  const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  return real && Number(y) >= 1970 && at.getTime() <= Date.now() + 86_400_000 ? day : undefined;
}

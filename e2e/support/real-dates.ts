/** Dated images of one place: real ones where the shared data is at hand, drawn ones of the same shape where it is not. */
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "@nihol/geo/seeded-random";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";

export interface DatedImage {
  /** YYYY-MM-DD */
  day: string;
  path: string;
}

const shared = join(import.meta.dirname, "../../../shared/data/real/geotiff");
const drawnDir = () => mkdtemp(join(tmpdir(), "nihol-dates-"));

/** Fields near Turtle Lake, North Dakota, at 5 m a pixel: red, green, blue, near infrared (NAIP). */
const fieldDays = ["2009-08-18", "2014-07-20", "2020-08-31"] as const;
const fieldShape = { width: 934, height: 724, bands: 4 };
const fieldAffine = [485_900, 5, 0, 5_209_247, 0, -5] as const;
const fieldEpsg = 26914;

/** A rectangle of a kilometre by a kilometre and a quarter within all images of the fields, degrees. */
export const fieldRing: [number, number][] = [
  [-99.165, 47.015],
  [-99.152, 47.015],
  [-99.152, 47.026],
  [-99.165, 47.026],
  [-99.165, 47.015],
];

/** Fields of forty pixels, of another crop each year. */
function drawFields(year: number) {
  const { width, height, bands } = fieldShape;
  const random = seededRandom(year);
  const across = Math.ceil(width / 40);
  const colours = Array.from({ length: across * Math.ceil(height / 40) }, () => {
    const green = random();
    return [160 - 90 * green, 140 - 30 * green, 110 - 50 * green, 110 + 100 * green];
  });
  const data = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const colour = colours[Math.floor(y / 40) * across + Math.floor(x / 40)] ?? [];
      for (let band = 0; band < bands; band++)
        data[(y * width + x) * bands + band] = (colour[band] ?? 0) + 12 * random();
    }
  return { ...fieldShape, data };
}

/** Three dates of fields without single trees: what servers of images have of a place. */
export async function fieldDates(): Promise<DatedImage[]> {
  const real = fieldDays.map((day) => {
    const name = `m_4709963_se_14_1_${day.replaceAll("-", "")}.tif`;
    return { day, path: join(shared, "series-naip-nd", name) };
  });
  if (real.every(({ path }) => existsSync(path))) return real;
  const dir = await drawnDir();
  return Promise.all(
    fieldDays.map(async (day) => {
      const path = join(dir, `${day}.tif`);
      const taken = `${day.replaceAll("-", ":")} 17:00:00`;
      const pixels = drawFields(Number(day.slice(0, 4)));
      await writeFile(path, encodeGeoTiff(pixels, fieldAffine, fieldEpsg, taken));
      return { day, path };
    }),
  );
}

/** NAIP flies California in the summer; the data set says the year alone. */
const townDays = ["2016-06-14", "2018-07-22", "2020-05-20"] as const;

/** Three dates of a street with trees, 256 pixels a side at 0.6 m: red, green, blue, near infrared. */
export async function treeDates(): Promise<DatedImage[]> {
  const real = townDays.map((day) => {
    const name = `santa_monica_${day.slice(0, 4)}_31.tif`;
    return { day, path: join(shared, "pairs-naip/shared", name) };
  });
  if (real.every(({ path }) => existsSync(path))) return real;
  const dir = await drawnDir();
  return Promise.all(
    ([0, 1, 2] as const).map(async (date) => {
      const day = townDays[date];
      const path = join(dir, `${day}.tif`);
      const where = { seed: 5, lon: -118.49, lat: 34.03, size: 256, gsdMeters: 0.6 };
      const scene = drawScene({ ...where, date, taken: `${day.replaceAll("-", ":")} 18:00:00` });
      await writeFile(path, encodeScene(scene));
      return { day, path };
    }),
  );
}

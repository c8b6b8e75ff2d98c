/**
 * `npm run bench -- sizing [--trees 2000000000] [--surveys 1] [--gsd 0.3] [--gardens 100000] [--devices 50000]
 * [--every 10] [--people 2000] [--workers 1,2,4,8] [--years 5]`: what a country takes, worked out from the figures of the
 * other benches: bytes of trees, readings and images after so many years; readings and answers a second; and a year of
 * images, drawn day by day (flights in spring and autumn, on working days), that wait for so many workers of two cores:
 * how long from a file to its trees. The figures that it starts from stand at its head, each with its command. The last
 * line is JSON. Smallest: `--trees 1000000 --workers 1`.
 */
import { parseArgs } from "node:util";
import { seededRandom } from "@nihol/geo/seeded-random";

const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "2000000000" },
    surveys: { type: "string", default: "1" },
    gsd: { type: "string", default: "0.3" },
    gardens: { type: "string", default: "100000" },
    devices: { type: "string", default: "50000" },
    every: { type: "string", default: "10" },
    people: { type: "string", default: "2000" },
    workers: { type: "string", default: "1,2,4,8" },
    years: { type: "string", default: "5" },
  },
});
const number = (name: Exclude<keyof typeof values, "workers">) => Number(values[name]);

/** What was measured; docs/measured.md has the rows. */
const measured = {
  /** `npm run bench -- scale`: a tree in its table with its indexes, and in the pyramid. */
  bytesOfTree: 330,
  bytesOfTreeInPyramid: 25,
  /** `npm run bench -- readings`: a moment of four values, packed. */
  bytesOfReading: 5.6,
  /** `npm run bench -- mqtt`: messages of one value a second that one server takes, under load. */
  readingsASecond: 1400,
  /** `npm run bench -- pipeline`: pixels a second of a worker on two cores, from its file to its trees. */
  pixelsASecond: 0.76e6,
  /** `npm run bench -- scale`: answers a second of one server, mixed, on two cores with their database. */
  answersASecond: 80,
};
/** What is assumed of a country. */
const assumed = {
  treesAHectare: 400,
  /** A file as it came, and its copy for tiles, bytes a pixel. */
  bytesOfPixel: 3.5,
  pixelsOfImage: 1e8,
  /** Of the people, those who work at the busiest moment, and calls of each a second. */
  shareAtOnce: 0.1,
  callsASecond: 0.5,
  /** Of a year's images, those that are taken in these months (1 is January), evenly. */
  months: [4, 5, 6, 9, 10],
};

const day = 86_400;
const gigabytes = (bytes: number) => Number((bytes / 1e9).toFixed(1));

function sizes() {
  const rows = number("trees") * number("surveys") * number("years");
  const pixelsOfSurvey = ((number("trees") / assumed.treesAHectare) * 10_000) / number("gsd") ** 2;
  const pixels = pixelsOfSurvey * number("surveys") * number("years");
  const readingsADay = (number("devices") * 24 * 60) / number("every");
  return {
    rows_of_trees: rows,
    trees_gb: gigabytes(rows * measured.bytesOfTree),
    pyramid_gb: gigabytes(rows * measured.bytesOfTreeInPyramid),
    gigapixels_a_survey: gigabytes(pixelsOfSurvey),
    images_gb: gigabytes(pixels * assumed.bytesOfPixel),
    readings_gb: gigabytes(readingsADay * 365 * number("years") * measured.bytesOfReading),
    readings_a_second: Number((readingsADay / day).toFixed(1)),
    servers_for_readings: Math.ceil(readingsADay / day / measured.readingsASecond),
    answers_a_second: number("people") * assumed.shareAtOnce * assumed.callsASecond,
    servers_for_people: Math.ceil(
      (number("people") * assumed.shareAtOnce * assumed.callsASecond) / measured.answersASecond,
    ),
    pixelsOfSurvey,
  };
}

/** Seconds of the year at which images come: working hours of working days of the months of flights, ascending. */
function drawArrivals(images: number): number[] {
  const random = seededRandom(17);
  const days = Array.from({ length: 365 }, (_, n) => new Date(Date.UTC(2026, 0, 1 + n))).filter(
    (date) => assumed.months.includes(date.getUTCMonth() + 1) && date.getUTCDay() % 6 !== 0,
  );
  const start = Date.UTC(2026, 0, 1);
  return Array.from({ length: images }, () => {
    const date = days[Math.floor(random() * days.length)] as Date;
    return (date.getTime() - start) / 1000 + (9 + 9 * random()) * 3600;
  }).sort((one, other) => one - other);
}

/** Hours from each file to its trees, first come, first served, by workers that each take one image at a time. */
function waitFor(arrivals: readonly number[], workers: number, secondsOfImage: number) {
  const free = new Float64Array(workers);
  const hours = arrivals.map((came) => {
    const next = free.indexOf(Math.min(...free));
    const end = Math.max(came, free[next] ?? 0) + secondsOfImage;
    free[next] = end;
    return (end - came) / 3600;
  });
  const sorted = hours.toSorted((one, other) => one - other);
  const at = (share: number) =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2));
  const busy = (arrivals.length * secondsOfImage) / (workers * 365 * day);
  return {
    workers,
    busy: Number(busy.toFixed(3)),
    hours_p50: at(0.5),
    hours_p95: at(0.95),
    hours_max: at(1),
  };
}

const { pixelsOfSurvey, ...all } = sizes();
const images = Math.ceil((pixelsOfSurvey * number("surveys")) / assumed.pixelsOfImage);
const arrivals = drawArrivals(images);
const secondsOfImage = assumed.pixelsOfImage / measured.pixelsASecond;
const waits = values.workers
  .split(",")
  .map((workers) => waitFor(arrivals, Number(workers), secondsOfImage));
console.log(JSON.stringify({ ...all, images_a_year: images }, undefined, 2));
for (const one of waits) console.log(JSON.stringify(one));
console.log(JSON.stringify({ bench: "sizing", ...all, images_a_year: images, waits }));

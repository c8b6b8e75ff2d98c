/** Words and figures of the advice before a flight over a planting. */

/** Weeds as green and as large as young plants, beside the rows: by season and by the weeks since the soil was dug. */
export const weedLevels = ["few", "some", "many"] as const;
export type WeedLevel = (typeof weedLevels)[number];

/** Grade of a week for flying. */
export const flightGrades = ["good", "fair", "poor"] as const;
export type FlightGrade = (typeof flightGrades)[number];

/**
 * Common cameras by the ground that a pixel covers from 100 m, centimetres: 100 m × pitch of the sensor ÷ focal length, as
 * the makers state both. Mavic 3 Enterprise 3.3 µm and 12.3 mm; Phantom 4 RTK 2.41 µm and 8.8 mm (its maker: height ÷ 36.5
 * in centimetres); Mini 3 and Mini 4 Pro, pixels of four, 2.4 µm and 6.7 mm; Zenmuse P1 with 35 mm 4.4 µm.
 */
export const cameras = [
  { name: "DJI Mavic 3 Enterprise", pixelAt100Cm: 2.7 },
  { name: "DJI Phantom 4 RTK / Pro", pixelAt100Cm: 2.75 },
  { name: "DJI Mini 3 / 4 Pro", pixelAt100Cm: 3.6 },
  { name: "DJI Zenmuse P1, 35 mm", pixelAt100Cm: 1.26 },
] as const;

/** Higher than this above ground a flight needs leave in most countries, metres. */
export const maxHeightM = 120;
/** Lower than this above ground nobody flies by plan, metres: trees, lines, and images by the thousand. */
export const minHeightM = 12;

/** Height above ground at which a camera's pixel has this size; metres, whole, not above `maxHeightM`. */
export const heightFor = (pixelM: number, pixelAt100Cm: number): number =>
  Math.min(maxHeightM, Math.floor((pixelM / (pixelAt100Cm / 100)) * 100));

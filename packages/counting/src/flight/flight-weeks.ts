/**
 * Weeks in which the plants of a planting can be told from weeds on an image, by plain rules.
 *
 * - **Pixel.** Twenty pixels across a plant, never coarser than 0.015 m, which pits need too. On drawn ground saplings of
 *   0.25 to 0.6 m were found as well at 0.05 m a pixel as at 0.0125 (`npm run bench -- saplings`), but drawn ground is
 *   sharper and kinder than what a camera brings home. From 0.7 m on eight pixels across (`npm run bench -- plantings`),
 *   never coarser than 0.2 m.
 * - **Sun.** So high that a shadow ends half-way to the next plant, for dark spots between plants look like pits; 30
 *   degrees at least and 50 at most. Under thin even cloud there are no shadows, and any hour is one (Dandois, Olano and
 *   Ellis, Optimal altitude, overlap, and weather conditions for computer vision UAV estimates of forest structure,
 *   Remote Sensing 7, 2015; Assmann et al., Vegetation monitoring using multispectral sensors, J. Unmanned Vehicle
 *   Systems 7, 2019, who fly within some hours of noon).
 * - **Weeds.** By month between 25 and 50 degrees of latitude with rain in winter and spring, where annuals are green from
 *   March to May and dry in summer (Walter and Box, Middle Asian deserts, in Temperate Deserts and Semi-Deserts, 1983);
 *   on watered ground they stay. Digging takes them away: for three weeks few, for six a step fewer. Months and weeks are
 *   ours, not measured: no series of flights over one planting has tested them.
 * - **Leaves.** A deciduous sapling without leaves is a stick of two pixels.
 */
import type { FlightGrade, WeedLevel } from "@nihol/contract/values/planting/flight";
import { crownWidthM, widthAtPlantingM } from "../verdict/crown-growth.ts";
import { type PlantedTrees, yearsBetween } from "../verdict/facts.ts";

/** Widths from which plants are found by the pattern of their rows and no longer as spots, metres. */
const SPOT_M = 0.7;
const SPOTS = { pixels: 20, coarsestM: 0.015 } as const;
const CROWNS = { pixels: 8, coarsestM: 0.2 } as const;

/** Saplings closer together than this are not told, metres (decision 93). */
export const MIN_SPACING_M = 0.8;
/** Where nobody has said how far apart plants stand, metres. */
const USUAL_SPACING_M = 3;
const SUN = { lowest: 30, highest: 50 } as const;

/** From January on, north of the equator. */
const monthlyWeeds = [
  ...["few", "few", "some", "many", "many", "some"],
  ...["some", "some", "some", "some", "few", "few"],
] as const satisfies readonly WeedLevel[];
const fewer = { many: "some", some: "few", few: "few" } as const;
/** Weeks since the soil was dug: no weeds yet, and fewer than elsewhere. */
const DUG = { bareWeeks: 3, fewerWeeks: 6 } as const;
const WEEK_YEARS = 7 / 365.25;

/** Plants of one kind: how fast they grow, whether they keep their leaves, how tall they were when planted. */
export type FlownPlants = Pick<PlantedTrees, "growth" | "isEvergreen" | "stockHeightM">;

/** Metres a pixel that plants of this width (metres) need, to half a millimetre. */
export function pixelFor(widthM: number): number {
  const { pixels, coarsestM } = widthM < SPOT_M ? SPOTS : CROWNS;
  return Math.floor(Math.min(coarsestM, widthM / pixels) * 2000 + 1e-6) / 2000;
}

/** Elevation of the sun (degrees) from which the shadow of the tallest plant ends half-way to the next one. */
export function lowestSun(plants: readonly FlownPlants[], spacingM: number | null): number {
  const heights = plants.map(({ stockHeightM }) => stockHeightM ?? 3 * widthAtPlantingM(null));
  const slope = (2 * Math.max(0, ...heights)) / (spacingM ?? USUAL_SPACING_M);
  const degrees = (Math.atan(slope) * 180) / Math.PI;
  return Math.round(Math.min(SUN.highest, Math.max(SUN.lowest, degrees)));
}

/** Weeds in the week of a day (ISO) at a latitude (degrees), so many days after the soil was dug. */
export function weedsOn(day: string, latitude: number, plantedOn: string): WeedLevel {
  const month = Number(day.slice(5, 7)) - 1;
  const seasonal = monthlyWeeds[(month + (latitude < 0 ? 6 : 0)) % 12] ?? "some";
  const weeks = yearsBetween(plantedOn, day) / WEEK_YEARS;
  if (weeks < 0 || weeks > DUG.fewerWeeks) return seasonal;
  return weeks <= DUG.bareWeeks ? "few" : fewer[seasonal];
}

/** Median crown width on a day (ISO) of those plants that are the narrowest then, metres. */
export const narrowestM = (
  plants: readonly FlownPlants[],
  day: string,
  { plantedOn, spacingM }: { plantedOn: string; spacingM: number | null },
): number =>
  Math.min(
    ...plants.map((one) =>
      crownWidthM(one, Math.max(0, yearsBetween(plantedOn, day)), 0, spacingM),
    ),
  );

/** Share of the plants, in words, that stand without leaves while leaves are off. */
export function leaflessOf(
  plants: readonly FlownPlants[],
  areOff: boolean,
): "none" | "some" | "all" {
  const shedding = areOff ? plants.filter(({ isEvergreen }) => !isEvergreen).length : 0;
  if (shedding === 0) return "none";
  return shedding === plants.length ? "all" : "some";
}

/** Grade of a week for flying. */
export function gradeOf(week: {
  weeds: WeedLevel;
  leavesOff: "none" | "some" | "all";
  isSunLow: boolean;
}): FlightGrade {
  if (week.weeds === "many" || week.leavesOff === "all") return "poor";
  return week.weeds === "few" && week.leavesOff === "none" && !week.isSunLow ? "good" : "fair";
}

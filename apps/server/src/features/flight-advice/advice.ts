/** The weeks to come with their sun, weeds and leaves. */
import type { FlightAdvice, FlightWeek } from "@nihol/contract/planting/flight-advice";
import { areLeavesOff, leafOffDays } from "@nihol/contract/values/imagery/leaf-off";
import {
  clockOf,
  daysAfter,
  midnightOf,
  today,
} from "@nihol/contract/values/planting/programme-day";
import {
  type FlownPlants,
  gradeOf,
  leaflessOf,
  lowestSun,
  MIN_SPACING_M,
  narrowestM,
  pixelFor,
  weedsOn,
} from "@nihol/counting/flight/flight-weeks";
import { widthAtPlantingM } from "@nihol/counting/verdict/crown-growth";
import { sunPosition } from "@nihol/geo/sun-position";
import { referenceTo } from "../../shared/rows/reference.ts";
import type { findFlownTask, listPlants } from "./advice-queries.ts";

type Task = NonNullable<Awaited<ReturnType<typeof findFlownTask>>>;

/** A year, in parts of two weeks. */
const PARTS = 26;
const PART_DAYS = 14;
const STEP_MINUTES = 10;
const HOUR_MS = 3_600_000;
/** Plants of a task of which neither types nor heights are known. */
const unknownPlants: FlownPlants = { growth: "unknown", isEvergreen: false, stockHeightM: null };

const hourOf = (at: number) => clockOf(new Date(at)).toISOString().slice(11, 16);

/** The sun's day: how high it comes, and from when to when it stands above an elevation (degrees). */
function sunOn(day: string, [longitude, latitude]: [number, number], lowest: number) {
  const begin = midnightOf(day).getTime();
  const steps = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, i) => {
    const at = begin + i * STEP_MINUTES * 60_000;
    return { at, elevation: sunPosition(new Date(at), longitude, latitude).elevation };
  });
  const noon = steps.reduce((a, b) => (b.elevation > a.elevation ? b : a));
  const high = steps.filter(({ elevation }) => elevation >= lowest);
  const [from, to] = [high[0]?.at ?? noon.at - HOUR_MS, high.at(-1)?.at ?? noon.at + HOUR_MS];
  return {
    noon_deg: Math.round(noon.elevation),
    ...{ fly_from: hourOf(from), fly_to: hourOf(to), low_sun: high.length === 0 },
  };
}

function weekOf(from: string, plants: readonly FlownPlants[], of: WeekFacts): FlightWeek {
  const { center, plantedOn, spacingM, sunMin, leafOff } = of;
  const middle = daysAfter(from, PART_DAYS / 2);
  const width = narrowestM(plants, middle, { plantedOn, spacingM });
  const sun = sunOn(middle, center, sunMin);
  const weeds = weedsOn(middle, center[1], plantedOn);
  const leavesOff = leaflessOf(plants, areLeavesOff(middle, center[1], leafOff));
  return {
    ...{ from, to: daysAfter(from, PART_DAYS - 1), width_m: Math.round(width * 100) / 100 },
    ...{ pixel_m: pixelFor(width), ...sun, weeds, leaves_off: leavesOff },
    grade: gradeOf({ weeds, leavesOff, isSunLow: sun.low_sun }),
  };
}
type WeekFacts = {
  center: [longitude: number, latitude: number];
  plantedOn: string;
  spacingM: number | null;
  sunMin: number;
  leafOff: string;
};

/** Advice for the weeks from planting or from today on, whichever is later. */
export function adviceOf(task: Task, known: Awaited<ReturnType<typeof listPlants>>): FlightAdvice {
  const plants: readonly FlownPlants[] = known.length > 0 ? known : [unknownPlants];
  const { spacing_m: spacingM, center } = task;
  const plantedOn = task.planted_on ?? task.due_date;
  const sunMin = lowestSun(plants, spacingM);
  const leafOff = task.leaf_off ?? "by_latitude";
  const first = plantedOn > today() ? plantedOn : today();
  const heights = plants.flatMap(({ stockHeightM }) => stockHeightM ?? []);
  const widths = plants.map(({ stockHeightM }) => widthAtPlantingM(stockHeightM));
  return {
    ...{ planted_on: plantedOn, is_planned: task.planted_on === null },
    width_m: Math.round(Math.min(...widths) * 100) / 100,
    height_m: heights.length === plants.length ? Math.min(...heights) : null,
    ...{ spacing_m: spacingM, is_too_close: spacingM !== null && spacingM < MIN_SPACING_M },
    sun_min_deg: sunMin,
    tree_types: [...new Map(known.map(({ tree_type }) => [tree_type.id, tree_type])).values()],
    region: referenceTo(task.region_id, task.region_name),
    leafless: leafOffDays(leafOff, center?.[1] ?? null),
    weeks: center
      ? Array.from({ length: PARTS }, (_, i) =>
          weekOf(daysAfter(first, PART_DAYS * i), plants, {
            center,
            plantedOn,
            spacingM,
            sunMin,
            leafOff,
          }),
        )
      : [],
  };
}

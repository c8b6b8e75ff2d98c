/** A flag of a planting report in words and figures: the same on screens and in acts. */
import { formatHectares, formatNumber } from "./format-number.ts";
import type { TextLanguage } from "./text.ts";

type Names = Readonly<Record<string, string>>;

/** Tools that a flag is written with. */
interface FlagWords {
  language: TextLanguage;
  /** A text of planting.json. */
  text: (key: string, params?: Record<string, string | number>) => string;
  /** A day as dense tables have it: "14.05.2026". */
  date: (day: string) => string;
  name: (names: Names) => string;
}

interface Duplicate {
  flag: "photo_duplicate";
  exact: boolean;
  mirrored: boolean;
  other: {
    task: number;
    garden: { name: Names };
    tree_type: { name: Names };
    plant_date: string;
  } | null;
}

type Flag =
  | Duplicate
  | { flag: "photo_elsewhere"; distance_m: number }
  | { flag: "photo_time"; kind: string; days: number }
  | { flag: "planted_before_assigned"; days: number }
  | { flag: "position_weak"; error_m: number }
  | { flag: "no_photo" | "no_position" }
  | {
      flag: "too_dense" | "order_too_dense";
      count: number;
      area_m2: number;
      spacing_m: number;
      fits: number;
      fits_max: number;
    }
  | { flag: "beyond_ordered"; count: number; ordered: number };

/** From so many metres on, a distance is told in kilometres. */
const manyMetres = 10_000;

function distanceText(metres: number, { language, text }: FlagWords): string {
  return metres < manyMetres
    ? text("metres", { n: formatNumber(metres, language) })
    : text("kilometres", { n: formatNumber(metres / 1000, language) });
}

function duplicateText(
  { exact, mirrored, other }: Duplicate,
  task: number,
  { text, date: dateOf, name }: FlagWords,
): string {
  const what = text(exact ? "photo_same" : mirrored ? "photo_mirrored" : "photo_similar");
  if (other === null) return text("duplicate_beyond", { what });
  const date = dateOf(other.plant_date);
  if (other.task === task)
    return text("duplicate_in_row", { what, date, name: name(other.tree_type.name) });
  return text("duplicate_in_task", {
    ...{ what, date, task: other.task },
    garden: name(other.garden.name),
  });
}

/** Words a flag; `task` is the one that is looked at. */
export function flagText(flag: Flag, task: number, words: FlagWords): string {
  const { text, language } = words;
  const number = (value: number, digits = 0) => formatNumber(value, language, digits);
  switch (flag.flag) {
    case "photo_duplicate":
      return duplicateText(flag, task, words);
    case "photo_elsewhere":
      return text("elsewhere", { distance: distanceText(flag.distance_m, words) });
    case "photo_time":
      return text(`time_${flag.kind}`, { days: number(flag.days) });
    case "planted_before_assigned":
      return text("planted_before_assigned", { days: number(flag.days) });
    case "position_weak":
      return text("weak_position", { error: distanceText(flag.error_m, words) });
    case "beyond_ordered":
      return text("beyond_ordered", { count: number(flag.count), ordered: number(flag.ordered) });
    case "too_dense":
    case "order_too_dense":
      return text(flag.flag === "too_dense" ? "dense" : "order_dense", {
        ...{ count: number(flag.count), area: formatHectares(flag.area_m2, language) },
        ...{ spacing: number(flag.spacing_m, 1), fits: number(flag.fits) },
        max: number(flag.fits_max),
      });
    default:
      return text(`flag_${flag.flag}`);
  }
}

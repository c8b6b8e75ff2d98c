import type { Garden } from "@nihol/contract/gardens";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { TFunction } from "i18next";
import type { Format } from "../../lib/text/format.ts";
import type { LabelFigure } from "../data/map-search.ts";

/** Figures of an area: m², trees, and how many of them are green; null where nothing was seen. */
export type AreaFigures = {
  area_m2: number | null;
  trees: number | null;
  green: number | null;
  /** Of gardens alone: trees lost between images, and the share of planting places that live. */
  lost?: number | null;
  survival?: number | null;
};

/** "Sughd\n25 200 ha · 1 240 trees · 82 % green": the name, and below it the figures that are asked for. */
export function labelText(
  name: string,
  figures: AreaFigures | undefined,
  shown: Set<LabelFigure>,
  { t, format }: { t: TFunction; format: Format },
): string {
  const lines = figureTexts(figures, shown, { t, format });
  return lines.length > 0 ? `${name}\n${lines.join(" · ")}` : name;
}

/** "Rows at 3.0 × 4.0 m: places 412, occupied 371 (90 %: 352–389)": young trees that were found by their pattern. */
export const rowsText = (
  found: WholeImage["rows"][number],
  { t, format }: { t: TFunction; format: Format },
): string =>
  t(found.pits > 0 ? "map:rows_found_pits" : "map:rows_found", {
    pits: format.number(found.pits),
    short: format.number(found.short_m, 1),
    long: format.number(found.long_m, 1),
    places: format.number(found.places),
    occupied: format.number(found.occupied),
    low: format.number(found.low),
    high: format.number(found.high),
  });

export function figureTexts(
  figures: AreaFigures | undefined,
  shown: Set<LabelFigure>,
  { t, format }: { t: TFunction; format: Format },
): string[] {
  const lines: string[] = [];
  if (!figures) return lines;
  if (shown.has("area") && figures.area_m2 !== null)
    lines.push(t("map:figure_area", { area: format.hectares(figures.area_m2) }));
  if (shown.has("count") && figures.trees !== null)
    lines.push(t("map:figure_count", { number: format.number(figures.trees) }));
  if (shown.has("green") && figures.trees && figures.green !== null) {
    lines.push(t("map:figure_green", { share: format.share(figures.green / figures.trees, 0) }));
  }
  if (shown.has("lost") && typeof figures.lost === "number")
    lines.push(t("map:figure_lost", { number: format.number(figures.lost) }));
  if (shown.has("survival") && typeof figures.survival === "number")
    lines.push(t("map:figure_survival", { share: format.share(figures.survival, 0) }));
  return lines;
}

/** A garden's figures. */
export const gardenFigures = (garden: Garden): AreaFigures => ({
  area_m2: garden.area_m2,
  trees: garden.tree_count,
  green: garden.green_count,
  lost: garden.changes?.lost.count ?? null,
  survival: garden.survival?.value ?? null,
});

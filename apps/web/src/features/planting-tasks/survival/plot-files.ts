/** Files of plots that are made in the browser: positions for a phone, and a list for paper. */
import type { SurvivalPlot } from "@nihol/contract/planting/survival";
import { csvText } from "../../../lib/text/csv-text.ts";

const escaped = (text: string) =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

/** GPX 1.1: a waypoint at the centre of each plot. */
export function plotsGpx(
  plots: readonly SurvivalPlot[],
  nameOf: (number: number) => string,
): string {
  const points = plots.map(
    ({ latitude, longitude, number }) =>
      `  <wpt lat="${latitude}" lon="${longitude}"><name>${escaped(nameOf(number))}</name></wpt>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Nihol" xmlns="http://www.topografix.com/GPX/1/1">',
    ...points,
    "</gpx>",
    "",
  ].join("\n");
}

/** Writes a line for each plot, with what was counted so far. @param heads of number, living, dead, missing and note */
export function fieldCsv(plots: readonly SurvivalPlot[], heads: readonly string[]): string {
  const [number = "", ...counts] = heads;
  const lines = [
    [number, "latitude", "longitude", "m2", ...counts],
    ...plots.map((plot) => [
      ...[plot.number, plot.latitude, plot.longitude, Math.round(plot.area_m2 * 10) / 10],
      ...[plot.living, plot.dead, plot.missing, plot.note],
    ]),
  ];
  return csvText(lines, ",");
}

/** Styles that tell the lines of a chart apart: by colour and, for those who see none, by dashes. */
export type LineStyle = { color: string; dash: number[] };

const light = ["#1f6f8b", "#b3541e", "#6a4fa3", "#2b7a3d", "#a3295f", "#6b6100"];
const dark = ["#6cc4e0", "#f0a06a", "#b9a2f2", "#7fd495", "#f28cb8", "#d8cc5a"];
const dashes = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4]];

/** The style of the n-th line; the same in list, tiles and chart. */
export function lineStyle(place: number, isDark: boolean): LineStyle {
  const colors = isDark ? dark : light;
  const index = Math.max(0, place) % colors.length;
  return { color: colors[index] ?? "#000000", dash: dashes[index] ?? [] };
}

/** The report's territories as a map, on the screen's paper and in the PDF: the darker, the more trees; white where nothing was seen. */

/** From the lightest, of few trees, to the darkest. */
export const mapShades = ["#e4f1e8", "#b9dcc5", "#84c09b", "#4d9d70", "#256f47"] as const;

/** Of a territory that no image shows. */
export const unseenShade = "#ffffff";

/** More names than these would cover one another. */
export const maxMapNames = 24;

interface Row {
  id: number | null;
  trees: { total: number } | null;
}

/** The most trees of one territory, at least 1, and the shade of each. */
export function shadesOf(rows: readonly Row[]): { max: number; shade: (id: number) => string } {
  const trees = new Map(rows.map(({ id, trees }) => [id, trees?.total ?? null]));
  const max = Math.max(1, ...[...trees.values()].map((count) => count ?? 0));
  return {
    max,
    shade: (id) => {
      const count = trees.get(id) ?? null;
      if (count === null) return unseenShade;
      const step = Math.floor(mapShades.length * Math.sqrt(count / max));
      return mapShades[Math.min(mapShades.length - 1, step)] ?? unseenShade;
    },
  };
}

/** Tells whether white letters are readable on a shade. */
export const isDarkShade = (shade: string): boolean =>
  mapShades.indexOf(shade as (typeof mapShades)[number]) > 2;

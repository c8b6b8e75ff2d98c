/** What screens ask of a country of trees through HTTP, and how long its answers took. */
import type { Connection } from "@nihol/db/connection";
import { tileOfCell } from "@nihol/geo/tiles/morton";

/** Addresses that the screens ask for, by name; a period may be appended. */
export const asked: Record<string, string> = {
  statistics: "/statistics?",
  "statistics, a district": "/statistics?district=12&",
  "statistics, a garden": "/statistics?garden=700&",
  report: "/report/district?",
  "garden labels": "/garden?page_size=200&ordering=-area_m2&",
  "garden labels by trees": "/garden?page_size=200&ordering=-tree_count&",
  "trees by date": "/plant-tree-detail?",
  "trees, page 200": "/plant-tree-detail?page=200&",
  "trees of a garden": "/plant-tree-detail?garden=700&",
  "trees of a district": "/plant-tree-detail?district=12&",
  "trees that are not green": "/plant-tree-detail?green=not_green&",
};

/** Addresses of the densest tiles of some zooms and of others by chance, the same for the same trees. */
export async function tilesOf({ pool }: Connection): Promise<string[]> {
  const tiles: string[] = [];
  await pool.query("select setseed(0.5)");
  for (const z of [4, 6, 8, 10, 12, 14, 16, 18]) {
    for (const [order, limit] of [
      ["sum(n) desc", 5],
      ["random()", 10],
    ] as const) {
      const { rows } = await pool.query<{ cell: string | number }>(
        `select cell from tree_cell where level = $1 group by cell order by ${order} limit ${limit}`,
        [z],
      );
      for (const { cell } of rows) {
        const { x, y } = tileOfCell(BigInt(cell), z);
        tiles.push(`/tiles/trees/${z}/${x}/${y}.mvt?`);
      }
    }
  }
  return tiles;
}

export interface Figures {
  p50_ms: number;
  p95_ms: number;
  max_ms: number;
}

/** Median, 95th percentile and longest of times in milliseconds; zeros of none. */
export function figuresOf(measured: readonly number[]): Figures {
  const sorted = measured.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
}

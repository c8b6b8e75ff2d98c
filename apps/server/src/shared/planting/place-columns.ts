/** Where a planting task lies and whose it is, as columns of a file. */

import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { Db } from "@nihol/db/connection";
import type { ExportColumn } from "../files/list-export.ts";

type Names = Partial<Record<string, string>>;
type Named = { name: Names } | null;
interface PlacedTask {
  id: number;
  garden: { id: number; name: Names };
  region: Named;
  district: Named;
  ministry: Named;
}

export const taskPlaceColumns: ExportColumn<PlacedTask>[] = [
  { title: "app.id", kind: "number", value: (row) => row.id },
  { title: "planting.garden", value: (row, words) => words.name(row.garden.name) },
  { title: "planting.region", value: (row, words) => words.name(row.region?.name) },
  { title: "planting.district", value: (row, words) => words.name(row.district?.name) },
  { title: "planting.ministry", value: (row, words) => words.name(row.ministry?.name) },
];

/** The ground of each task on a map: the outline of its garden, where that is drawn. Whoever sees a task may see it. */
export const taskShape = {
  kind: "MultiPolygon" as const,
  async read(
    db: Db,
    rows: readonly { garden: { id: number } }[],
  ): Promise<(MultiPolygon | null)[]> {
    const ids = [...new Set(rows.map(({ garden }) => garden.id))];
    if (ids.length === 0) return [];
    const gardens = await db
      .selectFrom("garden")
      .where("id", "in", ids)
      .select(["id", "boundary"])
      .execute();
    const boundaries = new Map(gardens.map(({ id, boundary }) => [id, boundary]));
    return rows.map(({ garden }) => boundaries.get(garden.id) ?? null);
  },
};

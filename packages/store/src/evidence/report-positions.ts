/** Distances of reports' positions from the boundaries of their gardens. */
import type { Db } from "@nihol/db/connection";
import { distanceToAreaM } from "@nihol/geo/area-distance";
import { sql } from "kysely";

/** The rows to measure: of a task, of a garden, or by their ids. */
type MeasuredRows = { task: number } | { garden: number } | { reports: number[] };

/** Measures the distances anew, after a position, a boundary or the garden of a task has changed. */
export async function measurePositions(trx: Db, rows: MeasuredRows): Promise<void> {
  const chosen =
    "task" in rows
      ? sql<boolean>`p.task_id = ${rows.task}`
      : "garden" in rows
        ? sql<boolean>`t.garden_id = ${rows.garden}`
        : sql<boolean>`p.id = any(${rows.reports}::int[])`;
  const found = await trx
    .selectFrom("planting_report as p")
    .innerJoin("planting_task as t", "t.id", "p.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where(chosen)
    .where((eb) =>
      eb.or([eb("p.latitude", "is not", null), eb("p.boundary_distance_m", "is not", null)]),
    )
    .select(["p.id", "p.latitude", "p.longitude", "g.id as garden"])
    .execute();
  const gardens = await trx
    .selectFrom("garden")
    .where("id", "in", [-1, ...new Set(found.map(({ garden }) => garden))])
    .select(["id", "boundary"])
    .execute();
  const boundaries = new Map(gardens.map(({ id, boundary }) => [id, boundary]));
  const distances = found.map(({ latitude, longitude, garden }) => {
    const boundary = boundaries.get(garden);
    if (!boundary || latitude === null || longitude === null) return null;
    return distanceToAreaM(longitude, latitude, boundary);
  });
  await sql`update planting_report as p set boundary_distance_m = m.distance
    from unnest(${found.map(({ id }) => id)}::int[], ${distances}::float8[]) as m (id, distance)
    where p.id = m.id and p.boundary_distance_m is distinct from m.distance`.execute(trx);
}

/** Trees in one table beside the same trees in a table that is partitioned by place: what each statement takes. */
import type { Connection } from "@nihol/db/connection";
import { cellRange } from "@nihol/geo/tiles/morton";
import { type Figures, figuresOf } from "./questions.ts";

/** Copies the trees into as many ranges of the Morton key, each with about as many trees, with the same indexes. */
async function copyByPlace({ pool }: Connection, partitions: number) {
  const shares = Array.from({ length: partitions - 1 }, (_, n) => (n + 1) / partitions);
  const { rows } = await pool.query<{ zc: string }>(
    `select distinct unnest(percentile_disc($1::float8[]) within group (order by zc))::text as zc
     from tree tablesample system (20)`,
    [shares],
  );
  const bounds = rows.map(({ zc }) => BigInt(zc)).sort((one, other) => (one < other ? -1 : 1));
  await pool.query(
    "create table tree_by_place (like tree including defaults) partition by range (zc)",
  );
  const from = ["minvalue", ...bounds];
  const to = [...bounds, "maxvalue"];
  for (const [n, first] of from.entries())
    await pool.query(
      `create table tree_by_place_${n} partition of tree_by_place for values from (${first}) to (${to[n]})`,
    );
  await pool.query("insert into tree_by_place select * from tree");
  const { rows: indexes } = await pool.query<{ name: string; indexdef: string }>(
    "select indexname as name, indexdef from pg_indexes where tablename = 'tree' and schemaname = 'public'",
  );
  for (const { name, indexdef } of indexes)
    await pool.query(
      indexdef
        // A number is unique by its sequence; an index over all partitions would need the key of the ranges.
        .replace("CREATE UNIQUE INDEX", "CREATE INDEX")
        .replace(name, `${name}_by_place`)
        .replace("public.tree ", "tree_by_place "),
    );
  await pool.query("vacuum analyze tree_by_place");
}

/** Values of some statements, from the trees themselves: squares, numbers, images and gardens. */
async function drawValues({ pool }: Connection, times: number) {
  const { rows } = await pool.query<Record<"id" | "cell" | "image" | "garden", string>>(
    `select id, (zc >> 32) as cell, whole_image_id as image, coalesce(garden_id, 1) as garden
     from tree tablesample system (5) order by random() limit $1`,
    [times],
  );
  return rows.map((row) => ({ ...row, square: cellRange(BigInt(row.cell), 15).map(String) }));
}

type Values = Awaited<ReturnType<typeof drawValues>>[number];

/** What the product asks of the table, in short: a tile, one tree, an image's trees on a square, a garden's, a publish. */
const statements: Record<string, [text: string, of: (values: Values) => (string | number)[]]> = {
  "a tile": [
    "select zc, green, captured_on, garden_id, id from T where current and zc between $1 and $2",
    ({ square }) => square,
  ],
  "a tree": ["select * from T where id = $1", ({ id }) => [id]],
  "an image on a square": [
    "select id, lon, lat from T where whole_image_id = $1 and zc between $2 and $3 order by zc, id",
    ({ image, square }) => [image, ...square],
  ],
  "a garden": ["select count(*) from T where garden_id = $1", ({ garden }) => [garden]],
  "a square is taken over": [
    "update T set current = false, superseded_on = current_date where current and zc between $1 and $2",
    ({ square }) => square,
  ],
};

export type PartitionFigures = Record<string, { one: Figures; partitions: Figures }>;

/**
 * Milliseconds of each statement in both tables, in turn; a vacuum of both ends it.
 * @param partitions how many, from 2
 * @param times how many values of each statement
 */
export async function comparePartitions(
  db: Connection,
  partitions: number,
  times: number,
): Promise<PartitionFigures> {
  const { pool } = db;
  await copyByPlace(db, partitions);
  const values = await drawValues(db, times);
  const figures: PartitionFigures = {};
  const tables = { one: "tree", partitions: "tree_by_place" };
  async function measure(name: string, asked: (table: string) => (() => Promise<unknown>)[]) {
    const runs = { one: asked(tables.one), partitions: asked(tables.partitions) };
    const measured: Record<keyof typeof tables, number[]> = { one: [], partitions: [] };
    for (let n = 0; n < runs.one.length; n++)
      for (const table of ["one", "partitions"] as const) {
        const start = performance.now();
        await runs[table][n]?.();
        measured[table].push(performance.now() - start);
      }
    figures[name] = {
      one: figuresOf(measured.one),
      partitions: figuresOf(measured.partitions),
    };
    console.log(name.padEnd(26), JSON.stringify(figures[name]));
  }
  for (const [name, [text, of]] of Object.entries(statements))
    await measure(name, (table) =>
      values.map((one) => () => pool.query(text.replace(" T ", ` ${table} `), of(one))),
    );
  await measure("vacuum", (table) => [() => pool.query(`vacuum ${table}`)]);
  return figures;
}

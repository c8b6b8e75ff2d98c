/** Two regions with three districts, all with borders, and in them gardens, trees, images, tasks, devices and violations. */
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { ViolationState } from "@nihol/contract/values/violations";
import { json } from "@nihol/db/json";
import type { Bbox, MultiPolygon, Position } from "@nihol/geo/geometry";
import { sql } from "kysely";
import type { Caller, TestApp } from "./test-app.ts";
import { type ImageOptions, insertImage, plant } from "./tree-fixture.ts";

const names = (text: string) => ({
  tg: `${text} ғӣқӯҳҷ`,
  ru: `${text} ё`,
  en: text,
  az: `${text} əğışçöü`,
});

const near = { west: 68.7, south: 38.5, side: 0.01, date: "2026-05-01" };
const far = { west: 69.7, south: 40.2, side: 0.01, date: "2024-05-01" };
/** Where no district and no region is. */
const nowhere = { west: 71.1, south: 37.1, side: 0.01, date: "2026-04-01" };

/** The place of an image as a boundary. */
export const square = ({ west, south, side }: Pick<ImageOptions, "west" | "south" | "side">) => ({
  type: "Polygon",
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});

/** A rectangle as the columns of a border. */
export function border([west, south, east, north]: [number, number, number, number]) {
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    boundary: json<MultiPolygon>({ type: "MultiPolygon", coordinates: [[ring]] }),
    bbox: [west, south, east, north] satisfies Bbox,
  };
}
type Box = Parameters<typeof border>[0];

export type ReportWorld = Awaited<ReturnType<typeof makeWorld>>;

/** Inserts everything and answers with the ids. */
export async function makeWorld(server: TestApp, call: Caller) {
  const { sql: db } = server.db;
  const ministry = await db
    .insertInto("ministry")
    .values({ name: json(names("Ministry")) })
    .returning("id")
    .executeTakeFirstOrThrow();

  async function region(name: string, areaM2: number, box: Box) {
    const row = await db
      .insertInto("region")
      .values({ name: json(names(name)), area_m2: areaM2, code: name, ...border(box) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }
  async function district(name: string, region_id: number, areaM2: number, box: Box) {
    const row = await db
      .insertInto("district")
      .values({
        name: json(names(name)),
        region_id,
        area_m2: areaM2,
        code: name,
        ...border(box),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }
  const north = await region("=North", 9e6, [68.6, 38.4, 69, 38.6]);
  const south = await region("South", 5e6, [69.6, 40.1, 69.8, 40.3]);
  const hill = await district("Hill", north, 6e6, [68.6, 38.4, 68.8, 38.6]);
  const lake = await district("Lake", north, 3e6, [68.8, 38.4, 69, 38.6]);
  const plain = await district("Plain", south, 5e6, [69.6, 40.1, 69.8, 40.3]);

  async function garden(place: ImageOptions, where: object, ministry_id: number | null) {
    const made = await call<{ id: number }>("POST", "/garden", {
      name: names("Garden"),
      boundary: square({ ...place, side: 0.005 }),
    });
    await db
      .updateTable("garden")
      .set({ ...where, ministry_id })
      .where("id", "=", made.body.id)
      .execute();
    return made.body.id;
  }
  const inHill = { region_id: north, district_id: hill };
  const inPlain = { region_id: south, district_id: plain };
  const own = await garden(near, inHill, ministry.id);
  const other = await garden(far, inPlain, null);

  /** A row of trees, of each four one not green and one unsure; the first ten in the garden. */
  async function trees(options: ImageOptions, n: number, where: object, gardenId: number | null) {
    const id = await insertImage(server.db, options);
    const spots = Array.from({ length: n }, (_, i) => ({
      lon: options.west + 0.0005 + (i % 40) * 0.0002,
      lat: options.south + 0.0005 + Math.floor(i / 40) * 0.0002,
      green: ([1, 0, 1, 2] as const)[i % 4],
      garden: i < 10 ? gardenId : null,
      ...where,
    }));
    await plant(server.db, id, options, spots);
    return id;
  }
  const seen = await trees(
    { ...near, range: [0.9, 1.1] },
    103,
    { region: north, district: hill },
    own,
  );
  const seenToo = await trees(
    { ...far, model: "classical" },
    61,
    { region: south, district: plain },
    other,
  );
  await trees(nowhere, 7, {}, null);
  for (const [id, where] of [
    [seen, inHill],
    [seenToo, inPlain],
  ] as const)
    await db.updateTable("whole_image").set(where).where("id", "=", id).execute();

  const type = await db
    .insertInto("tree_type")
    .values({ name: json(names("Apple")) })
    .returning("id")
    .executeTakeFirstOrThrow();
  async function task(
    garden_id: number,
    status: TaskStatus,
    from: string,
    to: string,
    plan: number,
  ) {
    const row = await db
      .insertInto("planting_task")
      .values({ garden_id, status, assigned_date: from, due_date: to })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("planting_task_item")
      .values({ task_id: row.id, tree_type_id: type.id, quantity: plan })
      .execute();
    await db
      .insertInto("planting_report")
      .values({ task_id: row.id, tree_type_id: type.id, count: plan - 3, plant_date: to })
      .execute();
  }
  await task(own, "in_progress", "2026-04-01", "2026-05-01", 40);
  await task(own, "completed", "2025-04-01", "2025-05-01", 25);
  await task(other, "pending", "2026-04-20", "2027-05-01", 30);

  const device = (where: object, retired: boolean) =>
    db
      .insertInto("device")
      .values({ name: "D", type: "air", latitude: 38.5, longitude: 68.7, retired, ...where })
      .returning("id")
      .executeTakeFirstOrThrow();
  const online = await device({ ...inHill, garden_id: own }, false);
  await device(inHill, true);
  await device(inPlain, false);
  await sql`insert into reading_latest (device_id, parameter, ts, value, faulty)
    select ${online.id}, id, now(), 420, false from parameter where key = 'co2'`.execute(db);

  const violation = (where: object, state: ViolationState, observed_on: string) =>
    db
      .insertInto("violation")
      .values({ kind: "fire", title: "Fire", observed_on, state, ...where })
      .execute();
  await violation({ ...inHill, garden_id: own }, "new", "2026-05-01");
  await violation({ region_id: north, district_id: lake }, "confirmed", "2025-05-01");
  await violation(inPlain, "closed", "2026-04-30");
  return { ministry: ministry.id, regions: [north, south], districts: [hill, lake, plain], hill };
}

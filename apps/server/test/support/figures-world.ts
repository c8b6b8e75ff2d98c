/**
 * A programme whose figures are easily added up wrongly: a report that was found not to be true, a cancelled task, trees
 * planted again, plots counted days after planting and a year after it, and a garden and a device outside all regions.
 */
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { Verdict } from "@nihol/contract/values/planting/verdicts";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { sql } from "kysely";
import { plantingFixture } from "./planting-fixture.ts";
import { border } from "./reports-world.ts";
import type { TestApp } from "./test-app.ts";
import { insertImage, plant } from "./tree-fixture.ts";

/** Square metres of each garden, and so of the ground that plots are drawn from. */
const groundM2 = 10_000;

interface Task {
  status: TaskStatus;
  scheduled: number;
  reported: number;
  planted: string;
  replaces?: number;
  verdict?: { decided: Verdict | null; proposed: Verdict; standing: [number, number, number] };
}

interface Visit {
  year: number | null;
  day: string;
  plots: number;
  areaM2: number;
  living: number;
  dead: number;
}

export type FiguresWorld = Awaited<ReturnType<typeof makeFiguresWorld>>;

/** Inserts everything and answers with the ids. */
export async function makeFiguresWorld(server: TestApp) {
  const { sql: db } = server.db;
  const { insert, treeType } = plantingFixture(server);
  const type = await treeType();
  const north = await insert("region", { area_m2: 9e6, ...border([68.6, 38.4, 69, 38.6]) });
  const south = await insert("region", { area_m2: 5e6, ...border([69.6, 40.1, 69.8, 40.3]) });

  const garden = (region_id: number | null, west: number, south: number) =>
    insert("garden", {
      ...border([west, south, west + 0.001, south + 0.001]),
      ...{ region_id, area_m2: groundM2, center: [west, south] },
    });
  const gardens = {
    true: await garden(north, 68.7, 38.5),
    false: await garden(north, 68.71, 38.5),
    early: await garden(south, 69.7, 40.2),
    outside: await garden(null, 71.1, 37.1),
  };

  async function task(garden_id: number, one: Task): Promise<number> {
    const { id } = await db
      .insertInto("planting_task")
      .values({
        ...{ garden_id, status: one.status, replaces_id: one.replaces ?? null },
        ...{ assigned_date: one.planted, due_date: one.planted },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const of = { task_id: id, tree_type_id: type };
    await db
      .insertInto("planting_task_item")
      .values({ ...of, quantity: one.scheduled })
      .execute();
    await db
      .insertInto("planting_report")
      .values({ ...of, count: one.reported, plant_date: one.planted })
      .execute();
    await db.deleteFrom("survival_visit").where("task_id", "=", id).execute();
    if (one.verdict) {
      const { decided, proposed, standing } = one.verdict;
      const [value, low, high] = standing;
      await sql`insert into planting_verdict (task_id, proposed, proposal, standing, standing_low, standing_high, decided, state)
        values (${id}, ${proposed}, '{}', ${value}, ${low}, ${high}, ${decided}, ${decided ? "final" : "proposed"})
        on conflict (task_id) do update set proposed = excluded.proposed, proposal = '{}', standing = excluded.standing,
          standing_low = excluded.standing_low, standing_high = excluded.standing_high,
          decided = excluded.decided, state = excluded.state`.execute(db);
    }
    return id;
  }

  const visit = ({ year, day, plots, areaM2, living, dead }: Visit, taskId: number) =>
    sql`with v as (
        insert into survival_visit (task_id, year, due_date, state, finished_at)
        values (${taskId}, ${year}, ${day}, 'done', ${`${day}T06:00Z`}) returning id
      ), d as (
        insert into survival_draw (visit_id, number, algorithm, seed, plot_count, radius_m, ground, ground_m2)
        select id, 1, 'test', 1, ${plots}::int, 5, ${json<MultiPolygon>({ type: "MultiPolygon", coordinates: [] })}, ${groundM2} from v returning id
      )
      insert into survival_plot (draw_id, number, longitude, latitude, area_m2, living, dead, missing, measured_at)
      select id, n, 68.7, 38.5, ${areaM2}, case when n <= ${living}::int % ${plots}::int then 1 else 0 end + ${living}::int / ${plots}::int,
        case when n <= ${dead}::int % ${plots}::int then 1 else 0 end + ${dead}::int / ${plots}::int, 0, ${`${day}T06:00Z`}
      from d, generate_series(1, ${plots}::int) n`.execute(db);

  const agrees = (trees: number) => ({
    ...({ decided: "agrees", proposed: "agrees" } as const),
    standing: [trees, trees * 0.8, trees * 1.2] as [number, number, number],
  });
  const tasks = {
    true: await task(gardens.true, {
      ...{ status: "completed", scheduled: 520, reported: 500, planted: "2025-03-02" },
      verdict: agrees(400),
    }),
    false: await task(gardens.false, {
      ...{ status: "completed", scheduled: 1980, reported: 2400, planted: "2025-03-03" },
      verdict: { decided: "contradicts", proposed: "contradicts", standing: [35, 0, 95] },
    }),
    cancelled: await task(gardens.true, {
      ...{ status: "cancelled", scheduled: 60, reported: 40, planted: "2025-03-04" },
    }),
    early: await task(gardens.early, {
      ...{ status: "completed", scheduled: 57, reported: 57, planted: "2026-03-06" },
    }),
    outside: await task(gardens.outside, {
      ...{ status: "completed", scheduled: 30, reported: 30, planted: "2025-03-05" },
      verdict: agrees(30),
    }),
  };
  const again = await task(gardens.true, {
    ...{ status: "completed", scheduled: 20, reported: 20, planted: "2025-11-06" },
    replaces: tasks.true,
  });
  // Ten plots, 40 living and 10 dead of 50 places: 500 on the ground, 400 of them living.
  const year1 = { year: 1, day: "2026-03-10" };
  await visit({ ...year1, plots: 10, areaM2: 100, living: 40, dead: 10 }, tasks.true);
  // Twelve plots, 4 living and 3 dead: 205 places on the ground, of 2,400 reported.
  await visit({ ...year1, plots: 12, areaM2: 28.5, living: 4, dead: 3 }, tasks.false);
  // Asked for besides, four days after planting.
  await visit(
    { year: null, day: "2026-03-10", plots: 5, areaM2: 100, living: 57, dead: 0 },
    tasks.early,
  );

  const device = (where: object, retired = false) =>
    db
      .insertInto("device")
      .values({ name: "D", type: "air", latitude: 38.5, longitude: 68.7, retired, ...where })
      .execute();
  await device({ region_id: north });
  await device({ region_id: south });
  await device({ latitude: 0, longitude: 0 });
  await device({ latitude: 0, longitude: 0 }, true);

  const place = { west: 68.7, south: 38.5, side: 0.01, date: "2026-03-20", greenLevel: 0.4 };
  const image = await insertImage(server.db, place);
  const spots = Array.from({ length: 40 }, (_, i) => ({
    ...{ lon: 68.7005 + i * 0.0002, lat: 38.5005, region: north, garden: null },
    green: ([1, 0, 1, 2] as const)[i % 4],
  }));
  await plant(server.db, image, place, spots);
  await db.updateTable("whole_image").set({ region_id: north }).where("id", "=", image).execute();
  return { north, south, gardens, tasks: { ...tasks, again }, image };
}

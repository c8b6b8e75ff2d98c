/**
 * Tree types and planting tasks of the demonstration: one in each state, two of them overdue, four completed over a
 * year ago.
 */

import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";

type Names = { tg: string; ru: string; en: string; az: string };
const names = (tg: string, ru: string, en: string, az: string): Names => ({ tg, ru, en, az });

const treeTypes = [
  { latin: "Prunus armeniaca", name: names("Зардолу", "Абрикос", "Apricot", "Ərik") },
  { latin: "Malus domestica", name: names("Себ", "Яблоня", "Apple", "Alma") },
  { latin: "Juglans regia", name: names("Чормағз", "Грецкий орех", "Walnut", "Qoz") },
  { latin: "Morus alba", name: names("Тут", "Шелковица", "Mulberry", "Tut") },
  { latin: "Populus alba", name: names("Сафедор", "Тополь", "Poplar", "Qovaq") },
  { latin: "Juniperus seravschanica", name: names("Арча", "Арча", "Juniper", "Ardıc") },
  { latin: "Platanus orientalis", name: names("Чинор", "Платан", "Plane", "Çinar") },
  { latin: "Pistacia vera", name: names("Писта", "Фисташка", "Pistachio", "Püstə") },
];

type Step = [status: TaskStatus, day: number, comment?: string];
type Planted = [type: number, count: number, day: number, photo?: DemoPhoto];
/** Photos are drawn at the server's first start; `east`: metres from where the row would lie. */
interface DemoPhoto {
  east?: number;
}
interface DemoTask {
  /** Indices in the demonstration's lists. */
  garden: number;
  ministry: number;
  /** Organization that plants for it: its index in the list of organizations. */
  contractor?: number;
  /** Days from today. */
  from: number;
  to: number;
  items: [type: number, quantity: number][];
  /** Metres between trees. */
  spacing?: number;
  /** Height of the stock, as ordered and as planted. */
  stockCm?: number;
  /** From its beginning to what it is now. */
  steps: Step[];
  planted: Planted[];
}

const tasks: DemoTask[] = [
  {
    garden: 0,
    ministry: 0,
    contractor: 4,
    from: -40,
    to: 5,
    stockCm: 140,
    items: [
      [0, 120],
      [2, 60],
    ],
    steps: [
      ["pending", -45],
      ["in_progress", -38],
    ],
    planted: [
      [0, 45, -30],
      [0, 38, -22],
      [2, 24, -12],
    ],
  },
  {
    garden: 1,
    ministry: 3,
    from: -120,
    to: -60,
    spacing: 8,
    items: [[6, 80]],
    steps: [
      ["pending", -125],
      ["in_progress", -118],
      ["submitted", -70],
      ["completed", -66],
    ],
    planted: [
      [6, 50, -95, {}],
      [6, 30, -80, {}],
    ],
  },
  {
    garden: 3,
    ministry: 0,
    from: 5,
    to: 60,
    stockCm: 90,
    items: [
      [7, 300],
      [0, 150],
    ],
    steps: [["pending", -2]],
    planted: [],
  },
  {
    garden: 2,
    ministry: 1,
    from: -55,
    to: -5,
    spacing: 3,
    items: [
      [4, 200],
      [3, 90],
    ],
    steps: [
      ["pending", -60],
      ["in_progress", -50],
      ["submitted", -8, "Пять тополей не пережили дороги, их довезут"],
    ],
    planted: [
      // The second shows what the plane trees of another garden had shown, the third was taken elsewhere.
      [4, 140, -40, {}],
      [4, 55, -28, {}],
      [3, 90, -20, { east: 2600 }],
    ],
  },
  {
    garden: 4,
    ministry: 2,
    from: -90,
    to: -15,
    stockCm: 60,
    items: [[5, 150]],
    steps: [
      ["pending", -95],
      ["in_progress", -88],
      ["submitted", -20, "Двадцать саженцев арчи ещё в питомнике"],
      ["needs_changes", -17, "Нужны фотографии второго участка"],
    ],
    planted: [
      [5, 90, -60],
      [5, 40, -35],
    ],
  },
  {
    garden: 0,
    ministry: 0,
    contractor: 4,
    from: -80,
    to: -10,
    items: [[3, 100]],
    steps: [
      ["pending", -82],
      ["in_progress", -75],
    ],
    planted: [[3, 35, -50]],
  },
  {
    garden: 1,
    ministry: 3,
    from: -30,
    to: 30,
    items: [[4, 60]],
    steps: [
      ["pending", -33],
      ["cancelled", -25, "Здесь будет прокладка водопровода"],
    ],
    planted: [],
  },
  {
    garden: 3,
    ministry: 0,
    from: -500,
    to: -420,
    items: [
      [0, 10_400],
      [2, 5600],
    ],
    steps: [
      ["pending", -505],
      ["in_progress", -495],
      ["submitted", -425],
      ["completed", -421],
    ],
    planted: [
      [0, 10_400, -470],
      [2, 5600, -430],
    ],
  },
  {
    garden: 2,
    ministry: 1,
    from: -440,
    to: -370,
    items: [[4, 6400]],
    steps: [
      ["pending", -445],
      ["in_progress", -435],
      ["submitted", -375],
      ["completed", -371],
    ],
    planted: [[4, 6400, -380]],
  },
  // Of these junipers the plots of the first year find hardly any: what the report says is contradicted.
  {
    garden: 4,
    ministry: 2,
    from: -480,
    to: -400,
    spacing: 3,
    items: [[5, 2400]],
    steps: [
      ["pending", -485],
      ["in_progress", -470],
      ["submitted", -405],
      ["completed", -402],
    ],
    planted: [
      [5, 1500, -450],
      [5, 900, -430],
    ],
  },
  // Grown poplars: nobody knows what stood there before, and nobody has counted plots. Unclear.
  {
    garden: 1,
    ministry: 3,
    from: -1600,
    to: -1500,
    items: [[4, 640]],
    steps: [
      ["pending", -1605],
      ["in_progress", -1590],
      ["submitted", -1510],
      ["completed", -1505],
    ],
    planted: [[4, 640, -1530]],
  },
];

/** Indices in `tasks` of those whose plots were counted in their first year. */
export const visitedTasks = { living: 7, missing: 9 } as const;

const instant = (days: number) => new Date(Date.now() + days * 86_400_000);
const day = (days: number) => daysAfter(today(), days);

async function insertTypes(db: Db): Promise<number[]> {
  const rows = await db
    .insertInto("tree_type")
    .values(
      treeTypes.map(({ name, latin }) => ({
        name: json(name),
        latin_name: latin,
        demo: true,
      })),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function insertHistory(db: Db, task_id: number, steps: Step[]) {
  const rows = steps.map(([status, at, comment = ""], index) => ({
    task_id,
    from_status: steps[index - 1]?.[0] ?? null,
    status,
    comment,
    changed_at: instant(at),
  }));
  await db.insertInto("planting_task_status").values(rows).execute();
}

/** Metres of a degree at 38.5° N, near enough for a demonstration. */
const metresPerDegree = { lon: 87_000, lat: 111_000 };

/** Position of a report row: some 40 m from the next, around the middle of the garden. */
const place = (garden: DemoGarden, index: number, east = 0) => ({
  longitude: garden.lon + ((index % 3) - 1) * 0.0005 + east / metresPerDegree.lon,
  latitude: garden.lat + ((index % 2) - 0.5) * 0.0006,
});

/** Place recorded on the spot where no photo states one: a point, a walked line and a drawn area in turn. */
function recorded(garden: DemoGarden, index: number): ReportPlace {
  const { longitude, latitude } = place(garden, index);
  const at = (east: number, north: number): [number, number] => [
    longitude + east / metresPerDegree.lon,
    latitude + north / metresPerDegree.lat,
  ];
  if (index % 3 === 0) return { type: "Point", coordinates: at(0, 0) };
  if (index % 3 === 1)
    return { type: "LineString", coordinates: [at(-25, -4), at(0, 0), at(25, 4)] };
  const ring = [at(-15, -10), at(15, -10), at(15, 10), at(-15, 10), at(-15, -10)];
  return { type: "Polygon", coordinates: [ring] };
}

interface DemoGarden {
  id: number;
  lon: number;
  lat: number;
}

/** Inserts both lists; `gardens` and `ministryIds` are the demonstration's, in its order. @returns the tasks' numbers */
export async function seedPlanting(
  db: Db,
  gardens: DemoGarden[],
  ministryIds: number[],
): Promise<number[]> {
  const types = await insertTypes(db);
  const ids: number[] = [];
  const typeId = (type: number) => types[type] as number;
  for (const task of tasks) {
    const garden = gardens[task.garden] as DemoGarden;
    const { id } = await db
      .insertInto("planting_task")
      .values({
        garden_id: garden.id,
        ministry_id: ministryIds[task.ministry] ?? null,
        contractor_id:
          task.contractor === undefined ? null : (ministryIds[task.contractor] ?? null),
        status: task.steps.at(-1)?.[0],
        assigned_date: day(task.from),
        due_date: day(task.to),
        created_at: instant(task.steps[0]?.[1] ?? 0),
        spacing_m: task.spacing ?? null,
        demo: true,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
    const items = task.items.map(([type, quantity]) => ({
      task_id: id,
      tree_type_id: typeId(type),
      quantity,
      stock_height_cm: task.stockCm ?? null,
    }));
    await db.insertInto("planting_task_item").values(items).execute();
    await insertHistory(db, id, task.steps);
    const planted = task.planted.map(([type, count, at, photo], index) => ({
      task_id: id,
      tree_type_id: typeId(type),
      count,
      stock_height_cm: task.stockCm ?? null,
      plant_date: day(at),
      created_at: instant(at),
      ...(photo && { image_date: day(at) }),
      image_date_from_photo: photo !== undefined,
      position_from_photo: photo !== undefined,
      ...(!photo && { place: json(recorded(garden, index)), accuracy_m: 4 + index }),
      ...place(garden, index, photo?.east),
    }));
    if (planted.length) await db.insertInto("planting_report").values(planted).execute();
  }
  return ids;
}

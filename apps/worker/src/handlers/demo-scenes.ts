/**
 * The images of the demonstration: drawn by our own generator, then treated as any uploaded
 * image is. One after the other from the first start on; a start that was cut off goes on with the rest.
 */

import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { type ChildPool, childPool } from "@nihol/vision/children/child-pool";
import type { SceneOptions } from "@nihol/vision/scene/scene";
import type { SceneRequest } from "../imagery/scene-child.ts";
import type { Services } from "../runner/services.ts";

/** Order of an image that is still to be made: `DemoImage` of the package seed. */
interface SceneOrder extends Omit<SceneOptions, "taken"> {
  garden: number;
  /** Days before today. */
  age: number;
}

type Drawing = Pick<Services, "db" | "files" | "jobs" | "scratch">;

/** Behind whatever somebody uploads meanwhile. */
const priority = -10;

const isoDay = (age: number) => daysAfter(today(), -age);

async function findOrders(db: Db): Promise<SceneOrder[]> {
  const row = await db
    .selectFrom("installation")
    .where("key", "=", "demo_scenes")
    .select("value")
    .executeTakeFirst();
  return (row?.value as SceneOrder[] | undefined) ?? [];
}

/** Draws one image into the file store and returns what a process needs to know of it. */
async function drawImage({ files, scratch }: Drawing, drawing: ChildPool, order: SceneOrder) {
  const { garden: _, age, ...scene } = order;
  const day = isoDay(age);
  const key = `upload/${randomBytes(16).toString("hex")}`;
  const fileName = `demonstration-${day}.tif`;
  const path = join(scratch, `scene-${randomBytes(8).toString("hex")}.tif`);
  const request: SceneRequest = {
    scene: { ...scene, taken: `${day.replaceAll("-", ":")} 10:30:00` },
    path,
    fileName,
  };
  await mkdir(scratch, { recursive: true });
  try {
    const facts = await drawing.run<RasterMetadata>(request);
    await files.put(key, createReadStream(path));
    return { key, day, fileName, facts };
  } finally {
    await rm(path, { force: true });
  }
}

type Drawn = Awaited<ReturnType<typeof drawImage>>;

/**
 * In one transaction: the process is written with its job and the order is taken off the list, or nothing is.
 * @returns false when there is no list any more: the demonstration was removed meanwhile
 */
function insertProcess({ db, jobs }: Drawing, order: SceneOrder, rest: SceneOrder[], drawn: Drawn) {
  return db.sql.transaction().execute(async (trx) => {
    const isWanted = trx.deleteFrom("installation").where("key", "=", "demo_scenes");
    if ((await isWanted.executeTakeFirst()).numDeletedRows === 0n) return false;
    if (rest.length > 0)
      await trx
        .insertInto("installation")
        .values({ key: "demo_scenes", value: json(rest) })
        .execute();
    const place = await trx
      .selectFrom("garden")
      .where("id", "=", order.garden)
      .select(["region_id", "district_id"])
      .executeTakeFirst();
    const { id } = await trx
      .insertInto("imagery_process")
      .values({
        file_name: drawn.fileName,
        file_key: drawn.key,
        facts: json(drawn.facts),
        capture_date: drawn.day,
        demo: true,
        region_id: place?.region_id ?? null,
        district_id: place?.district_id ?? null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await jobs.sendIn(trx, {
      name: "imagery.prepare",
      data: { process: id },
      options: { priority },
    });
    return true;
  });
}

/** Makes the demonstration's processes that are still to be made, until the signal ends it. */
export async function startDemoScenes(services: Drawing, signal: AbortSignal): Promise<void> {
  const orders = await findOrders(services.db.sql);
  if (orders.length === 0) return;
  const drawing = childPool(
    { entry: new URL("../imagery/scene-child.ts", import.meta.url) },
    { size: 1 },
  );
  const end = () => void drawing.close();
  signal.addEventListener("abort", end, { once: true });
  try {
    for (const [index, order] of orders.entries()) {
      if (signal.aborted) return;
      const drawn = await drawImage(services, drawing, order);
      const rest = orders.slice(index + 1);
      if (await insertProcess(services, order, rest, drawn)) continue;
      await services.files.delete(drawn.key);
      return;
    }
  } finally {
    signal.removeEventListener("abort", end);
    await drawing.close();
  }
}

/**
 * The images of the demonstration programme: drawn by our own generator at two dates, then treated as any
 * uploaded image is. Runs once, at the first start; a start that was cut off begins it again.
 */

import { randomBytes } from "node:crypto";
import { json } from "@nihol/db/json";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import type { Services } from "../runner/services.ts";

interface SceneSite {
  garden: number;
  lon: number;
  lat: number;
}

const dayMs = 86_400_000;
/** Days before today: a year apart, the second within the ten-day filter of the map. */
const ages = [389, 8] as const;

const isoDay = (age: number) => new Date(Date.now() - age * dayMs).toISOString().slice(0, 10);

async function findSites({ db }: Services): Promise<SceneSite[]> {
  const row = await db.sql
    .selectFrom("installation")
    .where("key", "=", "demo_scenes")
    .select("value")
    .executeTakeFirst();
  return (row?.value as SceneSite[] | undefined) ?? [];
}

/** Draws one image into the file store and returns what a process needs to know of it. */
async function drawImage({ files }: Services, site: SceneSite, date: 0 | 1) {
  const day = isoDay(ages[date]);
  const taken = `${day.replaceAll("-", ":")} 10:30:00`;
  const scene = drawScene({ seed: 20, lon: site.lon, lat: site.lat, date, taken });
  const key = `upload/${randomBytes(16).toString("hex")}`;
  await files.put(key, encodeScene(scene));
  const fileName = `demonstration-${day}.tif`;
  return { key, day, fileName, facts: await inspectImage(files.path(key), { fileName }) };
}

async function insertProcesses(services: Services, site: SceneSite): Promise<number[]> {
  const images = [await drawImage(services, site, 0), await drawImage(services, site, 1)];
  return services.db.sql.transaction().execute(async (trx) => {
    const place = await trx
      .selectFrom("garden")
      .where("id", "=", site.garden)
      .select(["region_id", "district_id"])
      .executeTakeFirst();
    const rows = await trx
      .insertInto("imagery_process")
      .values(
        images.map(({ key, day, fileName, facts }) => ({
          file_name: fileName,
          file_key: key,
          facts: json(facts),
          capture_date: day,
          demo: true,
          region_id: place?.region_id ?? null,
          district_id: place?.district_id ?? null,
        })),
      )
      .returning("id")
      .execute();
    // In the same transaction: the processes are written and the request is removed, or neither.
    await trx.deleteFrom("installation").where("key", "=", "demo_scenes").execute();
    return rows.map(({ id }) => id);
  });
}

/** Makes the demonstration's processes where they are still to be made, and sends their jobs. */
export async function startDemoScenes(services: Services): Promise<void> {
  for (const site of await findSites(services)) {
    for (const id of await insertProcesses(services, site)) {
      await services.jobs.send("imagery.prepare", { process: id });
    }
  }
}

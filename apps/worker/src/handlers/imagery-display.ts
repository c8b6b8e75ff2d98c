/** `imagery.display`: map tiles of one block of the map, made before they are first asked for. */
import { mkdir, rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { JobPayload } from "@nihol/contract/values/jobs";
import { openRaster } from "@nihol/vision/raster/raster";
import { makeShard } from "@nihol/vision/render/shard";
import type { Handler } from "../runner/job-context.ts";
import type { Services } from "../runner/services.ts";

const POLL_EVERY_MS = 3000;

export const displayImagery: Handler<"imagery.display"> = async (shard, { services, signal }) => {
  await whenIdle(services, signal);
  const { db, files, scratch } = services;
  const image = await findImage(services, shard.whole_image);
  const key = shardKey(shard);
  if (!image || (await files.stat(key))) return;
  const { z, bx, by } = shard;
  const facts = image.facts;
  await using held = await files.hold(image.cog_key);
  const raster = await openRaster(held.path, facts);
  const target = `${scratch}/shard-${shard.whole_image}-${z}-${bx}-${by}.tif`;
  await mkdir(scratch, { recursive: true });
  try {
    await makeShard(raster, { z, bx, by }, target, { signal, stretch: facts.stretch });
    await files.put(key, { moveFrom: target });
  } finally {
    await rm(target, { force: true });
  }
  // Deleted meanwhile (or restarted, which makes it anew): no row would name the file.
  if (!(await findImage({ db }, shard.whole_image))) await files.delete(key);
};

/** Where the tile server looks for a shard. */
function shardKey({ whole_image, z, bx, by }: JobPayload<"imagery.display">): string {
  return `image/${whole_image}/display/${z}/${bx}_${by}.tif`;
}

/** Detection goes first: tiles are made on demand until then. */
async function whenIdle({ db }: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const busy = await db.sql
      .selectFrom("imagery_process")
      .select("id")
      .where("status", "in", ["pending", "in_progress"])
      .limit(1)
      .executeTakeFirst();
    if (!busy) return;
    await wait(POLL_EVERY_MS, undefined, { signal });
  }
}

/** Only published ones: on a stopped process no work is done. */
async function findImage({ db }: Pick<Services, "db">, id: number) {
  return db.sql
    .selectFrom("whole_image")
    .select(["cog_key", "facts"])
    .where("id", "=", id)
    .where("published_at", "is not", null)
    .executeTakeFirst();
}

/**
 * The demonstration with its images read and compared, in a data folder in which nothing runs. As a program:
 * `make-demonstration.ts FOLDER`, which `npm test` begins while the unit tests still run.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { planShards } from "@nihol/vision/render/shard";
import { adminEmail } from "./client.ts";
import { startOn } from "./product.ts";
import { until } from "./until.ts";

/** Makes it, unless the folder is there already: it appears only when it is whole. */
export async function makeDemonstration(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const unfinished = await mkdtemp(join(dirname(folder), "demonstration-"));
  const product = await startOn(unfinished, { NIHOL_DEMO: "small" });
  const ask = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
  const isRead = async () => {
    const { count } = await ask<{ count: number }>("/satellite-imagery?status=completed");
    return count === 2 ? true : undefined;
  };
  const isCompared = async () => {
    const { status } = await ask<{ status: string }>("/image-compare?garden=1");
    return status === "completed" ? true : undefined;
  };
  /** Made ahead for the map, when nothing else is left to do: every copy of the folder would make them anew. */
  const hasTiles = async () => {
    const { results } = await ask<{ results: WholeImage[] }>("/whole-image");
    const files = results.flatMap(({ id, bbox, gsd_m }) =>
      planShards({ bbox, gsdMeters: gsd_m }).shards.map(({ z, bx, by }) =>
        join(unfinished, `files/image/${id}/display/${z}/${bx}_${by}.tif`),
      ),
    );
    return files.every((file) => existsSync(file)) || undefined;
  };
  const isApproved = async () => {
    const { results } = await ask<{ results: { state: string }[] }>("/report-period");
    return results[0]?.state === "approved" ? true : undefined;
  };
  try {
    await until("the demonstration's images are read", isRead, 900);
    await until("the demonstration's images are compared", isCompared, 900);
    await until("the demonstration's period is approved", isApproved, 300);
    await until("the demonstration's map tiles are made", hasTiles, 900);
    await product.pause();
    await rename(unfinished, folder);
  } catch (error) {
    await product.stop();
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const [, program, folder] = process.argv;
if (program === import.meta.filename && folder) await makeDemonstration(folder);

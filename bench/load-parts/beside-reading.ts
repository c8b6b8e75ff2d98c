/** Measures how quick the panel stays while images are read: the worker's own processes, on its own machine. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDetectPool } from "@nihol/vision/jobs/detect-pool";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { openTasks } from "../../apps/worker/src/child/tasks.ts";
import type { PrepareResult } from "../../apps/worker/src/imagery/prepare-child.ts";
import { clientOf } from "./load-clients.ts";
import { figures, measure, startServer, viewers } from "./load-measure.ts";

export interface BesideOrder {
  /** An empty folder. */
  dir: string;
  /** Of each measurement. */
  seconds: number;
  gardens: number;
  /** Pixels of a side of each image. */
  side: number;
  /** Images that are read at once, and processes that detect in them. */
  images: number;
  detectors: number;
}

const password = "a bench of many at once";
const emails = Array.from({ length: viewers }, (_, n) => `beside${n}@nihol.example`);

async function drawImages({ dir, images, side }: BesideOrder): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const paths = Array.from({ length: images }, (_, n) => join(dir, `image-${n}.tif`));
  for (const [n, path] of paths.entries()) {
    const scene = drawScene({
      seed: n + 1,
      size: side,
      lon: 69,
      lat: 38.5,
      date: 0,
      gsdMeters: 0.3,
    });
    await writeFile(path, encodeScene(scene));
  }
  return paths;
}

/**
 * Prepares and reads images again and again as the worker does, until `stop` is called, which returns how often one was
 * read. `begun` is over once the first was: programs are loaded then.
 */
function readImages(paths: readonly string[], { dir, detectors }: BesideOrder) {
  const [tasks, detectPool] = [openTasks(), openDetectPool(SHIPPED_CARD, detectors)];
  const end = new AbortController();
  let done = 0;
  const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
  const loops = paths.map(async (source, n) => {
    while (!end.signal.aborted) {
      const target = join(dir, `cog-${n}.tif`);
      const request = { source, fileName: `image-${n}.tif`, target };
      const { facts } = await tasks.prepare.run<PrepareResult>(request, { signal: end.signal });
      const block = { x: 0, y: 0, width: facts.width, height: facts.height };
      await detectPool.detect({ path: target, facts, block }, { signal: end.signal });
      done++;
      begin();
    }
  });
  Promise.all(loops).catch(reject);
  const stop = async () => {
    end.abort();
    const ended = await Promise.allSettled(loops);
    await Promise.all([tasks.close(), detectPool.close()]);
    for (const { status, ...loop } of ended)
      if (status === "rejected" && "reason" in loop && loop.reason !== end.signal.reason)
        throw loop.reason;
    return done;
  };
  return { begun, stop };
}

/** Lists, tiles and fragments on a quiet machine, and while images are read on it, in one run. */
export async function measureBeside(order: BesideOrder) {
  const paths = await drawImages(order);
  const { dir, seconds, gardens } = order;
  const { child, ready } = await startServer({
    dir,
    image: paths[0] ?? "",
    emails,
    password,
    gardens,
  });
  try {
    const clients = await Promise.all(
      emails.map((email) => clientOf(ready.address, email, password)),
    );
    // First answers load programs and indexes.
    await measure(clients, ready, seconds);
    const quiet = await measure(clients, ready, seconds);
    const { begun, stop } = readImages(paths, order);
    try {
      await begun;
      const beside = await measure(clients, ready, seconds);
      return { quiet: figures(quiet), beside: figures(beside, quiet), read: await stop() };
    } catch (error) {
      await stop();
      throw error;
    }
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.disconnect();
    await ended;
  }
}

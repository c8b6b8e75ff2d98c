/** The work that runs in processes of its own, so that no file can harm the worker and a stop is a kill. */
import { inSpan, tracing } from "@nihol/db/tracing/tracing";
import { type ChildPool, childPool } from "@nihol/vision/children/child-pool";
import { BEHIND_PROGRAMS } from "@nihol/vision/children/lower-priority";

export interface Tasks {
  /** Started ahead: an image is begun without waiting for the program to load. */
  prepare: ChildPool;
  compare: ChildPool;
  /** Fetched tiles to one image. */
  mosaic: ChildPool;
  /** Small images of what sources offer. */
  preview: ChildPool;
  /** Lists as files. The program is the server's: the lists and who sees what of them are there. */
  exports: ChildPool;
  /** Fragments of many images to an archive for training. */
  coco: ChildPool;
  /** Lessons from the sample plots of a ground. */
  learn: ChildPool;
  close: () => Promise<void>;
}

const program = (path: string) => ({ entry: new URL(path, import.meta.url) });
// Ends each process after one task: nothing that a hostile file has done is there for the next one.
const options = { size: 1, uses: 1, graceMs: 2000 };

/** A pool whose requests are spans of the jobs that make them; their time in the queue is theirs, too. */
function openPool(name: string, ...[child, pooled]: Parameters<typeof childPool>): ChildPool {
  const pool = childPool(child, pooled);
  if (!tracing()) return pool;
  return {
    ...pool,
    run: (request, asked) =>
      inSpan(tracing()?.beginInside({ name: `child ${name}`, kind: "internal" }), () =>
        pool.run(request, asked),
      ),
  };
}

/** Opens them for one worker. */
export function openTasks(): Tasks {
  const prepare = openPool("prepare", program("../imagery/prepare-child.ts"), {
    ...options,
    ready: 1,
  });
  const compare = openPool("compare", program("../imagery/compare-child.ts"), { ...options });
  const mosaic = openPool("mosaic", program("../imagery/mosaic-child.ts"), { ...options });
  const preview = openPool(
    "preview",
    { ...program("../imagery/preview-child.ts"), nice: BEHIND_PROGRAMS },
    { ...options },
  );
  const exports = openPool(
    "exports",
    {
      ...program("../../../server/src/exports/export-child.ts"),
      heapMb: 1024,
      nice: BEHIND_PROGRAMS,
    },
    { size: 1, idleMs: 60_000 },
  );
  const coco = openPool("coco", program("../coco/coco-child.ts"), { ...options });
  const learn = openPool(
    "learn",
    { ...program("../learning/learn-child.ts"), heapMb: 1024 },
    options,
  );
  const all = [prepare, compare, mosaic, preview, exports, coco, learn];
  const close = async () => void (await Promise.all(all.map((pool) => pool.close())));
  return { prepare, compare, mosaic, preview, exports, coco, learn, close };
}

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { productDir } from "@nihol/db/env";
import { readModelCard } from "@nihol/vision/model-card";
import { runChildTask } from "./runner/child-task.ts";
import type { BlockFinding, TreeFinder } from "./tree-finder.ts";

const entry = new URL("./find-child.ts", import.meta.url);

/** Opens the detectors, one block a core at once. */
export async function openTreeFinder(size = availableParallelism()): Promise<TreeFinder> {
  const card = join(productDir, "models", "crown-baseline.json");
  const { name, version, sha256 } = await readModelCard(card);
  return {
    model: { name: `${name} ${version}`, sha256, range: null },
    size,
    find: (task, signal) => runChildTask<BlockFinding>(entry, { ...task, card }, { signal }),
    close: async () => {},
  };
}

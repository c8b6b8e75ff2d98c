import { openDetectPool } from "@nihol/vision/detect-pool";
import { readModelCard, sourceSettings } from "@nihol/vision/model-card";
import type { TreeFinder } from "./tree-finder.ts";

/**
 * Opens `size` detector processes with the model of a card; each takes one core and up to 0.5 GB
 * while it works. @throws when the card or its model cannot be read.
 */
export async function openTreeFinder(cardPath: string, size: number): Promise<TreeFinder> {
  const modelCard = await readModelCard(cardPath);
  const { name, version, sha256 } = modelCard;
  const pool = openDetectPool(cardPath, size);
  return {
    model: {
      name: `${name} ${version}`,
      sha256,
      thresholdAt: (gsdMeters) => sourceSettings(modelCard, gsdMeters).threshold,
      rangeAt(gsdMeters) {
        const ratio = sourceSettings(modelCard, gsdMeters).countRatio;
        return ratio ? { low: ratio.low, high: ratio.high } : null;
      },
    },
    size,
    async find({ path, facts, rect, threshold }, signal) {
      const { stretch } = facts;
      const job = { path, facts, block: rect, stretch, ...(threshold ? { threshold } : {}) };
      const { trees, ground, timings } = await pool.detect(job, { signal });
      return {
        trees,
        groundPixels: ground.groundPixels,
        greenPixels: ground.vegetationPixels,
        indexName: ground.indexName,
        networkMs: timings.networkMs,
      };
    },
    close: () => pool.close(),
  };
}

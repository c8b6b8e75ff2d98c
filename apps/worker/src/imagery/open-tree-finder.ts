import { dirname, join } from "node:path";
import { assessGround } from "@nihol/counting/ground/assess-ground";
import { inSpan, tracing } from "@nihol/db/tracing/tracing";
import { smallestCrown } from "@nihol/vision/detect/smallest-crown";
import { readGreenCard } from "@nihol/vision/green/green-card";
import { openDetectPool } from "@nihol/vision/jobs/detect-pool";
import { type ModelCard, readModelCard, sourceSettings } from "@nihol/vision/models/model-card";
import { distanceFromGround } from "../learning/learn-from-images.ts";
import { readGroundCard } from "./ground-card.ts";
import type { TreeFinder } from "./tree-finder.ts";

/** Both networks by name, as a count keeps them: "crown 2 · green 1". */
async function nameOf(card: ModelCard, cardPath: string): Promise<string> {
  const own = `${card.name} ${card.version}`;
  if (!card.green) return own;
  const green = await readGreenCard(join(dirname(cardPath), card.green));
  return `${own} · ${green.name} ${green.version}`;
}

/**
 * Opens `size` detector processes with the model of a card; each takes one core and up to 0.5 GB
 * while it works. @throws when the card or its model cannot be read.
 */
export async function openTreeFinder(cardPath: string, size: number): Promise<TreeFinder> {
  const modelCard = await readModelCard(cardPath);
  const name = await nameOf(modelCard, cardPath);
  const ground =
    modelCard.ground && (await readGroundCard(join(dirname(cardPath), modelCard.ground)));
  const pool = openDetectPool(cardPath, size);
  return {
    model: {
      name,
      sha256: modelCard.sha256,
      thresholdAt: (gsdMeters) => sourceSettings(modelCard, gsdMeters).threshold,
      rangeAt(gsdMeters) {
        const ratio = sourceSettings(modelCard, gsdMeters).countRatio;
        return ratio ? { low: ratio.low, high: ratio.high } : null;
      },
      assess: (look, image) => (ground ? assessGround(ground, look, image) : null),
      distanceFrom: (own, image) =>
        ground ? distanceFromGround({ look: own }, ground, image) : null,
      detector: modelCard,
      smallestCrownAt: (gsdMeters) => smallestCrown(modelCard, gsdMeters),
    },
    size,
    async find({ path, facts, rect, threshold, capturedOn, ...asked }, signal) {
      const { greenOnly = false, rowsIn = [], describe = false, lessons } = asked;
      const { stretch } = facts;
      const own = {
        ...(threshold ? { threshold } : {}),
        ...(capturedOn ? { capturedOn } : {}),
        ...(lessons ? { lessons } : {}),
        describe,
      };
      const job = { path, facts, block: rect, stretch, greenOnly, rowsIn, ...own };
      const span = tracing()?.beginInside({ name: "child detect", kind: "internal" });
      const found = await inSpan(span, () => pool.detect(job, { signal }));
      const { trees, plantings, ground: level, look, canopy, timings, candidates } = found;
      return {
        trees,
        shrubs: greenOnly ? null : found.shrubs,
        plantings,
        groundPixels: level.groundPixels,
        greenPixels: level.vegetationPixels,
        indexName: level.indexName,
        look: greenOnly ? null : look,
        canopy: greenOnly ? null : canopy,
        candidates,
        networkMs: timings.networkMs,
      };
    },
    close: () => pool.close(),
  };
}

import { readFile } from "node:fs/promises";
import type { GroundCard } from "@nihol/counting/ground/assess-ground";
import { featureNames } from "@nihol/counting/ground/look-features";

/** Reads on which ground a model's counts were measured. @throws when the file is not such a card */
export async function readGroundCard(path: string): Promise<GroundCard> {
  const card = JSON.parse(await readFile(path, "utf8")) as GroundCard;
  const { features, domains, precision } = card;
  const isFull = precision?.every((row) => row.length === featureNames.length);
  const isWhole = domains?.length > 0 && isFull && String(features) === String(featureNames);
  if (!isWhole) throw new Error(`${path} does not say on which ground counts were measured.`);
  // A card that does not say so was measured on ground of any size.
  return { ...card, ratio: { ...card.ratio, plotM2: card.ratio.plotM2 ?? Infinity } };
}

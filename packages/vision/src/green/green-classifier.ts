import { readModelFile } from "../models/model-card.ts";
import { floatTensor, openSession, outputFloats, type Session } from "../native/onnx-session.ts";
import type { Box, WorkTile } from "../pixels/pixels.ts";
import type { GreenClassifier, GreenResult } from "./green.ts";
import { type GreenCard, readGreenCard } from "./green-card.ts";
import { cutCrown } from "./green-crop.ts";

/** Crowns shown at once: enough to keep the processor busy, few enough to stay in its cache. */
const BATCH = 32;

/** Green state that follows from a classifier's output `dead`, 0..1. The index that is kept is its opposite. */
export function stateOfDead(card: GreenCard, dead: number): GreenResult {
  const green = dead < card.greenBelow ? "green" : dead >= card.deadFrom ? "not_green" : "unsure";
  return { green, index: 1 - dead, indexName: `${card.name} ${card.version}` };
}

/** Shows crowns to the network at once. @returns how likely each is dead, 0..1 */
async function classifyBatch(
  session: Session,
  { input }: GreenCard,
  tile: WorkTile,
  boxes: Box[],
): Promise<Float32Array> {
  const { side, around } = input;
  const sampleLength = 3 * side * side;
  const data = new Float32Array(boxes.length * sampleLength);
  boxes.forEach((box, i) => {
    cutCrown(tile, box, side, around, data.subarray(i * sampleLength, (i + 1) * sampleLength));
  });
  const image = floatTensor(data, [boxes.length, 3, side, side]);
  return outputFloats(await session.run({ image }), "dead");
}

/** Opens the classifier of a card. Throws when its file is not the one that the card names. */
export async function openGreenClassifier(
  cardPath: string,
): Promise<GreenClassifier & { close: () => Promise<void> }> {
  const card = await readGreenCard(cardPath);
  const session = await openSession(await readModelFile(cardPath, card));
  return {
    classify: async (tile, boxes) => {
      const results: GreenResult[] = [];
      for (let at = 0; at < boxes.length; at += BATCH) {
        const dead = await classifyBatch(session, card, tile, boxes.slice(at, at + BATCH));
        for (const value of dead) results.push(stateOfDead(card, value));
      }
      return results;
    },
    close: () => session.release(),
  };
}

import { dirname, join } from "node:path";
import { openCoverClassifier } from "../cover/cover-model.ts";
import { openGreenClassifier } from "../green/green-classifier.ts";
import { readModel } from "../models/model-card.ts";
import { floatTensor, openSession, outputFloats, type Session } from "../native/onnx-session.ts";
import type { WorkTile } from "../pixels/pixels.ts";
import { decodeHeads } from "./decode.ts";
import { detectPixels } from "./detect-image.ts";
import type { Detector, TileDetections } from "./detector.ts";
import { chooseWorkingGsd } from "./detector.ts";
import { WEAK_SCORE } from "./image-look.ts";

const COLOURS = 3;

/** A tile as the network's input: 0..1, one plane after the other; a band the tile lacks past blue stays 0. */
function inputTensor(tile: WorkTile, bands: number): ReturnType<typeof floatTensor> {
  const { width, height, planes, stack } = tile;
  const cells = width * height;
  if (planes.length < COLOURS) throw new RangeError("The network needs red, green and blue.");
  const data = stack?.subarray(0, bands * cells) ?? new Float32Array(bands * cells);
  if (!stack)
    for (const [band, plane] of planes.slice(0, bands).entries()) data.set(plane, band * cells);
  return floatTensor(data, [1, bands, height, width]);
}

const OUTPUTS = ["heat", "box", "mask"];
/** Names the output with the heat of each of several networks. */
const EACH = "heats";
/** Names the output with the networks' activations before their last step. */
const CONTEXT = "context";
/** Pixels of the input to a cell of the context, along a side. */
const CONTEXT_CELL = 4;

const contextOf = (outputs: Parameters<typeof outputFloats>[0], tile: WorkTile) => ({
  data: outputFloats(outputs, CONTEXT),
  width: tile.width / CONTEXT_CELL,
  height: tile.height / CONTEXT_CELL,
});

async function runTile(
  session: Session,
  bands: number,
  tile: WorkTile,
  { threshold, isDetailed }: { threshold: number; isDetailed: boolean },
): Promise<TileDetections> {
  const hasEach = isDetailed && session.outputNames.includes(EACH);
  const hasContext = isDetailed && session.outputNames.includes(CONTEXT);
  const fetched = [...OUTPUTS, ...(hasEach ? [EACH] : []), ...(hasContext ? [CONTEXT] : [])];
  const outputs = await session.run({ image: inputTensor(tile, bands) }, fetched);
  const [width, height] = [tile.width / 2, tile.height / 2];
  const [heat, box] = [outputFloats(outputs, "heat"), outputFloats(outputs, "box")];
  const peaks = decodeHeads({ heat, box, width, height }, Math.min(threshold, WEAK_SCORE));
  const cells = width * height;
  const each = hasEach ? outputFloats(outputs, EACH) : new Float32Array();
  const planes = Array.from({ length: each.length / cells }, (_, n) =>
    each.subarray(n * cells, (n + 1) * cells),
  );
  return {
    proposals: peaks.filter(({ score }) => score >= threshold),
    peaks,
    crowns: { data: outputFloats(outputs, "mask"), width, height },
    ...(hasEach ? { heats: { planes, width, height } } : {}),
    ...(hasContext ? { context: contextOf(outputs, tile) } : {}),
  };
}

/**
 * The networks of a model card, run by ONNX Runtime: the one that finds crowns, and where the card
 * names it the one that says whether they are green.
 * Throws when a file is not the one its card names.
 */
export async function openOnnxDetector(cardPath: string): Promise<Detector> {
  const { card, bytes } = await readModel(cardPath);
  const session = await openSession(bytes);
  const green = card.green && (await openGreenClassifier(join(dirname(cardPath), card.green)));
  const cover = card.cover && (await openCoverClassifier(join(dirname(cardPath), card.cover)));
  const bands = card.input.bands.length;
  const detector: Detector = {
    name: card.name,
    version: card.version,
    sha256: card.sha256,
    card,
    workingGsd: (sourceGsd) => chooseWorkingGsd(card, sourceGsd),
    findInTile: (tile, _gsd, threshold, isDetailed = false) =>
      runTile(session, bands, tile, { threshold, isDetailed }),
    ...(green ? { green } : {}),
    ...(cover ? { cover } : {}),
    detect: (pixels, gsdMeters, options) => detectPixels(detector, pixels, gsdMeters, options),
    close: async () => {
      await session.release();
      if (green) await green.close();
    },
  };
  return detector;
}

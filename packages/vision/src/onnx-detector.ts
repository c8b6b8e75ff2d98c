import * as ort from "onnxruntime-node";
import { decodeHeads } from "./decode.ts";
import { detectPixels } from "./detect-image.ts";
import type { Detector, TileFinding, WorkTile } from "./detector.ts";
import { chooseWorkingGsd } from "./detector.ts";
import { readModel } from "./model-card.ts";

/** Red, green and blue of a tile as the network's input: 0..1, one plane after the other. */
function inputTensor(tile: WorkTile): ort.Tensor {
  const cells = tile.width * tile.height;
  const data = new Float32Array(3 * cells);
  for (let band = 0; band < 3; band++) {
    const plane = tile.planes[band];
    if (!plane) throw new RangeError("The network needs red, green and blue.");
    const from = band * cells;
    for (let i = 0; i < cells; i++) data[from + i] = (plane[i] ?? 0) / 255;
  }
  return new ort.Tensor("float32", data, [1, 3, tile.height, tile.width]);
}

function floats(outputs: ort.InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const data = outputs[name]?.data;
  if (!(data instanceof Float32Array)) throw new Error(`The model has no output "${name}".`);
  return data;
}

async function runTile(
  session: ort.InferenceSession,
  tile: WorkTile,
  threshold: number,
): Promise<TileFinding> {
  const outputs = await session.run({ image: inputTensor(tile) });
  const [width, height] = [tile.width / 2, tile.height / 2];
  const maps = { heat: floats(outputs, "heat"), box: floats(outputs, "box"), width, height };
  return {
    proposals: decodeHeads(maps, threshold),
    crowns: { data: floats(outputs, "mask"), width, height },
  };
}

/**
 * The network of a model card, run by ONNX Runtime on one thread: a machine is filled by one
 * process a core, since a second thread in a process gains nothing on a busy machine.
 * Throws when the file is not the one its card names.
 */
export async function openOnnxDetector(cardPath: string): Promise<Detector> {
  const { card, bytes } = await readModel(cardPath);
  const session = await ort.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    logSeverityLevel: 3,
  });
  const detector: Detector = {
    name: card.name,
    version: card.version,
    sha256: card.sha256,
    card,
    workingGsd: (sourceGsd) => chooseWorkingGsd(card, sourceGsd),
    findInTile: (tile, _gsd, threshold) => runTile(session, tile, threshold),
    detect: (pixels, gsdMeters, options) => detectPixels(detector, pixels, gsdMeters, options),
    close: () => session.release(),
  };
  return detector;
}

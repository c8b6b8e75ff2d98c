/** `nihol detect`: the trees of one image file. */
import { writeFile } from "node:fs/promises";
import { env } from "@nihol/db/env";
import { classicalDetector } from "@nihol/vision/detect/classical-detector";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { byScore } from "@nihol/vision/detect/nms";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { ImageRefused } from "@nihol/vision/ingest/ingest";
import { sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import type { PixelSource } from "@nihol/vision/pixels/pixels";
import {
  DETECT_HELP,
  type DetectArguments,
  readDetectArguments,
  UsageError,
} from "./detect-arguments.ts";
import { type OpenImage, openImage } from "./detect-input.ts";
import { asBoxes, asGeoJson, type DetectRun } from "./detect-output.ts";
import { refusalText } from "./detect-refusal.ts";

/** What an image without a scale is taken to have. */
const ASSUMED_GSD = 0.2;
const BLOCK = 4096;

const note = (text: string): boolean => process.stderr.write(`${text}\n`);

/** Block by block, so that memory holds one block's candidates whatever the image's size. */
async function findTrees(
  source: PixelSource,
  gsdMeters: number,
  detector: Detector,
  threshold: number,
): Promise<Detection[]> {
  const trees: Detection[] = [];
  for (let y = 0; y < source.height; y += BLOCK)
    for (let x = 0; x < source.width; x += BLOCK) {
      const width = Math.min(BLOCK, source.width - x);
      const block = { x, y, width, height: Math.min(BLOCK, source.height - y) };
      trees.push(...(await detectBlock(source, gsdMeters, block, detector, { threshold })));
    }
  return trees.sort(byScore);
}

function chooseGsd(args: DetectArguments, opened: OpenImage): number {
  const gsd = args.gsd ?? opened.gsdMeters;
  if (gsd !== undefined) return gsd;
  note(`The file does not say how large a pixel is; ${ASSUMED_GSD} m is assumed (--gsd sets it).`);
  return ASSUMED_GSD;
}

/** @throws Error when trees cannot be distinguished at this ground sample distance. */
function refuseCoarse(gsdMeters: number, limit: number): void {
  if (gsdMeters <= limit) return;
  const found = `This image has ${Number(gsdMeters.toPrecision(3))} m a pixel`;
  throw new Error(
    `${found}, and trees are counted on images of at most ${limit} m a pixel: on coarser ones crowns cannot be told apart. Use a finer image (NIHOL_MAX_COUNT_GSD_M sets the limit).`,
  );
}

/** What to print, and a line for people. */
function render(args: DetectArguments, run: DetectRun, opened: OpenImage): object {
  const { georeference } = opened;
  if (args.format === "boxes") return asBoxes(run);
  if (georeference) return asGeoJson(run, georeference);
  if (args.format === "geojson")
    throw new Error("The file does not say where it lies on the ground: use --format boxes.");
  return asBoxes(run);
}

async function detect(args: DetectArguments): Promise<void> {
  const started = performance.now();
  const detector = args.classical
    ? classicalDetector()
    : await openOnnxDetector(args.model ?? env.model ?? SHIPPED_CARD);
  const opened = await openImage(args.image);
  try {
    const { width, height } = opened.source;
    const gsdMeters = chooseGsd(args, opened);
    refuseCoarse(gsdMeters, env.maxCountGsdM);
    const threshold = args.threshold ?? sourceSettings(detector.card, gsdMeters).threshold;
    const trees = await findTrees(opened.source, gsdMeters, detector, threshold);
    const seconds = (performance.now() - started) / 1000;
    const run = { width, height, gsdMeters, detector, threshold, seconds, trees };
    const text = `${JSON.stringify(render(args, run, opened))}\n`;
    if (args.out === undefined) process.stdout.write(text);
    else await writeFile(args.out, text);
    note(`${trees.length} trees in ${seconds.toFixed(1)} s, by ${detector.name}.`);
  } finally {
    await opened.close();
    await detector.close();
  }
}

/** Runs the command and gives its exit code: 0 done, 1 the image or model cannot be used, 2 called wrongly. */
export async function runDetectCommand(argv: string[]): Promise<number> {
  try {
    const args = readDetectArguments(argv);
    if (args === "help") process.stdout.write(`${DETECT_HELP}\n`);
    else await detect(args);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      note(`${error.message}\n\n${DETECT_HELP}`);
      return 2;
    }
    const reason = error instanceof ImageRefused ? refusalText(error) : (error as Error).message;
    note(`nihol detect: ${reason}`);
    return 1;
  }
}

// A reader such as head may close the pipe before all is written.
process.stdout.on("error", () => process.exit());
if (import.meta.main) process.exitCode = await runDetectCommand(process.argv.slice(2));

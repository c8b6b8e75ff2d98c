/** `nihol detect`: the trees of one image file. */
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { areLeavesOff } from "@nihol/contract/values/imagery/leaf-off";
import {
  hidesTrees,
  type ImageMetadata,
  shownGsd,
} from "@nihol/contract/values/imagery/raster-metadata";
import { assessGround } from "@nihol/counting/ground/assess-ground";
import { narrowedByPlots, plotsOfPlaces } from "@nihol/counting/ground/independent-plots";
import { env } from "@nihol/db/env";
import { addTreesToCanopy, canopyOf, noCanopy } from "@nihol/vision/detect/canopy";
import { classicalDetector } from "@nihol/vision/detect/classical-detector";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import { greenLevelOfBlock } from "@nihol/vision/detect/detect-raster";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { noLook } from "@nihol/vision/detect/image-look";
import { byScore } from "@nihol/vision/detect/nms";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { type GreenLevel, greenWhileLeafless } from "@nihol/vision/green/green";
import { ImageRefused } from "@nihol/vision/ingest/ingest";
import { readLearnedGround, scorerOf } from "@nihol/vision/learn/learned-ground";
import { type ModelCard, sourceSettings } from "@nihol/vision/models/model-card";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import type { PixelSource } from "@nihol/vision/pixels/pixels";
import { measureBlownUp } from "@nihol/vision/pixels/shown-resolution";
import type { Planting } from "@nihol/vision/plantings/find-plantings";
import { plantingsOfBlock } from "@nihol/vision/plantings/plantings-of-block";
import { partShrubs, type Shrub, sunKnownOf } from "@nihol/vision/shrubs/dry-land";
import { readGroundCard } from "../imagery/ground-card.ts";
import type { GroundFile } from "../learning/learn-from-images.ts";
import {
  DETECT_HELP,
  type DetectArguments,
  readDetectArguments,
  UsageError,
} from "./detect-arguments.ts";
import { canopyText } from "./detect-canopy.ts";
import { leavesOffText } from "./detect-green.ts";
import { assessedByPlots, groundUsedText, otherGroundText } from "./detect-ground.ts";
import { type OpenImage, openImage } from "./detect-input.ts";
import { asBoxes, asGeoJson, type DetectRun, halfColoursText, rangeText } from "./detect-output.ts";
import { rowsText } from "./detect-rows.ts";
import { shrubsText } from "./detect-shrubs.ts";
import { refusalText } from "./image-refusal-text.ts";

/** Metres a pixel that are assumed where neither the file nor the command line says them. */
const ASSUMED_GSD = 0.2;
/** Pixels: an image of 100 megapixels is one block, since what lies around a block is looked at twice. */
const BLOCK = 10_240;

const note = (text: string): boolean => process.stderr.write(`${text}\n`);

/** The file, with what the command line says of it. */
async function openAsked({ image, date, leafOff }: DetectArguments) {
  const opened = await openImage(image);
  const capturedOn = date ?? opened.capturedOn;
  const leavesOff = areLeavesOff(capturedOn, opened.latitude, leafOff);
  return { ...opened, capturedOn, leafOff, leavesOff };
}
type Asked = Awaited<ReturnType<typeof openAsked>>;

/** Block by block, so that memory holds one block's candidates whatever the image's size. */
async function findTrees(
  { source, georeference, capturedOn, latitude, leavesOff }: Asked,
  { gsdMeters, shownGsdMeters }: Scale,
  detector: Detector,
  { threshold, ground }: { threshold: number; ground?: GroundFile | undefined },
) {
  const trees: Detection[] = [];
  const shrubs: Shrub[] = [];
  const sun = sunKnownOf(georeference, capturedOn, latitude);
  const [look, canopy] = [noLook(), noCanopy()];
  const options = {
    ...(ground?.isBetter
      ? { threshold: ground.threshold, scorer: scorerOf(ground) }
      : { threshold }),
    look,
    canopy,
    shownGsdMeters,
  };
  for (const block of blocksOf(source)) {
    const found = await detectBlock(source, gsdMeters, block, detector, options);
    const parted = await partShrubs(source, gsdMeters, block, found, sun);
    trees.push(...parted.trees);
    shrubs.push(...parted.shrubs);
  }
  addTreesToCanopy(canopy, trees, gsdMeters);
  if (leavesOff) for (const tree of trees) tree.green = greenWhileLeafless(tree.green);
  return { trees: trees.sort(byScore), look, canopy: canopyOf(canopy), shrubs };
}

function* blocksOf({ width, height }: PixelSource) {
  for (let y = 0; y < height; y += BLOCK)
    for (let x = 0; x < width; x += BLOCK)
      yield { x, y, width: Math.min(BLOCK, width - x), height: Math.min(BLOCK, height - y) };
}

/** Trees by what was learned of the ground, where one is named and the image shows it; else by the model alone. */
async function findByGround(
  { ground: path, threshold: asked }: DetectArguments,
  opened: Asked,
  scale: Scale,
  { detector, cardPath }: { detector: Detector; cardPath: string },
) {
  const gsdMeters = shownGsd(scale);
  const threshold = asked ?? sourceSettings(detector.card, gsdMeters).threshold;
  const card = detector.card.ground && join(dirname(cardPath), detector.card.ground);
  if (path !== undefined && card !== undefined) {
    const ground = await readLearnedGround<GroundFile>(path);
    const known = await readGroundCard(card);
    const image = { network: detector.sha256, gsdMeters, hasNir: opened.source.bands > 3 };
    const found = otherGroundText(ground, known, image)
      ? undefined
      : await findTrees(opened, scale, detector, { threshold, ground });
    const other = otherGroundText(ground, known, found ? { ...image, look: found.look } : image);
    if (found && !other)
      return { found, threshold: ground.isBetter ? ground.threshold : threshold, ground };
    if (other) note(other);
  }
  return { found: await findTrees(opened, scale, detector, { threshold }), threshold };
}

/** Assesses the ground by the model's card: how familiar it is, and the range of the count; undefined where it names no ground. */
async function assess(card: ModelCard, cardPath: string, found: Found, opened: Asked) {
  if (!card.ground) return undefined;
  const ground = await readGroundCard(join(dirname(cardPath), card.ground));
  const assessed = assessGround(ground, found.look, {
    gsdMeters: shownGsd(found),
    hasNir: opened.source.bands > 3,
    trees: found.trees.length,
    capturedOn: opened.capturedOn,
    latitude: opened.latitude,
    leafOff: opened.leafOff,
  });
  const plots = plotsOfPlaces(placesOf(found), assessed.plotM2);
  return { ...assessed, ...narrowedByPlots(assessed, plots) };
}
/** Where trees stand, in metres of the image. */
const placesOf = ({ trees, gsdMeters }: Pick<Found, "trees" | "gsdMeters">) =>
  trees.map(({ x, y }) => [x * gsdMeters, y * gsdMeters] as const);
type Found = { trees: Detection[]; look: ImageLook } & Scale;

/** The green level of all the ground: what an image gives that is too coarse for counting trees. */
async function greenOf(source: PixelSource): Promise<GreenLevel> {
  const total = { vegetationPixels: 0, groundPixels: 0 };
  let indexName = "";
  for (const block of blocksOf(source)) {
    const level = await greenLevelOfBlock(source, block, []);
    total.vegetationPixels += level.vegetationPixels;
    total.groundPixels += level.groundPixels;
    indexName = level.indexName;
  }
  const share = total.groundPixels > 0 ? total.vegetationPixels / total.groundPixels : undefined;
  return { ...total, share, indexName };
}

/** Young trees in rows, where they are asked for. */
async function findRows(
  args: DetectArguments,
  source: PixelSource,
  gsdMeters: number,
): Promise<{ plantings?: Planting[] }> {
  if (!args.rows) return {};
  const { width, height } = source;
  const whole = { x: 0, y: 0, width, height, taskSpacingMeters: args.spacing };
  return { plantings: await plantingsOfBlock(source, gsdMeters, whole) };
}

/** Size of a pixel, and of what the image shows where it was blown up. */
type Scale = Pick<ImageMetadata, "gsdMeters" | "shownGsdMeters">;

async function chooseScale(args: DetectArguments, opened: OpenImage): Promise<Scale> {
  const gsdMeters = args.gsd ?? opened.gsdMeters ?? ASSUMED_GSD;
  if (args.gsd === undefined && opened.gsdMeters === undefined)
    note(
      `The file does not say how large a pixel is; ${ASSUMED_GSD} m is assumed (--gsd sets it).`,
    );
  const times = await measureBlownUp(opened.source);
  return times > 1 ? { gsdMeters, shownGsdMeters: gsdMeters * times } : { gsdMeters };
}

/** Says that the image was blown up, and the resolution that it shows; undefined where no sign of that was found. */
const blownUpText = ({ gsdMeters, shownGsdMeters }: Scale): string | undefined =>
  shownGsdMeters === undefined
    ? undefined
    : `Its pixels have ${metres(gsdMeters)} m, but it shows no more than an image of about ${metres(shownGsdMeters)} m a pixel: it was blown up, and trees are looked for at that scale.`;

const metres = (value: number): number => Number(value.toPrecision(2));

/** Says why no trees are counted on an image of this ground sample distance. */
function coarseText(gsdMeters: number, limit: number): string {
  const found = `This image has ${Number(gsdMeters.toPrecision(3))} m a pixel`;
  return `${found}, and trees are counted on images of at most ${limit} m a pixel: on coarser ones crowns cannot be told apart, so it gives the green level and no number of trees (NIHOL_MAX_COUNT_GSD_M sets the limit).`;
}

/** Answer of the command in the format that was asked for; GeoJSON by default where the file says where it lies. */
function render(args: DetectArguments, run: DetectRun, opened: OpenImage): object {
  const { georeference } = opened;
  if (args.format === "boxes") return asBoxes(run);
  if (georeference) return asGeoJson(run, georeference);
  if (args.format === "geojson")
    throw new Error("The file does not say where it lies on the ground: use --format boxes.");
  return asBoxes(run);
}

async function write(args: DetectArguments, run: DetectRun, opened: OpenImage): Promise<void> {
  const text = `${JSON.stringify(render(args, run, opened))}\n`;
  if (args.out === undefined) process.stdout.write(text);
  else await writeFile(args.out, text);
}

async function detect(args: DetectArguments): Promise<void> {
  const started = performance.now();
  const cardPath = args.model ?? env.model ?? SHIPPED_CARD;
  const detector = args.classical ? classicalDetector() : await openOnnxDetector(cardPath);
  const opened = await openAsked(args);
  try {
    const { width, height } = opened.source;
    const scale = await chooseScale(args, opened);
    const { gsdMeters } = scale;
    const blownUp = blownUpText(scale);
    if (blownUp) note(blownUp);
    const seconds = () => (performance.now() - started) / 1000;
    const halfColours = hidesTrees(opened.source.halfColours, shownGsd(scale));
    const image = { width, height, ...scale, halfColours, detector };
    if (shownGsd(scale) > env.maxCountGsdM) {
      const text = coarseText(shownGsd(scale), env.maxCountGsdM);
      const green = await greenOf(opened.source);
      await write(
        args,
        { ...image, threshold: null, trees: [], coarse: { text, green }, seconds: seconds() },
        opened,
      );
      note(text);
      return;
    }
    const by = { detector, cardPath };
    const { found, threshold, ground } = await findByGround(args, opened, scale, by);
    const assessed = ground
      ? assessedByPlots(ground, placesOf({ ...found, gsdMeters }))
      : await assess(detector.card, cardPath, { ...found, ...scale }, opened);
    const rows = await findRows(args, opened.source, gsdMeters);
    const { trees, canopy, shrubs } = found;
    const { leavesOff } = opened;
    const said = { threshold, trees, canopy, shrubs, assessed, leavesOff, ground };
    const run = { ...image, ...said, ...rows, seconds: seconds() };
    await write(args, run, opened);
    note(`${found.trees.length} trees in ${run.seconds.toFixed(1)} s, by ${detector.name}.`);
    if (assessed) note(rangeText(assessed));
    if (halfColours) note(halfColoursText());
    if (ground) note(groundUsedText(ground));
    for (const said of [leavesOffText(run), canopyText(run), shrubsText(run)]) if (said) note(said);
    for (const planting of rows.plantings ?? []) note(rowsText(planting));
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
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" ? 0 : 1),
);
if (import.meta.main) process.exitCode = await runDetectCommand(process.argv.slice(2));

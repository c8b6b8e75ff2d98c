/** Cover by pixels beside labels: squares of each class, and hectares of closed canopy, by crowns alone and with pixels. */
import { COVER_PATCH } from "@nihol/vision/cover/cover-features";
import type { CoverClassifier } from "@nihol/vision/cover/cover-model";
import {
  addCanopy,
  type Canopy,
  canopyOf,
  mergeCanopy,
  noCanopy,
} from "@nihol/vision/detect/canopy";
import type { Detector } from "@nihol/vision/detect/detector";
import type { Pixels, WorkTile } from "@nihol/vision/pixels/pixels";
import sharp from "sharp";
import {
  BARE,
  CANOPY,
  type CoverImage,
  coverTile,
  LOW,
  labelPixels,
  labelSquares,
  UNKNOWN,
} from "./cover-labels.ts";

export const LABELS = [CANOPY, LOW, BARE];
/** Share of the ground of an image that canopy fills where it is a closed wood, and at most where it is none. */
const WOOD = { from: 0.85, to: 0.4 };

/** Figures of images: squares by label and answer, hectares, and images told or called closed. */
export type CoverMeasure = {
  images: number;
  /** Rows are labels, columns answers: canopy, low plants, bare. */
  squares: number[][];
  groundHectares: number;
  labelled: number;
  byCrowns: number;
  withPixels: number;
  /** Closed woods, those told by crowns alone, and those told with pixels. */
  woods: number;
  woodsByCrowns: number;
  woodsTold: number;
  /** Images that are no wood, and those of them on which closed canopy is told by crowns, and with pixels. */
  open: number;
  openByCrowns: number;
  openCalled: number;
};

export const noMeasure = (): CoverMeasure => ({
  images: 0,
  squares: LABELS.map(() => LABELS.map(() => 0)),
  ...{ groundHectares: 0, labelled: 0, byCrowns: 0, withPixels: 0 },
  ...{ woods: 0, woodsByCrowns: 0, woodsTold: 0, open: 0, openByCrowns: 0, openCalled: 0 },
});

export async function readCoverImage({ path }: CoverImage): Promise<Pixels> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels: bands } = info;
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height, bands };
}

/** An image at working resolution with what its labels say and what the network calls crown. */
export async function prepareImage(image: CoverImage, detector: Detector) {
  const pixels = await readCoverImage(image);
  const gsdMeters = detector.workingGsd(image.gsdMeters);
  const tile = await coverTile(pixels, image.gsdMeters, gsdMeters);
  const labels = await labelPixels(image, tile, gsdMeters, detector);
  const columns = Math.floor(tile.width / COVER_PATCH);
  const rows = Math.floor(tile.height / COVER_PATCH);
  const classes = labelSquares(labels, { columns, rows, side: COVER_PATCH, gsdMeters });
  const { crowns } = await detector.findInTile(tile, gsdMeters, 0.1);
  return { image, tile, gsdMeters, classes, columns, rows, crowns };
}
type Prepared = Awaited<ReturnType<typeof prepareImage>>;

/** Canopy of an image by crowns, with pixels where they are told. */
function canopyOfTile(
  { tile, gsdMeters, crowns }: Pick<Prepared, "tile" | "gsdMeters" | "crowns">,
  cover: ReturnType<CoverClassifier["coverOf"]> | undefined,
): Canopy {
  const cells = noCanopy();
  const rect = { x: 0, y: 0, width: tile.width, height: tile.height };
  if (crowns) addCanopy(cells, tile, crowns, { rect, core: rect, image: [0, 0], gsdMeters }, cover);
  return canopyOf(cells);
}

/** Closed canopy as the labels have it: squares that say nothing are no ground. */
function labelledCanopy({ tile, gsdMeters, classes, columns, rows }: Prepared): Canopy {
  const valid = new Uint8Array(tile.width * tile.height);
  const at = (x: number, y: number) =>
    classes[Math.floor(y / COVER_PATCH) * columns + Math.floor(x / COVER_PATCH)];
  for (let y = 0; y < rows * COVER_PATCH; y++)
    for (let x = 0; x < columns * COVER_PATCH; x++)
      if (at(x, y) !== UNKNOWN) valid[y * tile.width + x] = 1;
  const data = Float32Array.from(classes, (label) => (label === CANOPY ? 1 : 0));
  const known: WorkTile = { ...tile, valid };
  const crowns = { data, width: columns, height: rows };
  const cells = noCanopy();
  const rect = { x: 0, y: 0, width: tile.width, height: tile.height };
  addCanopy(cells, known, crowns, { rect, core: rect, image: [0, 0], gsdMeters });
  const seen = noCanopy();
  mergeCanopy(seen, cells.values());
  return canopyOf(seen);
}

/** Adds what a classifier says of an image. */
export function measureImage(into: CoverMeasure, prepared: Prepared, classifier: CoverClassifier) {
  const { tile, classes } = prepared;
  const cover = classifier.coverOf(tile);
  into.images++;
  for (const [at, label] of classes.entries()) {
    const row = into.squares[label - 1];
    const told = cover.classes[at];
    if (row && told !== undefined && told < row.length) row[told] = (row[told] ?? 0) + 1;
  }
  if (prepared.image.set === "crowns") return;
  const truth = labelledCanopy(prepared);
  const crowns = canopyOfTile(prepared, undefined);
  const pixels = canopyOfTile(prepared, cover);
  into.groundHectares += pixels.groundHectares;
  into.labelled += truth.closedHectares;
  into.byCrowns += crowns.closedHectares;
  into.withPixels += pixels.closedHectares;
  const share = truth.groundHectares > 0 ? truth.crownHectares / truth.groundHectares : 0;
  if (share >= WOOD.from && truth.groundHectares > pixels.groundHectares / 2) {
    into.woods++;
    if (crowns.closedHectares > 0) into.woodsByCrowns++;
    if (pixels.closedHectares > 0) into.woodsTold++;
  }
  if (share <= WOOD.to) {
    into.open++;
    if (crowns.closedHectares > 0) into.openByCrowns++;
    if (pixels.closedHectares > 0) into.openCalled++;
  }
}

/**
 * `npm run bench -- cover [--left-out FOLDER] [--every N]`: what pixels say of the cover of ground (canopy, low plants, bare)
 * beside labels: share of squares told rightly, intersection over union of each class, hectares of closed canopy by labels,
 * by crowns alone and with pixels, closed woods told, and open ground called closed. Of images that did not teach the
 * shipped model; with `--left-out` (`training/train_cover.py --left-out`) also by models that never saw the site, or the
 * source. The last line is JSON.
 * Smallest: `--every 400`.
 */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type CoverModel, coverClassifier } from "@nihol/vision/cover/cover-model";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { type CoverImage, listCoverImages } from "../cover-parts/cover-labels.ts";
import {
  type CoverMeasure,
  measureImage,
  noMeasure,
  prepareImage,
} from "../cover-parts/cover-measure.ts";

const { values } = parseArgs({
  options: { "left-out": { type: "string" }, every: { type: "string", default: "1" } },
});
/** Sets whose sites are named in models that leave them out; of the others the set itself is. */
const BY_SITE = ["neon", "ttv", "crowns", "urbanca"];
const placeOf = ({ set, site }: CoverImage) => (BY_SITE.includes(set) ? site : set);

async function readModels(): Promise<{ name: string; model: CoverModel }[]> {
  const shipped = join(dirname(SHIPPED_CARD), "cover.json");
  const folder = values["left-out"];
  const files = folder ? (await readdir(folder)).filter((file) => file !== "cover.json") : [];
  const paths = [shipped, ...files.map((file) => join(folder ?? "", file))];
  return Promise.all(
    paths.map(async (path) => {
      const model: CoverModel = JSON.parse(await readFile(path, "utf8"));
      const left = model.leftOut ?? [];
      const domain = left.find((one) => one.startsWith("domain "));
      const name = left.length === 0 ? "shipped" : (domain ?? "site");
      return { name, model };
    }),
  );
}

/** Tells whether a model has never seen an image. */
function isNewTo({ leftOut = [] }: CoverModel, image: CoverImage): boolean {
  if (image.set === "campo") return leftOut.length === 0;
  if (leftOut.length === 0) return image.split === "val";
  return leftOut.includes(`domain ${image.domain}`) || leftOut.includes(placeOf(image));
}

const ratio = (part: number, of: number) => (of > 0 ? Math.round((1000 * part) / of) / 1000 : null);

/** Shares by which a measure is read. */
function sharesOf({ squares, ...measured }: CoverMeasure) {
  const at = (row: number, column: number) => squares[row]?.[column] ?? 0;
  const classes = [0, 1, 2];
  const sum = (of: (c: number) => number) => classes.reduce((total, c) => total + of(c), 0);
  const row = (r: number) => sum((c) => at(r, c));
  const column = (c: number) => sum((r) => at(r, c));
  const iou = (c: number) => ratio(at(c, c), row(c) + column(c) - at(c, c));
  const [canopy, low, bare] = classes.map(iou);
  return {
    squares: sum(row),
    right: ratio(
      sum((c) => at(c, c)),
      sum(row),
    ),
    iou: { canopy, low, bare },
    canopyFound: ratio(at(0, 0), row(0)),
    lowCalledCanopy: ratio(at(1, 0), row(1)),
    bareCalledCanopy: ratio(at(2, 0), row(2)),
    ...measured,
  };
}

const every = Number(values.every);
const listed = await listCoverImages();
const images = listed.filter((_, i) => i % every === 0);
if (!existsSync(join(dirname(SHIPPED_CARD), "cover.json"))) throw new Error("No model of cover.");
const models = (await readModels()).map(({ name, model }) => ({
  ...{ name, model },
  classifier: coverClassifier(model),
}));
const detector = await openOnnxDetector(SHIPPED_CARD);
const measures = new Map<string, CoverMeasure>();
for (const image of images) {
  const own = models.filter(({ model }) => isNewTo(model, image));
  if (own.length === 0) continue;
  const prepared = await prepareImage(image, detector);
  for (const { name, classifier } of own) {
    const key = `${name}: ${image.set}`;
    const measure = measures.get(key) ?? noMeasure();
    measures.set(key, measure);
    measureImage(measure, prepared, classifier);
  }
}
await detector.close();
const result = Object.fromEntries([...measures].sort().map(([key, one]) => [key, sharesOf(one)]));
for (const [key, one] of Object.entries(result)) console.log(key, JSON.stringify(one));
console.log(JSON.stringify({ images: images.length, measured: result }));

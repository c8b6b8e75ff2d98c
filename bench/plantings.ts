/**
 * `npm run bench -- plantings [--ground soil] [--crown 1] [--gsd 0.2] [--drawn]`: young trees in rows, found by their pattern. Drawn plantings
 * of crowns of 0.6 to 2.5 m on four grounds in three lights, 10 % of their places empty, by their pattern and by the network; the young orchard of
 * Valencia, with the network alone and with the pattern; false trees on ground where nobody planted; speed. `--drawn`:
 * the first alone. The last line is JSON.
 * Smallest: `--drawn --ground soil --crown 1 --gsd 0.2`.
 */
import { parseArgs } from "node:util";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { groundKinds } from "@nihol/vision/scene/planting-scene";
import { measureDrawn, sharesOf } from "./planting-parts/drawn-plantings.ts";
import { hasMoreTrees, measureNothing, measureOrchard } from "./planting-parts/real-plantings.ts";

const { values } = parseArgs({
  options: {
    ground: { type: "string" },
    crown: { type: "string" },
    gsd: { type: "string" },
    drawn: { type: "boolean" },
  },
});
const grounds = groundKinds.filter((kind) => !values.ground || kind === values.ground);
const network = await openOnnxDetector(SHIPPED_CARD);
const cells = await measureDrawn(network, grounds, {
  crown: values.crown === undefined ? undefined : Number(values.crown),
  gsd: values.gsd === undefined ? undefined : Number(values.gsd),
});
await network.close();
console.log(
  "ground  crown   at      pixels  recall  precision  gaps   range held  network: recall  precision",
);
for (const cell of cells) {
  const { recall, precision, gaps, rangeHeld, networkRecall, networkPrecision } = sharesOf([cell]);
  const row = [recall, precision, gaps, rangeHeld, networkRecall, networkPrecision].map((value) =>
    value.toFixed(2).padStart(7),
  );
  console.log(
    `${cell.ground.padEnd(6)} ${cell.crown.toFixed(1)} m  ${cell.gsd.toFixed(2)} m ${cell.pixels.toFixed(1).padStart(7)} ${row.join("  ")}`,
  );
}
const EIGHT = 8;
const drawn = Object.fromEntries(
  grounds.map((ground) => {
    const own = cells.filter((cell) => cell.ground === ground);
    const large = own.filter(({ pixels }) => pixels >= EIGHT);
    return [ground, { fromEightPixels: sharesOf(large), all: sharesOf(own) }];
  }),
);
const real =
  values.drawn || !hasMoreTrees()
    ? {}
    : { valencia: await measureOrchard(), nothing: await measureNothing() };
console.log(JSON.stringify({ drawn, ...real }));

/**
 * `npm run bench -- saplings [--gsd 0.05] [--drawn]`: saplings of the first weeks and empty pits in rows. Drawn ground at 0.0125,
 * 0.025 and 0.05 m a pixel, bare, with strips of weeds and with weeds everywhere, half of it with nobody's planting; three
 * tiles of new cocoa, with and without the spacing as ordered; false rows on ground without such plantings, at spacings of
 * 1.5, 2 and 3 m and at none. `--drawn`: the first alone. The last line is JSON.
 * Smallest: `--drawn --ground soil --gsd 0.05`.
 */
import { parseArgs } from "node:util";
import { saplingGrounds } from "@nihol/vision/scene/sapling-scene";
import { measureDrawnSaplings } from "./drawn-saplings.ts";
import { hasMoreTrees } from "./real-plantings.ts";
import { measureCocoa, measureNoSaplings } from "./real-saplings.ts";

const { values } = parseArgs({
  options: { ground: { type: "string" }, gsd: { type: "string" }, drawn: { type: "boolean" } },
});
const grounds = saplingGrounds.filter((kind) => !values.ground || kind === values.ground);
const drawn = await measureDrawnSaplings(
  grounds,
  values.gsd === undefined ? undefined : [Number(values.gsd)],
);
const real =
  values.drawn || !hasMoreTrees()
    ? {}
    : { cocoa: await measureCocoa(), nothing: await measureNoSaplings() };
console.log(JSON.stringify({ drawn, ...real }));

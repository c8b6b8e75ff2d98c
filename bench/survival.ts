/**
 * `npm run bench -- survival [--rounds 2000]`: the 90 % range of survival from sample plots, on plantings drawn by a
 * program of which the truth is known: how often the range holds, and how wide it is, by kind of planting and by the
 * number of plots. Plots are drawn spread over the ground, as those of a visit are. The same of the planting places of
 * the whole ground. The last line is JSON.
 * Smallest: `--rounds 4`.
 */
import { parseArgs } from "node:util";
import { placesOnGround, type SurvivalPlotCount, survivalOf } from "@nihol/counting/survival";
import { seededRandom } from "@nihol/geo/seeded-random";
import {
  countSome,
  groundM2,
  plantGround,
  plantings,
  trueSurvival,
} from "../packages/counting/test/support/planted-ground.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "2000" } } });
const rounds = Number(values.rounds);
const counts = [5, 8, 12, 20, 30];

interface Held {
  held: number;
  width: number;
  places: number;
  of: number;
}

function countOnce(
  ground: SurvivalPlotCount[],
  count: number,
  random: () => number,
  sums: Held,
): void {
  const plots = countSome(ground, count, random);
  const range = survivalOf(plots, groundM2(ground));
  const places = placesOnGround(plots, groundM2(ground));
  if (!range || !places) return;
  const truth = trueSurvival(ground);
  const all = ground.reduce((total, p) => total + p.living + p.dead + p.missing, 0);
  sums.of += 1;
  sums.width += range.high - range.low;
  if (truth >= range.low && truth <= range.high) sums.held += 1;
  if (all >= places.low && all <= places.high) sums.places += 1;
}

const coverage: Record<string, Record<number, number>> = {};
const total = { held: 0, places: 0, of: 0 };
console.log(`planting               ${counts.map((n) => `${n} plots`.padStart(16)).join("")}`);
for (const [name, planting] of Object.entries(plantings)) {
  const random = seededRandom(20_260_514);
  const kinds = counts.map((count) => ({
    count,
    sums: { held: 0, width: 0, places: 0, of: 0 },
  }));
  for (let i = 0; i < rounds; i++) {
    const ground = plantGround(planting, random);
    for (const { count, sums } of kinds) countOnce(ground, count, random, sums);
  }
  const cells = kinds.map(({ count, sums }) => {
    const share = Math.round((1000 * sums.held) / sums.of) / 10;
    coverage[name] = { ...coverage[name], [count]: share };
    total.held += sums.held;
    total.places += sums.places;
    total.of += sums.of;
    return `${share.toFixed(1)} % ±${((50 * sums.width) / sums.of).toFixed(1)}`.padStart(16);
  });
  console.log(name.padEnd(23) + cells.join(""));
}
const percent = (n: number) => Math.round((1000 * n) / total.of) / 10;
console.log(
  JSON.stringify({ rounds, all: percent(total.held), places: percent(total.places), coverage }),
);

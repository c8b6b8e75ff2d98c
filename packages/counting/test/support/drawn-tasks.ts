/** Planting tasks drawn by a program, true and false in known ways, with everything that would be known of them. */
import { doubtOfCount } from "@nihol/contract/values/planting/plausible-counts";
import { planPlots } from "@nihol/counting/plot-plan";
import type { SurvivalPlotCount } from "@nihol/counting/survival";
import {
  type CaptureFacts,
  type RowsFacts,
  type TaskFacts,
  type VisitFacts,
  yearsAfter,
  yearsBetween,
} from "@nihol/counting/verdict/facts";
import { seededRandom } from "@nihol/geo/seeded-random";
import {
  countOn,
  type DrawnPlace,
  type DrawnTree,
  drawBackground,
  drawPixel,
  drawPlace,
  drawStand,
} from "./drawn-images.ts";
import { between, binomial, choose, logNormal, poisson, type Random } from "./draws.ts";

/** `small`: planted months ago, every second one of them not at all. */
const honestCounts = ["true", "half", "elsewhere", "same photos", "dead", "small"] as const;
/** Of reports that are not true: who reported counts, somebody counts from far away, or more trees than can stand. */
const falseCounts = ["counts itself", "counts from far", "counts too many"] as const;
export const stories = [...honestCounts, ...falseCounts] as const;
export type Story = (typeof stories)[number];
const areCountsFalse = (story: Story) => falseCounts.some((one) => one === story);

export interface DrawnTask {
  story: Story;
  facts: TaskFacts;
  /** Living trees against reported ones on the day of the newest evidence. */
  share: number;
  isTrue: boolean;
  /** Of the newest image. */
  gsdM: number;
}

const plantedOn = "2020-04-10";

/** Draws what is there in truth: the share that was planted here, and the share of it that lives. */
function truthOf(story: Story, random: Random): { planted: number; lives: number } {
  const lives = between(random, 0.76, 0.97);
  if (story === "half") return { planted: between(random, 0.35, 0.6), lives };
  if (areCountsFalse(story)) return { planted: between(random, 0, 0.6), lives };
  if (story === "elsewhere") return { planted: 0, lives };
  if (story === "same photos") return { planted: between(random, 0, 0.35), lives };
  if (story === "dead") return { planted: 1, lives: between(random, 0.02, 0.35) };
  if (story === "small" && random() < 0.5) return { planted: 0, lives };
  return { planted: between(random, 0.97, 1.04), lives };
}

/** Number of the report's photos that are flagged: by their own story, or by mistake. */
function warnedOf(story: Story, random: Random): number {
  const often = story === "same photos" ? 0.7 : story === "elsewhere" ? 0.5 : 0.06;
  return random() < often ? between(random, 0.2, 1) : 0;
}

/** Places come in clumps with gaps; deaths too. A counter misses or doubles a tree now and then. */
function countPlots(
  random: Random,
  of: { planted: number; living: number; areaM2: number },
): VisitFacts {
  const plan = planPlots(of.areaM2, of.planted);
  const plotM2 = Math.PI * plan.radiusM ** 2;
  const unevenness = between(random, 0.05, 0.4);
  const plots: SurvivalPlotCount[] = Array.from({ length: plan.plots }, () => {
    const density = (of.planted / of.areaM2) * plotM2;
    const places = poisson(
      random,
      logNormal(random, density, unevenness) * Math.exp(-(unevenness ** 2) / 2),
    );
    const share = of.planted === 0 ? 0 : of.living / of.planted;
    const local = Math.min(
      1,
      Math.max(0, share + 0.3 * share * (1 - share) * (random() - 0.5) * 4),
    );
    const living = Math.max(
      0,
      binomial(random, places, local) + (random() < 0.08 ? choose(random, [-1, 1]) : 0),
    );
    const dead = binomial(random, Math.max(0, places - living), 0.5);
    return { living, dead, missing: Math.max(0, places - living - dead), areaM2: plotM2 };
  });
  return { visit: 1, measuredOn: "", plots, groundM2: of.areaM2 * between(random, 0.97, 1.03) };
}

/** Draws who counted from where: mostly on the spot, with positions as phones have them under trees, and in offices. */
function drawCounter(story: Story, random: Random) {
  const isFar = story === "counts from far";
  const isPositioned = isFar || random() < 0.8;
  const accuracyM = random() < 0.5 ? between(random, 3, 40) : null;
  const offM = Math.abs(between(random, -1, 1)) * (accuracyM ?? 20) + between(random, 0, 4);
  return {
    isOwnSide: story === "counts itself",
    accuracyM,
    distanceM: isPositioned ? (isFar ? logNormal(random, 20_000, 2) + 150 : offM) : null,
  };
}

/** The same plots as somebody writes them who counted nothing: what was reported, and of some far more. */
function writeCounts(story: Story, random: Random, visit: VisitFacts, of: WrittenOf): VisitFacts {
  const written = areCountsFalse(story)
    ? countPlots(random, { ...of, planted: of.reported, living: of.reported })
    : visit;
  const factor = story === "counts too many" ? between(random, 8, 60) : 1;
  const radiusM = Math.sqrt((written.plots[0]?.areaM2 ?? 0) / Math.PI);
  const plots = written.plots.map((plot) => {
    const living = Math.round(factor * (plot.living + (factor > 1 ? 1 : 0)));
    const counted = { ...plot, living };
    const { spacingM } = of;
    const doubt = doubtOfCount({ ...counted, radiusM, spacingM, ...drawCounter(story, random) });
    return { ...counted, doubt };
  });
  return { ...written, plots };
}
type WrittenOf = { reported: number; areaM2: number; spacingM: number | null };

interface Stand {
  trees: DrawnTree[];
  background: DrawnTree[];
  place: DrawnPlace;
  checkedShare: number;
}

function drawCaptures(random: Random, stand: Stand, years: number) {
  const { trees, background, place, checkedShare } = stand;
  const gsdM = drawPixel(random);
  const look = (at: number, pixel: number, number: number, isPlanted: boolean) =>
    countOn(
      random,
      place,
      isPlanted ? [...background, ...trees] : background,
      {
        capturedOn: yearsAfter(plantedOn, at),
        gsdM: pixel,
        years: at,
        coverage: random() < 0.15 ? between(random, 0.3, 0.95) : 1,
        checkedShare,
      },
      number,
    );
  const before =
    random() < 0.8
      ? [look(-between(random, 0.1, 1.5), random() < 0.7 ? gsdM : drawPixel(random), 1, false)]
      : [];
  const earlier =
    random() < 0.6 ? [look(years * between(random, 0.3, 0.9), drawPixel(random), 2, true)] : [];
  return { gsdM, captures: [...before, ...earlier, look(years, gsdM, 3, true)] };
}

/** Drawn images of the finest pixels tell pits; real ones from 0.06 m on. */
const PITS_GSD_M = 0.1;

/**
 * Pits beside the trees that rows show: where fewer were planted than reported, mostly as many were dug; some are dug to
 * spare by everybody, some of the dead leave one, weeds and silt hide some, a few are none. Numbers of a stream of their
 * own, so that the same tasks are drawn with pits and without.
 */
function drawPits({ trees, reported }: RowsDrawn, own: number, standing: number): number {
  const random = seededRandom(reported);
  const isDug = random() < 0.7;
  const spare = random() < 0.2 ? between(random, 0.02, 0.4) * reported : 0;
  const unplanted = isDug ? Math.max(0, reported - trees.length) : 0;
  const dead = between(random, 0, 0.4) * (trees.length - standing);
  const shown = own / Math.max(1, standing);
  const open = (spare + unplanted + dead) * between(random, 0.3, 0.95) * shown;
  return Math.round(open + between(random, 0, 0.02) * own);
}

/**
 * Rows as images of fine pixels show them: sometimes not at all, mostly not all of them, and dead trees, weeds and the
 * neighbour's trees among them; on some grounds the rows of an older orchard.
 */
function drawRows(random: Random, of: RowsDrawn): RowsFacts[] {
  const { captures, trees, reported, spacing } = of;
  const older = random() < 0.06 ? Math.round(reported * between(random, 0.3, 1.3)) : 0;
  const olderCrown = between(random, 0.8, 4);
  const isPlantedInRows = random() < 0.85;
  return captures.flatMap((capture): RowsFacts[] => {
    const at = yearsBetween(plantedOn, capture.capturedOn);
    if (capture.gsdM > 0.3 || random() < 0.25) return [];
    const standing = at < 0 || !isPlantedInRows ? [] : trees.filter(({ diesAt }) => diesAt > at);
    const widths = standing.map((tree) => tree.widthOn(at)).sort((a, b) => a - b);
    const crown = widths[widths.length >> 1] ?? 0;
    const isShown = crown >= Math.max(0.6, 3 * capture.gsdM) && crown < 0.8 * spacing;
    const dead = isShown ? trees.length - standing.length : 0;
    const areRows = isShown && standing.length >= 0.55 * trees.length;
    const part = random() < 0.5 ? between(random, 0.9, 1) : between(random, 0.3, 0.95);
    const own = areRows ? part * (standing.length + between(random, 0, 0.15) * dead) : 0;
    const occupied = Math.round((own + older) * capture.coverage * between(random, 0.93, 1.08));
    if (occupied < 24) return [];
    return [
      {
        ...{ image: capture.image, capturedOn: capture.capturedOn, occupied },
        ...{
          shortM: spacing,
          longM: spacing,
          plantings: 1,
          crownM: older > own ? olderCrown : crown,
        },
        places: Math.round(occupied / between(random, 0.75, 1)),
        low: Math.floor(occupied * between(random, 0.85, 0.98)),
        high: Math.ceil(occupied * between(random, 1.01, 1.06)),
        pits: capture.gsdM <= PITS_GSD_M ? drawPits(of, own, standing.length) : null,
      },
    ];
  });
}
type RowsDrawn = {
  captures: readonly CaptureFacts[];
  trees: readonly DrawnTree[];
  reported: number;
  spacing: number;
};

/** Draws a task of a story. @param checkedShare of the ground that people looked over on each image */
export function drawTask(story: Story, random: Random, checkedShare = 0): DrawnTask {
  const growth = choose(random, ["fast", "medium", "medium", "slow"] as const);
  const told =
    random() < 0.1
      ? "unknown"
      : random() < 0.1
        ? choose(random, ["fast", "medium", "slow"] as const)
        : growth;
  const spacing = between(random, 2.5, 8);
  const reported = Math.round(logNormal(random, 500, 0.8)) + 40;
  const areaM2 = reported * spacing ** 2 * between(random, 1, 1.4);
  const years = story === "small" ? between(random, 0.1, 0.9) : between(random, 1.5, 8);
  const truth = truthOf(story, random);
  const crown = drawStand(random, growth);
  const diesAt = story === "dead" ? between(random, 0.3, 1) : between(random, 0.2, 1);
  const trees = Array.from({ length: Math.round(reported * truth.planted) }, () => ({
    widthOn: crown(),
    diesAt: random() < truth.lives ? Infinity : diesAt,
  }));
  const isEvergreen = growth === "slow" && random() < 0.6;
  const place = drawPlace(random, areaM2 / 10_000, isEvergreen);
  const background = drawBackground(random, areaM2 / 10_000);
  const stand = { trees, background, place, checkedShare };
  const { gsdM, captures } = drawCaptures(random, stand, years);
  const living = trees.filter((tree) => tree.diesAt > years).length;
  const isVisited = areCountsFalse(story) || (story !== "small" && random() < 0.4);
  const spacingM = random() < 0.7 ? spacing : null;
  const counted = countPlots(random, { planted: trees.length, living, areaM2 });
  const visit = writeCounts(story, random, counted, { reported, areaM2, spacingM });
  const warned = warnedOf(story, random);
  const facts: TaskFacts = {
    today: yearsAfter(plantedOn, years + 0.05),
    planted: [{ trees: reported, plantedOn, growth: told, isEvergreen, stockHeightM: null }],
    spacingM,
    otherTrees: 0,
    captures,
    visits: isVisited
      ? [{ ...visit, measuredOn: yearsAfter(plantedOn, years * between(random, 0.9, 1)) }]
      : [],
    report: {
      trees: reported,
      warnedTrees: Math.round(warned * reported),
      warnings: warned > 0 ? ["photo_duplicate"] : [],
      isTooDense: false,
    },
    pattern: null,
    rows: drawRows(random, { captures, trees, reported, spacing }),
  };
  const share = living / reported;
  return { story, facts, share, isTrue: share >= 0.7, gsdM };
}

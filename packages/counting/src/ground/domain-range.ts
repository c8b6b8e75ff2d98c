/**
 * Range of a count on ground that the detector was not measured on: the predictive range of a random-effects model
 * over domains (Higgins, Thompson and Spiegelhalter 2009, A re-evaluation of random-effects meta-analysis). A domain is a
 * source of images with its own camera, country, season and labels; images of one are alike, so that the number of domains,
 * and not of images, says how much is known of new ones.
 */
import { student90 } from "../student-t.ts";

/** Trees found in an image of a domain, and those that stand there. */
export interface DomainCount {
  domain: string;
  /** Images of one site within a domain err alike. */
  site: string;
  found: number;
  truth: number;
  /** Ground of the image in square metres. */
  areaM2: number;
}

/**
 * The natural logarithm of (truth + 1) / (found + 1) over images: its middle, and its variance `between` domains, `within` a
 * domain, and through chance, `chance` / (found + 1).
 */
export interface RatioModel {
  middle: number;
  /** Variance of the middle itself. */
  middleVariance: number;
  between: number;
  within: number;
  chance: number;
  /** Of the variance within a domain, the part that images of one site share (intraclass correlation). */
  siteShare: number;
  domains: number;
  images: number;
  /** Square metres of ground that the variance within a domain is that of: the mean of the domains' mean images. */
  plotM2: number;
  /**
   * On ground of each domain: the middle and its variance, drawn towards that of all (best linear unbiased prediction), and
   * the variance within and through chance.
   */
  known: Record<string, { middle: number; variance: number; within: number; chance: number }>;
}

/** Images whose worth the variance of all domains has beside a domain's own. */
const TRUSTED = 10;

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Adding one keeps images without trees, or without finds, in the measure. */
export const logRatio = ({ truth, found }: Pick<DomainCount, "truth" | "found">): number =>
  Math.log((truth + 1) / (found + 1));

/** `within` and `chance` by least squares of the squared residuals on 1 / (found + 1); neither below 0. */
function varianceWithin(
  residuals: readonly { squared: number; inverse: number; weight: number }[],
) {
  const total = sum(residuals.map(({ weight }) => weight));
  const averageOf = (of: (r: (typeof residuals)[number]) => number) =>
    sum(residuals.map((r) => r.weight * of(r))) / total;
  const [x, y] = [averageOf((r) => r.inverse), averageOf((r) => r.squared)];
  const spread = averageOf((r) => (r.inverse - x) ** 2);
  const slope = spread > 0 ? averageOf((r) => (r.inverse - x) * (r.squared - y)) / spread : 0;
  const chance = Math.min(Math.max(0, slope), x > 0 ? y / x : 0);
  return { chance, within: Math.max(0, y - chance * x) };
}

/**
 * Intraclass correlation of residuals from their domain's mean by the mean product of pairs of one site (Fisher 1925), 0 to 1.
 * The mean takes its part of what sites share with it; `sitesInverse` and `imagesInverse` (of a domain, on the mean) put it back.
 */
function shareOfSites(
  images: readonly { site: string; residual: number }[],
  { sitesInverse, imagesInverse }: { sitesInverse: number; imagesInverse: number },
): number {
  const squared = mean(images.map(({ residual }) => residual ** 2));
  let [products, pairs] = [0, 0];
  for (const own of Map.groupBy(images, ({ site }) => site).values()) {
    if (own.length < 2) continue;
    const total = sum(own.map(({ residual }) => residual));
    const ownSquared = sum(own.map(({ residual }) => residual ** 2));
    // Each site weighs as one image more than the pairs that it can spare.
    products += (total ** 2 - ownSquared) / own.length;
    pairs += own.length - 1;
  }
  if (pairs === 0 || squared === 0) return 0;
  const seen = Math.min(1, Math.max(0, products / pairs / squared));
  let share = seen;
  // Each step puts back less than the one before.
  for (let step = 0; step < 20; step++) {
    const taken = share * sitesInverse + (1 - share) * imagesInverse;
    share = Math.min(1, seen + taken * (1 - seen));
  }
  return share;
}

/** Means over images of one over the sites, and over the images, of their domain. */
function inversesOf(domains: readonly Domain[]) {
  const all = sum(domains.map(({ images }) => images.length));
  const sites = domains.map(({ images }) => new Set(images.map(({ site }) => site)).size);
  const sitesInverse = sum(domains.map(({ images }, i) => images.length / (sites[i] ?? 1))) / all;
  return { sitesInverse, imagesInverse: domains.length / all };
}

/** The variance between domains by Paule and Mandel (1982): it makes the weighted squares as large as expected. */
function varianceBetween(middles: readonly number[], variances: readonly number[]): number {
  const excess = (between: number) => {
    const weights = variances.map((v) => 1 / (v + between));
    const middle = sum(weights.map((w, i) => w * (middles[i] ?? 0))) / sum(weights);
    return sum(weights.map((w, i) => w * ((middles[i] ?? 0) - middle) ** 2)) - (middles.length - 1);
  };
  let [low, high] = [0, 10];
  if (excess(low) <= 0) return 0;
  for (let step = 0; step < 60; step++) {
    const half = (low + high) / 2;
    if (excess(half) > 0) low = half;
    else high = half;
  }
  return low;
}

interface Domain {
  name: string;
  images: readonly DomainCount[];
  middle: number;
}

const residualOf = (image: DomainCount, { middle }: Domain) => logRatio(image) - middle;

/** Squared residuals of a domain's images; none of a domain with a single one. */
const residualsOf = (domain: Domain) =>
  domain.images.length < 2
    ? []
    : domain.images.map((image) => ({
        squared:
          (residualOf(image, domain) ** 2 * domain.images.length) / (domain.images.length - 1),
        inverse: 1 / (image.found + 1),
        weight: 1 / domain.images.length,
      }));

/** A domain's own variance, drawn towards that of all as if `TRUSTED` more images had had that. */
function ownWithin(domain: Domain, within: number, chance: number): number {
  const residuals = residualsOf(domain);
  const own = sum(residuals.map(({ squared, inverse }) => squared - chance * inverse));
  return Math.max(within / 4, (own + TRUSTED * within) / (residuals.length + TRUSTED));
}

/** Measures the model on images of at least three domains. Domains weigh alike in it, however many images they have. */
export function fitRatioModel(counts: readonly DomainCount[]): RatioModel {
  const domains = [...Map.groupBy(counts, ({ domain }) => domain)].map(
    ([name, images]): Domain => ({ name, images, middle: mean(images.map(logRatio)) }),
  );
  if (domains.length < 3)
    throw new RangeError("A range for new ground needs images of three domains.");
  const { within, chance } = varianceWithin(domains.flatMap(residualsOf));
  const variances = domains.map(
    ({ images }) => mean(images.map(({ found }) => within + chance / (found + 1))) / images.length,
  );
  const between = varianceBetween(
    domains.map(({ middle }) => middle),
    variances,
  );
  const weights = variances.map((v) => 1 / (v + between));
  const middle = sum(weights.map((w, i) => w * (domains[i]?.middle ?? 0))) / sum(weights);
  const known = domains.map((domain, i) => {
    const trust = between * (weights[i] ?? 0);
    return [
      domain.name,
      {
        middle: middle + trust * (domain.middle - middle),
        variance: between * (1 - trust),
        ...{ within: ownWithin(domain, within, chance), chance },
      },
    ] as const;
  });
  const siteShare = shareOfSites(
    domains.flatMap((domain) =>
      domain.images.map((image) => ({
        site: `${domain.name}/${image.site}`,
        residual: residualOf(image, domain),
      })),
    ),
    inversesOf(domains),
  );
  return {
    ...{ middle, middleVariance: 1 / sum(weights), between, within, chance, siteShare },
    plotM2: mean(domains.map(({ images }) => mean(images.map(({ areaM2 }) => areaM2)))),
    ...{ domains: domains.length, images: counts.length, known: Object.fromEntries(known) },
  };
}

/** A 90 % range of the true number of trees, not rounded, and of its squared half width the part that images of its kind share. */
export interface PredictedRange {
  low: number;
  high: number;
  shared: number;
}

/**
 * The 90 % range where `found` trees were counted: on ground of a known `domain`, or on other ground. `foreign` multiplies the
 * variance between domains: 1 on ground as foreign as one known domain is to the others, more on still stranger ground; beside
 * a domain it is added to that domain's own.
 * The degrees of freedom are those of the domains (their number less two) for what is between them, and of the images for
 * the rest (Satterthwaite 1946).
 */
export function predictedRange(
  model: RatioModel,
  found: number,
  { domain, foreign }: { foreign: number; domain?: string },
): PredictedRange {
  const known = domain === undefined ? undefined : model.known[domain];
  const between = known
    ? known.variance + foreign * model.between
    : foreign * (model.between + model.middleVariance);
  const { within, chance } = known ?? model;
  const own = within + chance / (found + 1);
  const variance = between + own;
  const freedom =
    variance ** 2 /
    (between ** 2 / Math.max(1, model.domains - 2) +
      own ** 2 / Math.max(1, model.images - model.domains));
  const half = student90(freedom) * Math.sqrt(variance);
  // The variance between domains is known by few of them, so its part of the half range is larger than of the variance.
  const common = student90(Math.max(1, model.domains - 2)) ** 2 * between;
  const site = model.siteShare * (half ** 2 - Math.min(common, half ** 2));
  const middle = known?.middle ?? model.middle;
  const at = (log: number) => (found + 1) * Math.exp(log) - 1;
  return {
    low: Math.max(0, at(middle - half)),
    high: at(middle + half),
    shared: Math.min(1, (common + site) / half ** 2),
  };
}

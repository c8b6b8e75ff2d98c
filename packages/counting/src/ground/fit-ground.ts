/** Measures known ground on labelled images of several domains. */
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { distanceTo, type GroundCard, type KnownDomain } from "./assess-ground.ts";
import { climateOf, fitClimate } from "./climate.ts";
import { fitRatioModel } from "./domain-range.ts";
import { doubtOf, featureNames, lookFeatures } from "./look-features.ts";

/** A labelled image: what was found and what stands there, and how it looks to the detector. */
export interface LabelledLook {
  domain: string;
  site: string;
  /** Trees found, and trees labelled. */
  found: number;
  truth: number;
  areaM2: number;
  gsdMeters: number;
  hasNir: boolean;
  look: ImageLook;
  /** True where trees may be missing from the labels: it shows how its ground looks, and nothing of how counts err. */
  isPartial?: boolean;
}

/** Added to the variances, as a share of them: features of few images are never taken for constant (ridge). */
const RIDGE = 0.1;
/** Of the images this share lies nearer to its own domain than what is called usual. */
const USUAL_SHARE = 0.95;
/** A domain of fewer images says nothing of the spread within domains. */
const FEWEST = 4;

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** Inverse by Gauss–Jordan elimination with partial pivoting. @throws RangeError for a singular matrix */
export function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, k) => (i === k ? 1 : 0))]);
  for (let at = 0; at < n; at++) {
    const best = rows.reduce(
      (found, row, i) =>
        i >= at && Math.abs(row[at] ?? 0) > Math.abs(rows[found]?.[at] ?? 0) ? i : found,
      at,
    );
    [rows[at], rows[best]] = [rows[best] as number[], rows[at] as number[]];
    const pivot = rows[at] as number[];
    const scale = pivot[at] ?? 0;
    if (scale === 0) throw new RangeError("The matrix has no inverse.");
    for (let k = 0; k < 2 * n; k++) pivot[k] = (pivot[k] ?? 0) / scale;
    for (const row of rows) {
      if (row === pivot) continue;
      const times = row[at] ?? 0;
      for (let k = 0; k < 2 * n; k++) row[k] = (row[k] ?? 0) - times * (pivot[k] ?? 0);
    }
  }
  return rows.map((row) => row.slice(n));
}

type Described = LabelledLook & { features: number[] };

function describe(images: readonly LabelledLook[]): Described[] {
  return images.flatMap((image) => {
    const features = lookFeatures(image.look);
    return features ? [{ ...image, features }] : [];
  });
}

function domainOf(name: string, images: readonly Described[]): KnownDomain {
  const means = featureNames.map((_, i) => mean(images.map(({ features }) => features[i] ?? 0)));
  const nir = images.filter(({ hasNir }) => hasNir).length;
  const gsds = images.map(({ gsdMeters }) => gsdMeters);
  const hasNir = nir > images.length / 2;
  // Images whose labels are not complete show what ground looks like, and not that counts there were measured.
  const counted = images.filter((image) => !image.isPartial && image.hasNir === hasNir);
  const climate = fitClimate(
    counted.map(({ look }) => climateOf(look, hasNir)).filter((one) => one !== undefined),
  );
  return { name, mean: means, gsdMeters: mean(gsds), hasNir, ...(climate && { climate }) };
}

/** The covariance of the features within domains; each domain weighs the same. */
function covarianceWithin(domains: readonly KnownDomain[], images: readonly Described[]) {
  const spread = domains
    .map(({ name, mean: middle }) => ({
      middle,
      own: images.filter(({ domain }) => domain === name),
    }))
    .filter(({ own }) => own.length >= FEWEST);
  return featureNames.map((_, i) =>
    featureNames.map((_, k) => {
      const shares = spread.map(({ middle, own }) =>
        mean(
          own.map(
            ({ features: f }) =>
              ((f[i] ?? 0) - (middle[i] ?? 0)) * ((f[k] ?? 0) - (middle[k] ?? 0)),
          ),
        ),
      );
      return mean(shares) * (i === k ? 1 + RIDGE : 1);
    }),
  );
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

function fitDistances(images: readonly Described[]) {
  const byName = Map.groupBy(images, ({ domain }) => domain);
  const domains = [...byName].map(([name, own]) => domainOf(name, own));
  // Inverse covariance, as the card names it; not the precision of counts.
  const inverseCovariance = inverse(covarianceWithin(domains, images));
  const nearest = ({ features }: Described) =>
    Math.min(...domains.map((domain) => distanceTo(domain, inverseCovariance, features)));
  const usual = quantile(images.map(nearest), USUAL_SHARE);
  return { domains, precision: inverseCovariance, usual, nearest };
}

/** Distance of a domain from the others, as a multiple of what is usual among those: the mean over left-out domains. */
function foreignnessOfDomains(images: readonly Described[]): number {
  const names = [...new Set(images.map(({ domain }) => domain))];
  const distances = names.map((name) => {
    const others = fitDistances(images.filter(({ domain }) => domain !== name));
    const own = images.filter(({ domain }) => domain === name);
    return mean(own.map((image) => others.nearest(image) / others.usual));
  });
  return Math.max(1, mean(distances));
}

/**
 * Fits distances and ranges to labelled images of at least four domains.
 * @param leftOut the same domains' images, each counted by a network that was trained without its domain: they measure how
 * counts err on ground that nobody trained on
 */
export function fitGround(
  images: readonly LabelledLook[],
  leftOut: readonly LabelledLook[] = images,
): GroundCard {
  const described = describe(images);
  const { domains, precision, usual } = fitDistances(described);
  const complete = (list: readonly Described[]) => list.filter(({ isPartial }) => !isPartial);
  const { known } = fitRatioModel(complete(described));
  return {
    features: [...featureNames],
    domains,
    precision,
    usual,
    usualDoubt: quantile(
      described.map(({ look }) => doubtOf(look)),
      USUAL_SHARE,
    ),
    foreign: foreignnessOfDomains(described),
    ratio: { ...fitRatioModel(complete(describe(leftOut))), known },
  };
}

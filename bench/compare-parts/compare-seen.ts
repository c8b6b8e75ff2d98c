/** Two images with their detections, compared as the product compares them. */
import { compareImages } from "@nihol/vision/compare/compare-images";
import { decide } from "@nihol/vision/compare/decide";
import type { ComparedImage } from "@nihol/vision/compare/frame";
import { lonLatToPixel, pixelToLonLat } from "@nihol/vision/coordinates/projection";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { sourceSettings } from "@nihol/vision/models/model-card";
import type { Pixels } from "@nihol/vision/pixels/pixels";

/** As apps/worker/src/imagery/recheck.ts */
const WEAK_SHARE = 0.27;

export interface SeenImage {
  image: ComparedImage;
  /** All detections down to the weak ones, and those that count as trees. */
  all: Detection[];
  strong: Detection[];
  threshold: number;
}

/** Detects the trees of an image. */
export async function seeImage(
  detector: Detector,
  pixels: Pixels,
  image: ComparedImage,
): Promise<SeenImage> {
  const { threshold } = sourceSettings(detector.card, image.gsdMeters);
  const all = await detector.detect(pixels, image.gsdMeters, { threshold: threshold * WEAK_SHARE });
  return { image, all, threshold, strong: all.filter(({ score }) => score >= threshold) };
}

const sideOf = ({ image, strong, threshold }: SeenImage) => ({
  image,
  trees: strong.map(({ x, y, areaM2, score }) => {
    const [lon, lat] = pixelToLonLat(image.georeference, x, y);
    return { lon, lat, areaM2, strength: score / threshold };
  }),
});

/** Registration, matches, the recheck of each single tree and the decision; `seconds` are those of the pixel work alone. */
export async function compareSeen(seen: readonly [SeenImage, SeenImage]) {
  const started = performance.now();
  const compared = await compareImages(sideOf(seen[0]), sideOf(seen[1]));
  const seconds = (performance.now() - started) / 1000;
  if (!compared) throw new Error("the images share no ground");
  const weak = compared.singles.map(({ side, place }) => {
    const other = seen[side === 0 ? 1 : 0];
    const [x, y] = lonLatToPixel(other.image.georeference, place.lon, place.lat);
    const tolerance = (0.8 * place.radius + 0.5) / other.image.gsdMeters;
    const near = other.all.filter((one) => Math.hypot(one.x - x, one.y - y) <= tolerance);
    return Math.max(0, ...near.map(({ score }) => score)) / other.threshold;
  });
  return { compared, weak, decision: decide(compared, weak), seconds };
}

/** Counts trees said to be lost where one is said to be planted: within the radius of the larger crown. */
export function lostAndPlanted(
  [{ image }]: readonly [SeenImage, SeenImage],
  { compared, decision }: Awaited<ReturnType<typeof compareSeen>>,
): number {
  const placesOf = (state: "planted" | "lost", side: 0 | 1) => {
    const numbers = new Set(
      decision.records
        .filter((record) => record.state === state)
        .map(({ before, after }) => (side === 0 ? before : after)),
    );
    return compared.singles
      .filter((single) => single.side === side && numbers.has(single.tree))
      .map(({ place: { lon, lat, radius } }) => {
        const [x, y] = lonLatToPixel(image.georeference, lon, lat);
        return { x, y, radius: radius / image.gsdMeters };
      });
  };
  const planted = placesOf("planted", 1);
  return placesOf("lost", 0).filter((lost) =>
    planted.some(
      (one) => Math.hypot(one.x - lost.x, one.y - lost.y) < Math.max(one.radius, lost.radius),
    ),
  ).length;
}

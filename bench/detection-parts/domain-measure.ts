/** Detects trees as the product does in the labelled images of all domains: counts, matches and the look of each image. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { noLook } from "@nihol/vision/detect/image-look";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import {
  type Tally,
  TREE_APART_METERS,
  TREE_OVERLAP,
  tallyBoxes,
  tallyPoints,
} from "@nihol/vision/learn/match-labels";
import { type Pixels, pixelSource } from "@nihol/vision/pixels/pixels";
import { type DomainImage, readDomainImage } from "./domain-images.ts";

export type DomainResult = {
  id: string;
  domain: string;
  site: string;
  place: string;
  gsdMeters: number;
  hasNir: boolean;
  isPartial: boolean;
  /** Its card, where it is not the network that is measured: one that was trained without the domain. */
  network?: string;
  /** Square metres. */
  areaM2: number;
  tally: Tally;
  look: ImageLook;
};

const isIgnored = ({ x, y }: Detection, { ignore }: DomainImage) =>
  ignore.some(([x0, y0, x1, y1]) => x >= x0 && x < x1 && y >= y0 && y < y1);

function tallyOf(image: DomainImage, trees: Detection[]): Tally {
  const { points, boxes = [], gsdMeters } = image;
  if (!points)
    return tallyBoxes(
      trees.map(({ box }) => box),
      boxes,
      TREE_OVERLAP,
    );
  const found = trees.map(({ x, y }) => [x, y] as const);
  return tallyPoints(found, points, TREE_APART_METERS / gsdMeters);
}

/** Detects one image; `pixels` in place of its own where it is shown in another way. */
export async function measureDomainImage(
  detector: Detector,
  image: DomainImage,
  pixels?: Pixels,
): Promise<DomainResult> {
  const shown = pixels ?? (await readDomainImage(image));
  const { width, height, bands } = shown;
  const look = noLook();
  const block = { x: 0, y: 0, width, height };
  const source = pixelSource(shown);
  const trees = await detectBlock(source, image.gsdMeters, block, detector, { look });
  const { id, domain, site, place, gsdMeters, isPartial } = image;
  const counted = trees.filter((tree) => !isIgnored(tree, image));
  const areaM2 = width * height * gsdMeters ** 2;
  const tally = tallyOf(image, counted);
  const facts = { id, domain, site, place, gsdMeters, isPartial };
  return { ...facts, hasNir: bands > 3, areaM2, tally, look };
}

/** Networks that were trained without a domain: `FOLDER/without-DOMAIN.json`; of several trainings each has its say. */
export function leftOutCards(folders: readonly string[]): { domain: string; card: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(folder).flatMap((file) => {
      const domain = /^without-(\w+)\.json$/.exec(file)?.[1];
      return domain ? [{ domain, card: join(folder, file) }] : [];
    }),
  );
}

/** Images of each domain as the network counts them that was trained without it. */
export async function measureLeftOut(
  cards: readonly { domain: string; card: string }[],
  images: DomainImage[],
): Promise<DomainResult[]> {
  const results: DomainResult[] = [];
  for (const { domain, card } of cards) {
    const detector = await openOnnxDetector(card);
    const own = images.filter((image) => image.domain === domain);
    const counted = await measureDomains(detector, own);
    results.push(...counted.map((result) => ({ ...result, network: card })));
    await detector.close();
  }
  return results;
}

export async function measureDomains(
  detector: Detector,
  images: DomainImage[],
): Promise<DomainResult[]> {
  const results: DomainResult[] = [];
  for (const image of images) results.push(await measureDomainImage(detector, image));
  return results;
}

/** Counts on labelled images of all domains, kept in a file: ranges can be scored anew without counting anew. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Detector } from "@nihol/vision/detect/detector";
import { HOME_DOMAINS, listDomainImages, MEASURE_ONLY } from "./domain-images.ts";
import {
  type DomainResult,
  leftOutCards,
  measureDomains,
  measureLeftOut,
} from "./domain-measure.ts";

export type GroundCounts = {
  /** SHA-256 of the network that is measured. */
  network: string;
  /** Images a domain, and folders of networks that left a domain out, with which it was counted. */
  limit: number;
  folders: readonly string[];
  /**
   * Counts by image. In its home domains the network that is measured counts the images that it has not seen. In other domains
   * a network counts that was trained without the domain, where there is one; else the one that is measured, and images
   * that it has seen count as partly labelled.
   */
  results: DomainResult[];
  /** Counts of each network of a folder on the domain that it never saw, by folder. */
  unseen: Record<string, DomainResult[]>;
};

async function count(
  detector: Detector,
  folders: readonly string[],
  limit: number,
): Promise<GroundCounts> {
  const images = (await listDomainImages(limit)).filter(
    ({ domain }) => !MEASURE_ONLY.includes(domain),
  );
  const unseen: Record<string, DomainResult[]> = {};
  for (const folder of folders)
    unseen[folder] = await measureLeftOut(leftOutCards([folder]), images);
  // Outside the home domains the network has seen nearly all images: the counts of networks that saw none replace its own.
  const foreign = Object.values(unseen)
    .flat()
    .filter(({ domain }) => !HOME_DOMAINS.includes(domain));
  const replaced = new Set(foreign.map(({ domain }) => domain));
  // Images that the network has seen say what their ground looks like; as partly labelled they say nothing of errors.
  const own = images
    .filter(
      ({ domain, isNew }) => (isNew || !HOME_DOMAINS.includes(domain)) && !replaced.has(domain),
    )
    .map((image) => ({ ...image, isPartial: image.isPartial || !image.isNew }));
  const results = [...(await measureDomains(detector, own)), ...foreign];
  return { network: detector.card.sha256, limit, folders, results, unseen };
}

/**
 * Reads the counts from `file`, or counts now and writes them there; without a file it always counts.
 * @throws where the file is of another network, other folders or another number of images
 */
export async function groundCounts(
  detector: Detector,
  { folders, limit, file }: { folders: readonly string[]; limit: number; file: string | undefined },
): Promise<GroundCounts> {
  if (!file || !existsSync(file)) {
    const counts = await count(detector, folders, limit);
    if (file) await writeFile(file, JSON.stringify(counts));
    return counts;
  }
  const kept = JSON.parse(await readFile(file, "utf8")) as GroundCounts;
  if (kept.network !== detector.card.sha256)
    throw new Error(`${file} holds counts of another network.`);
  if (kept.limit !== limit || JSON.stringify(kept.folders) !== JSON.stringify(folders))
    throw new Error(`${file} holds counts of other folders or of another number of images.`);
  return kept;
}

/** `imagery.watch`: a source is asked again for the next few gardens; what it has that is new waits for a decision. */
import { rm } from "node:fs/promises";
import { watchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import { cacheDocuments } from "@nihol/sources/fetch/document-cache";
import { type Politeness, patiently } from "@nihol/sources/fetch/politely";
import { openFetcher, type SourceFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { findOffers, type Offer } from "@nihol/sources/find-offers";
import type { HeldFile } from "@nihol/store/files/file-store";
import {
  findSourceWithCredential,
  listHosts,
  type SourceWithCredential,
} from "@nihol/store/sources/source-rows";
import { fetchPreview, type Preview } from "../../imagery/fetch-preview.ts";
import type { Handler, JobContext } from "../../runner/job-context.ts";
import {
  beginBatch,
  endRound,
  type FoundOffer,
  listImagesHere,
  noteProblem,
  saveGarden,
  type WatchedGarden,
  watchJob,
} from "./watch-rows.ts";

/** Less patient than a person who waits for an image: a server that is away is asked again hours later. */
const politeness: Politeness = { atOnce: 2, pausesMs: [500, 3000] };
/** Days before the newest known one in which a capture may be published late. */
const lateDays = 30;

export const watchImagery: Handler<"imagery.watch"> = async ({ source: id, after }, context) => {
  const { db, sources, jobs } = context.services;
  const gardens = await beginBatch(db.sql, id, after);
  if (!gardens) return;
  try {
    const source = await findSourceWithCredential(db.sql, sources, id);
    if (!source) return;
    await askGardens(source, gardens, context);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof SourceProblem)) throw error;
    await noteProblem(db.sql, id, error.reason);
    return;
  }
  const last = gardens.at(-1)?.id;
  if (last !== undefined && gardens.length === watchLimits.gardens)
    await jobs.sendAll([watchJob(id, last)]);
  else await endRound(db.sql, id);
};

async function askGardens(
  source: SourceWithCredential,
  gardens: readonly WatchedGarden[],
  context: JobContext,
) {
  const { db, sources } = context.services;
  const { credential } = source;
  if (credential === "lost") throw new SourceProblem("source_secret_lost");
  const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
  const fetcher = openFetcher({ allowed, credential, timeoutMs: 60_000 });
  try {
    const remembering = cacheDocuments(fetcher);
    for (const garden of gardens) {
      context.signal.throwIfAborted();
      await askGarden(source, remembering, garden, context);
    }
  } finally {
    fetcher.close();
  }
}

const before = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Day after which captures are asked for: a month before the newest known one, since a capture may be published late,
 * but not before the oldest known one.
 * @param known days of known captures, newest first
 */
function afterOf(known: readonly string[]): string | null {
  const [newest, ...older] = known;
  if (newest === undefined) return null;
  const oldest = older.at(-1) ?? newest;
  const late = before(newest, lateDays);
  return late > oldest ? late : oldest;
}

async function askGarden(
  { id: source, settings }: SourceWithCredential,
  fetcher: SourceFetcher,
  garden: WatchedGarden,
  { services, signal }: JobContext,
) {
  const { bbox: area, known } = garden;
  const wanted = { area, known, after: afterOf(known), max: watchLimits.captures };
  const ask = () => findOffers(settings, fetcher, wanted, signal);
  const offers = await patiently(ask, politeness.pausesMs, signal);
  const found: FoundOffer[] = [];
  for (const offer of offers) {
    const folder = `${services.scratch}/watch-${source}-${garden.id}-${offer.day}`;
    const held: HeldFile[] = [];
    try {
      const { db, files } = services;
      const images = await listImagesHere(db.sql, area, offer.day);
      const here: { id: number; path: string; facts: (typeof images)[number]["facts"] }[] = [];
      for (const { id, cog_key, facts } of images) {
        const copy = await files.hold(cog_key);
        held.push(copy);
        here.push({ id, path: copy.path, facts });
      }
      const order = { settings, fetcher, area, offer, here, politeness, signal };
      const preview = await fetchPreview(order, services.tasks, folder);
      if (preview !== "nothing")
        found.push(await storePreview(offer, preview, source, garden, services));
    } finally {
      for (const copy of held) await copy[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    }
  }
  await saveGarden(services.db.sql, source, garden.id, found);
}

/** Stores a preview and makes its row. The file goes first: a row never names a file that is not there. */
async function storePreview(
  { day, cloud, item }: Offer,
  preview: Preview | "unreadable",
  source: number,
  garden: WatchedGarden,
  { files }: JobContext["services"],
): Promise<FoundOffer> {
  const named = { day, item: item?.id ?? "" };
  const ofSource = { cloud, cloud_basis: cloud === null ? null : ("source" as const) };
  if (preview === "unreadable")
    return { ...named, ...ofSource, darkness: null, preview_key: null, preview_hash: null };
  const { said: checked, file } = preview;
  const key = `watch/${source}/${garden.id}/${day}.webp`;
  await files.put(key, { moveFrom: file });
  const ofImage = { cloud: checked.cloud, cloud_basis: "image" as const };
  return {
    ...named,
    ...(cloud !== null || checked.cloud === null ? ofSource : ofImage),
    darkness: checked.darkness,
    preview_key: key,
    preview_hash: checked.hash,
    // The image is here already: rejected at first, so that nobody has to decide; it can still be accepted.
    ...(checked.same !== null && { same_image_id: checked.same, status: "rejected" as const }),
  };
}

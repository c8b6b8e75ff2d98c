/** Tells whether a source says on which days it has images: one that does not cannot be watched (`findOffers`). */
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import type { SourceFetcher } from "./fetch/source-fetcher.ts";
import { listedDays } from "./kinds/offered-days.ts";
import { readWms } from "./kinds/wms.ts";
import { readWmts } from "./kinds/wmts.ts";

/** A server of tiles by number describes nothing; each image of a catalogue has its day. @throws SourceProblem */
export async function namesDays(
  settings: SourceSettings,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<boolean> {
  if (settings.kind !== "wms" && settings.kind !== "wmts") return settings.kind === "stac";
  const read = settings.kind === "wms" ? readWms : readWmts;
  return listedDays((await read(settings, fetcher, signal)).dates).length > 0;
}

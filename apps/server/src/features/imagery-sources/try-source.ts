/** The test of a source: one image of a place, and what the server says of itself. */
import type { ImagerySourceUnderstood } from "@nihol/contract/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { SourceProblem } from "@nihol/sources/fetch/source-problem";
import { type Understood, understandSource } from "@nihol/sources/understand-source";
import {
  listHosts,
  noSourceAccess,
  type SourceWithCredential,
} from "@nihol/store/sources/source-rows";
import { Problem } from "../../http/problem.ts";
import type { Services } from "../../http/services.ts";

/** Where a programme without gardens tries a source: Dushanbe. */
const elsewhere: Bbox = [68.77, 38.55, 68.79, 38.57];

const toAnswer = ({ image, ...said }: Understood): ImagerySourceUnderstood => ({
  title: said.title,
  layers: said.layers.slice(0, 50),
  layer: said.layer,
  matrix_set: said.matrixSet,
  dates: said.dates,
  has_date: said.hasDate,
  max_zoom: said.maxZoom,
  gsd_m: said.gsdM,
  bands: said.bands.slice(0, 30),
  format: said.format,
  captures: said.captures,
  unread: said.unread,
  image: image && `data:image/${image.format};base64,${image.bytes.toString("base64")}`,
});

/**
 * Asks a source for one image.
 * @param day the day asked for, where it takes one
 * @throws {Problem} 409 with the reason, in words that say what to mend
 */
export async function trySource(
  { db, sources = noSourceAccess }: Services,
  { settings, credential }: SourceWithCredential,
  place: Bbox | undefined,
  day: string,
): Promise<ImagerySourceUnderstood> {
  if (credential === "lost") throw new Problem(409, "source_secret_lost");
  const allowed = { hosts: await listHosts(db.sql), inside: sources.inside };
  const fetcher = openFetcher({ allowed, credential, timeoutMs: 20_000 });
  try {
    return toAnswer(await understandSource(settings, fetcher, { place: place ?? elsewhere, day }));
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    throw new Problem(409, error.reason.code, error.reason.params);
  } finally {
    fetcher.close();
  }
}

/** A garden's history: its images, and what its tasks, cases, devices and notes tell. */

import type { Garden } from "@nihol/contract/gardens";
import type { GardenEvent } from "@nihol/contract/planting/garden-history";
import type { Db } from "@nihol/db/connection";
import { combineCounts } from "@nihol/store/trees/tree-count";
import type { Actor } from "../../http/actor.ts";
import { slice } from "../../http/paging.ts";
import { listCapturesOf } from "./analytics.ts";
import { listRecordEvents } from "./history-queries.ts";

/** Newest first; of one day in the order of kinds and numbers, so that no event stands on two pages. */
const newestFirst = (a: GardenEvent, b: GardenEvent) =>
  b.day.localeCompare(a.day) || a.kind.localeCompare(b.kind) || b.id - a.id;

/** Page of events of a garden that the actor sees, and how many events there are. */
export async function listHistory(
  db: Db,
  actor: Actor,
  garden: Garden,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: GardenEvent[] }> {
  const [records, captures] = await Promise.all([
    listRecordEvents(db, actor, garden.id),
    listCapturesOf(db, garden),
  ]);
  const images = captures.map(
    (row): GardenEvent => ({
      kind: "image",
      id: row.whole_image_id,
      day: row.captured_on,
      trees: combineCounts([row]).total,
      title: null,
    }),
  );
  const events = [...images, ...records].sort(newestFirst);
  const { limit, offset } = slice(query);
  return { count: events.length, rows: events.slice(offset, offset + limit) };
}

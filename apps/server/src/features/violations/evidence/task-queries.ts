/** The figures of a planting task's verdict, as they are written into a case that is opened from it. */

import { today } from "@nihol/contract/values/planting/programme-day";
import type { ProposedVerdict, VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { TaskEvidence, TaskImage } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { metersFrom } from "@nihol/geo/flat-meters";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { notFound, refuseField } from "../../../http/problem.ts";
import { tasksVisibleTo } from "../../../policies/planting.ts";
import { may, requireRight } from "../../../policies/rights.ts";
import { publishedImages } from "../../../shared/imagery/published-images.ts";
import { listImageHands } from "../../../shared/planting/image-hands.ts";
import { listPlotCounters } from "../../../shared/planting/plot-counters.ts";
import { cropAround, cropImage, side } from "./crop-place.ts";
import type { Origin } from "./origin.ts";
import { reportEvidence } from "./report-queries.ts";

/** @throws {Problem} 404 beyond the actor's scope, and where nothing was proposed yet */
async function getVerdict(db: Db, actor: Actor, task: number) {
  const row = await db
    .selectFrom("planting_verdict as v")
    .innerJoin("planting_task as t", "t.id", "v.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .where("t.id", "=", task)
    .where(tasksVisibleTo(actor))
    .select(["v.proposal", "v.verdict", "t.ministry_id", "g.id as garden", "g.bbox", "g.center"])
    .select(
      sql<string | null>`(select max(plant_date) from planting_report where task_id = t.id)`.as(
        "planted_on",
      ),
    )
    .select(
      sql<string | null>`(select e.explanation from planting_verdict_event e
        where e.task_id = t.id and e.kind = 'decided' order by e.id desc limit 1)`.as(
        "explanation",
      ),
    )
    .executeTakeFirst();
  if (!row?.proposal || !row.verdict || !row.center) throw notFound();
  return { ...row, proposal: row.proposal, verdict: row.verdict, center: row.center };
}

/** Of these images, those within the actor's scope; none without the right to see images. */
async function listImages(db: Db, actor: Actor, ids: number[]) {
  if (ids.length === 0 || !may(actor, "wholeimage", "view")) return [];
  return publishedImages(db, actor)
    .where("w.id", "in", ids)
    .select(["w.id", "w.captured_on", "w.gsd_m", "w.cog_key", "w.facts", "w.width", "w.height"])
    .execute();
}
type ImageRow = Awaited<ReturnType<typeof listImages>>[number];

const numberIn = ({ figures }: VerdictReason, name: string) => Number(figures[name] ?? 0);

/** The newest image after planting and the one that it was compared with, as the proposal names them. */
function imagesIn({ reasons }: ProposedVerdict) {
  const seen = reasons.find(({ code }) => code.startsWith("image_"));
  const image = (id: string, count: string) =>
    seen?.figures[id] === undefined
      ? null
      : { id: numberIn(seen, id), counted: numberIn(seen, count) };
  return { before: image("before_image", "before_counted"), after: image("image", "counted") };
}

function plotsIn({ reasons }: ProposedVerdict): TaskEvidence["plots"] {
  const plots = reasons.find(({ code }) => code === "plots");
  if (!plots) return null;
  const of = (name: string) => numberIn(plots, name);
  return {
    measured_on: String(plots.figures.measured_on),
    ...{ plots: of("plots"), living: of("living"), dead: of("dead"), missing: of("missing") },
  };
}

/** The same square of ground on both images; none where one of them is missing. */
function cropsOf(bbox: Bbox | null, before?: ImageRow, after?: ImageRow) {
  if (!bbox || !before || !after) return { crop: null, crops: [] };
  const [west, south, east, north] = bbox;
  const corners = [
    { lon: west, lat: south },
    { lon: east, lat: north },
  ];
  // Too large a garden is shown around its middle.
  const middle = [{ lon: (west + east) / 2, lat: (south + north) / 2 }];
  const at = (ground: typeof corners) =>
    cropAround(ground, cropImage(before), cropImage(after), { east_m: 0, south_m: 0 });
  const [eastM, northM] = metersFrom([west, south])([east, north]);
  const isLarge = Math.max(eastM, northM) > side.max;
  const place = at(isLarge ? middle : corners);
  return { crop: place.crop && { ...place.crop, lost_at: [] }, crops: place.crops };
}

/**
 * Finds what a case is opened with: the verdict's figures, and both images of the garden.
 * @throws {Problem} 404 beyond the actor's scope, 403 without the right to see planting tasks
 * @throws {FieldProblem} under `opened_from` where the report agrees
 */
export async function taskOrigin(db: Db, actor: Actor, task: number): Promise<Origin> {
  requireRight(actor, "planttreetask", "view");
  const { proposal, verdict, ...row } = await getVerdict(db, actor, task);
  if (verdict === "agrees") refuseField("opened_from", "report_agrees");
  const named = imagesIn(proposal);
  const rows = await listImages(
    db,
    actor,
    [named.before, named.after].flatMap((one) => one?.id ?? []),
  );
  const rowOf = (one: { id: number } | null) => rows.find(({ id }) => id === one?.id);
  const shown = (one: { id: number; counted: number } | null): TaskImage | null => {
    const image = rowOf(one);
    return image && one
      ? { id: image.id, date: image.captured_on, gsd_m: image.gsd_m, counted: one.counted }
      : null;
  };
  const { crop, crops } = cropsOf(row.bbox, rowOf(named.before), rowOf(named.after));
  const { standing } = proposal;
  const { report, photos } = await reportEvidence(db, actor, task);
  return {
    evidence: {
      kind: "task",
      ...{ task, verdict, crop, reported: proposal.reported, planted_on: row.planted_on },
      as_of: proposal.as_of,
      standing: standing && { count: standing.value, low: standing.low, high: standing.high },
      before: shown(named.before),
      after: shown(named.after),
      plots: plotsIn(proposal),
      counters: await listPlotCounters(db, task),
      image_hands: row.bbox ? await listImageHands(db, task, row.bbox, proposal.reasons) : [],
      explanation: row.explanation ?? "",
      ...{ reasons: proposal.reasons, report },
    },
    point: row.center,
    garden: row.garden,
    ministry: row.ministry_id,
    observed_on: proposal.as_of ?? today(),
    columns: { source: "task", task_id: task },
    ...{ crops, photos },
  };
}

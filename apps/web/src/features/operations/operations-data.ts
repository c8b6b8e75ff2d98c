import type { JobRow } from "@nihol/contract/operations";
import type { JobName } from "@nihol/contract/values/jobs";
import type { JobState } from "@nihol/contract/values/operations";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

/** Running work changes from second to second. */
const pollMs = 5000;

export const operationsQuery = queryOptions({
  queryKey: [paths.operations],
  queryFn: ({ signal }) => ask("GET /operations", { signal }),
  refetchInterval: pollMs,
});

export const jobsQuery = (state: JobState) =>
  queryOptions({
    queryKey: [paths.operations, "job", state],
    queryFn: ({ signal }) => ask("GET /operations/job", { query: { state }, signal }),
    refetchInterval: pollMs,
  });

/** Words for each kind of job. */
const texts = {
  "imagery.fetch": "job_imagery_fetch",
  "imagery.watch": "job_imagery_watch",
  "imagery.prepare": "job_imagery_prepare",
  "imagery.detect": "job_imagery_detect",
  "imagery.publish": "job_imagery_publish",
  "imagery.compare": "job_imagery_compare",
  "imagery.calibrate": "job_imagery_calibrate",
  "imagery.share_plots": "job_imagery_share_plots",
  "ground.learn": "job_ground_learn",
  "imagery.display": "job_imagery_display",
  "trees.settle": "job_trees_settle",
  "trees.leaf_off": "job_trees_leaf_off",
  "territory.reassign": "job_territory_reassign",
  "evidence.check": "job_evidence_check",
  "verdict.propose": "job_verdict_propose",
  "export.make": "job_export_make",
  "mail.send": "job_mail_send",
  "backup.make": "job_backup_make",
  "readings.pack": "job_readings_pack",
  "readings.calibrate": "job_readings_calibrate",
} as const satisfies Record<JobName, string>;

const known: ReadonlyMap<string, (typeof texts)[JobName]> = new Map(Object.entries(texts));

/** Key of the words for a queue; undefined for one of another version. */
export const jobText = (queue: string) => known.get(queue);

/** Words for what a job is about, by the name of its payload; the rest (a month, where to go on) says nothing to a reader. */
const subjects = {
  process: "subject_process",
  block: "subject_block",
  source: "subject_source",
  comparison: "subject_comparison",
  whole_image: "subject_whole_image",
  ground: "subject_ground",
  change: "subject_change",
  task: "subject_task",
  export: "subject_export",
  mail: "subject_mail",
  backup: "subject_backup",
} as const;
type SubjectText = (typeof subjects)[keyof typeof subjects] | "subject_tiles";

/** Subjects of a job, the widest first: keys of texts and what stands in them ("part 12", "tiles 19/707/393"). */
export function jobSubjects(data: JobRow["data"]): { text?: SubjectText; n: string }[] {
  const named = Object.entries(subjects)
    .filter(([name]) => data[name] !== undefined)
    .map(([name, text]) => ({ text, n: String(data[name]) }));
  const { z, bx, by, month } = data;
  if (z !== undefined) return [...named, { text: "subject_tiles", n: `${z}/${bx}/${by}` }];
  return month === undefined ? named : [...named, { n: String(month) }];
}

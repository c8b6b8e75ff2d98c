/** State of an installation for those who run it, and what they do about it. MasterAdmin and SysAdmin alone. */
import { idSchema } from "./paging.ts";
import { call } from "./resource.ts";
import {
  backupOrigins,
  backupReasons,
  backupStates,
  backupSteps,
  backupWarnings,
  jobStates,
} from "./values/operations.ts";
import { paths } from "./values/paths.ts";
import { retentionNames } from "./values/retention/kinds.ts";
import { z } from "./z.ts";

const moment = z.iso.datetime();
const bytes = z.number().describe("Bytes");

const backupRunSchema = z
  .object({
    id: idSchema,
    origin: z.enum(backupOrigins),
    state: z.enum(backupStates),
    step: z.enum(backupSteps).nullable(),
    created_at: moment,
    began_at: moment.nullable(),
    ended_at: moment.nullable(),
    moment: moment.nullable().describe("Moment that it holds"),
    place: z.string().nullable().describe("Machine and folder"),
    name: z.string().nullable(),
    size_bytes: bytes.nullable(),
    copied_bytes: bytes.nullable(),
    reason: z.enum(backupReasons).nullable(),
    problem: z.string().nullable().describe("What went wrong, in English"),
  })
  .meta({ id: "BackupRun" });
export type BackupRunRow = z.output<typeof backupRunSchema>;

const workerSchema = z
  .object({
    id: z.uuid(),
    machine: z.string().nullable(),
    pid: z.number().int().nullable(),
    started_at: moment,
    version: z.string().nullable(),
    gdal: z.string().nullable(),
    is_draining: z.boolean().describe("Ends the jobs at hand and takes no other"),
    doing: z.array(z.object({ queue: z.string(), id: z.string(), since: moment })),
  })
  .meta({ id: "Worker" });
export type WorkerRow = z.output<typeof workerSchema>;

const operationsSchema = z
  .object({
    versions: z.object({
      program: z.string(),
      node: z.string(),
      database: z.string(),
      migration: z.string(),
      gdal: z.array(z.string()).describe("Of the workers that are alive"),
    }),
    backup: z.object({
      is_on: z.boolean(),
      warning: z.enum(backupWarnings).nullable(),
      next_at: moment.nullable(),
      schedules: z.array(
        z.object({
          machine: z.string(),
          folder: z.string(),
          times: z.array(z.string()),
          keep: z.number().int(),
          is_encrypted: z.boolean(),
        }),
      ),
      last_good: backupRunSchema.nullable(),
      runs: z.array(backupRunSchema).describe("The newest ten"),
    }),
    workers: z.array(workerSchema),
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.number().int(),
        active: z.number().int(),
        failed: z.number().int(),
        oldest_s: z.number().nullable().describe("Age of the oldest that waits, in seconds"),
      }),
    ),
    database: z.object({
      bytes,
      connections: z.number().int(),
      connections_max: z.number().int(),
      tables: z.array(z.object({ name: z.string(), bytes })).describe("The largest eight"),
    }),
    files: z.object({
      free_bytes: bytes,
      disk_bytes: bytes,
      measured: z.object({ bytes, count: z.number().int(), at: moment }).nullable(),
    }),
    growth: z
      .array(z.object({ day: z.iso.date(), database_bytes: bytes, file_bytes: bytes }))
      .describe("The last thirty days that were measured, oldest first"),
    retention: z
      .array(
        z.object({
          kind: z.enum(retentionNames),
          keep_days: z.number().int(),
          is_settable: z.boolean().describe("NIHOL_KEEP_DAYS may say another number"),
          row_count: z.number().int().describe("Rows or files"),
          bytes: bytes.nullable(),
          grown_bytes: bytes.nullable().describe("In thirty days"),
          deleted: z.number().int().describe("In thirty days"),
          cleaned_at: moment,
        }),
      )
      .describe("Data that goes by itself after its days, as it was last cleaned"),
    mail: z.object({
      is_on: z.boolean(),
      waiting: z.number().int(),
      refused: z.number().int(),
      oldest_s: z.number().nullable(),
      problem: z.string().nullable(),
    }),
    mqtt: z
      .object({
        port: z
          .number()
          .int()
          .nullable()
          .describe("Null where readings come from a broker outside"),
        broker: z
          .object({ address: z.string(), is_connected: z.boolean() })
          .nullable()
          .describe("The broker outside, without name and password"),
        connections: z.number().int(),
        waiting: z.number().int(),
        messages: z.number().int().describe("Since this server started"),
      })
      .nullable()
      .describe("Intake of the server that answers; null where it has none"),
  })
  .meta({ id: "Operations" });
export type Operations = z.output<typeof operationsSchema>;

export const operations = call({
  method: "GET",
  path: paths.operations,
  access: "builtIn",
  summary: "What runs, waits and fails, how much room there is, and when the last backup was made",
  answer: operationsSchema,
});

const jobSchema = z
  .object({
    id: z.uuid(),
    queue: z.string(),
    state: z.enum(jobStates),
    created_at: moment,
    started_at: moment.nullable(),
    start_after: moment,
    tries: z.number().int().describe("Tries before this one"),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
    process_id: z.number().int().nullable().describe("Image process that it belongs to"),
    error: z.string().nullable(),
    is_retriable: z.boolean().describe("It may be done now: it failed, or waits for its next try"),
    is_cancellable: z.boolean().describe("It may be ended, or taken off the list"),
  })
  .meta({ id: "Job" });
export type JobRow = z.output<typeof jobSchema>;

export const operationsJobs = call({
  method: "GET",
  path: `${paths.operations}/job`,
  access: "builtIn",
  summary: "Jobs of a state, oldest first, at most two hundred",
  query: z.object({ state: z.enum(jobStates), queue: z.string().max(60).optional() }),
  answer: z.object({ count: z.number().int(), results: z.array(jobSchema) }),
});

const jobParams = z.object({ id: z.uuid() });

export const operationsRetry = call({
  method: "POST",
  path: `${paths.operations}/job/:id/retry`,
  access: "builtIn",
  summary: "Has a job that failed, or waits for its next try, done now",
  refuses: [404],
  params: jobParams,
  answer: z.null(),
  status: 204,
});

export const operationsCancel = call({
  method: "POST",
  path: `${paths.operations}/job/:id/cancel`,
  access: "builtIn",
  summary: "Ends what a job was sent for, or takes one that failed out of the list",
  refuses: [404],
  params: jobParams,
  answer: z.null(),
  status: 204,
});

export const operationsDrain = call({
  method: "POST",
  path: `${paths.operations}/worker/:id/drain`,
  access: "builtIn",
  summary: "Has a worker end the jobs at hand and take no other, or take jobs again",
  refuses: [404],
  params: z.object({ id: z.uuid() }),
  body: z.object({ is_draining: z.boolean() }),
  answer: z.null(),
  status: 204,
});

export const operationsBackup = call({
  method: "POST",
  path: `${paths.operations}/backup`,
  access: "builtIn",
  summary: "Orders a backup now; while one is ordered or made, it is that one",
  answer: z.object({ id: idSchema }),
  status: 202,
});

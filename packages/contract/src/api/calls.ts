/**
 * Every call of the API by its name ("GET /region/:id"), as types alone: what is asked and what is answered. The
 * panel asks by these, so that a wrong answer type does not compile and no schema is loaded for it.
 */
import type { ListCan, Page } from "../paging.ts";
import type { CallDefinition, DetailOf, ResourceDefinition } from "../resource.ts";
import type { z } from "../z.ts";

type ValuesOf<Module> = Module[keyof Module];
type Values =
  | ValuesOf<typeof import("../attached-files.ts")>
  | ValuesOf<typeof import("../audit-log.ts")>
  | ValuesOf<typeof import("../documents.ts")>
  | ValuesOf<typeof import("../exports.ts")>
  | ValuesOf<typeof import("../planting/garden-history.ts")>
  | ValuesOf<typeof import("../garden-notes.ts")>
  | ValuesOf<typeof import("../gardens.ts")>
  | ValuesOf<typeof import("../geometry.ts")>
  | ValuesOf<typeof import("../imagery/base-layer.ts")>
  | ValuesOf<typeof import("../imagery/calibration.ts")>
  | ValuesOf<typeof import("../imagery/grounds.ts")>
  | ValuesOf<typeof import("../imagery/captures.ts")>
  | ValuesOf<typeof import("../imagery/check-queue.ts")>
  | ValuesOf<typeof import("../imagery/fragments.ts")>
  | ValuesOf<typeof import("../imagery/image-compare.ts")>
  | ValuesOf<typeof import("../imagery/imagery-sources.ts")>
  | ValuesOf<typeof import("../imagery/mosaic.ts")>
  | ValuesOf<typeof import("../imagery/offered-captures.ts")>
  | ValuesOf<typeof import("../imagery/fetch-plans.ts")>
  | ValuesOf<typeof import("../imagery/processes.ts")>
  | ValuesOf<typeof import("../imagery/second-opinions.ts")>
  | ValuesOf<typeof import("../imagery/tree-conflicts.ts")>
  | ValuesOf<typeof import("../imagery/tree-corrections.ts")>
  | ValuesOf<typeof import("../imagery/trees.ts")>
  | ValuesOf<typeof import("../imagery/uploads.ts")>
  | ValuesOf<typeof import("../imagery/whole-images.ts")>
  | ValuesOf<typeof import("../ministries.ts")>
  | ValuesOf<typeof import("../ministry-employees.ts")>
  | ValuesOf<typeof import("../notices.ts")>
  | ValuesOf<typeof import("../open-data/open-data.ts")>
  | ValuesOf<typeof import("../operations.ts")>
  | ValuesOf<typeof import("../people/access-tokens.ts")>
  | ValuesOf<typeof import("../people/groups.ts")>
  | ValuesOf<typeof import("../people/saved-views.ts")>
  | ValuesOf<typeof import("../people/sign-in.ts")>
  | ValuesOf<typeof import("../people/users.ts")>
  | ValuesOf<typeof import("../planting/plant-tree-reports.ts")>
  | ValuesOf<typeof import("../planting/plant-tree-tasks.ts")>
  | ValuesOf<typeof import("../planting/plant-tree-types.ts")>
  | ValuesOf<typeof import("../reports/report-periods.ts")>
  | ValuesOf<typeof import("../reports/reports.ts")>
  | ValuesOf<typeof import("../search.ts")>
  | ValuesOf<typeof import("../sensors/alerts.ts")>
  | ValuesOf<typeof import("../sensors/alert-rules.ts")>
  | ValuesOf<typeof import("../sensors/bad-intervals.ts")>
  | ValuesOf<typeof import("../sensors/device-calibrations.ts")>
  | ValuesOf<typeof import("../sensors/device-groups.ts")>
  | ValuesOf<typeof import("../sensors/device-import.ts")>
  | ValuesOf<typeof import("../sensors/devices.ts")>
  | ValuesOf<typeof import("../sensors/intake.ts")>
  | ValuesOf<typeof import("../sensors/parameters.ts")>
  | ValuesOf<typeof import("../sensors/quality-rules.ts")>
  | ValuesOf<typeof import("../sensors/readings.ts")>
  | ValuesOf<typeof import("../sensors/sensor-guidance.ts")>
  | ValuesOf<typeof import("../sensors/servicing.ts")>
  | ValuesOf<typeof import("../statistics.ts")>
  | ValuesOf<typeof import("../planting/give-tasks.ts")>
  | ValuesOf<typeof import("../planting/field-tasks.ts")>
  | ValuesOf<typeof import("../planting/pits.ts")>
  | ValuesOf<typeof import("../planting/survival.ts")>
  | ValuesOf<typeof import("../planting/flight-advice.ts")>
  | ValuesOf<typeof import("../planting/task-comments.ts")>
  | ValuesOf<typeof import("../planting/task-views.ts")>
  | ValuesOf<typeof import("../planting/timeline.ts")>
  | ValuesOf<typeof import("../planting/verdicts.ts")>
  | ValuesOf<typeof import("../territory.ts")>
  | ValuesOf<typeof import("../violations/violation-evidence.ts")>
  | ValuesOf<typeof import("../violations/violation-register.ts")>
  | ValuesOf<typeof import("../violations/violations.ts")>;
/** Those that answer with JSON; files, images and tiles are fetched by their address. */
type Calls = Extract<Values, CallDefinition & { answer: z.ZodType }>;
type Resources = Extract<Values, ResourceDefinition>;
type Written = Extract<Resources, { name: string }>;
type Creatable = Extract<Resources, { create: z.ZodType }>;
type Changeable = Extract<Resources, { patch: z.ZodType }>;

/** Query, body and answer of one call. */
interface CallTypes<Query = unknown, Body = unknown, Answer = unknown> {
  query: Query;
  body: Body;
  answer: Answer;
}
type InputOf<C, Part extends "query" | "body"> =
  C extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : undefined;

type SingleCalls = {
  [C in Calls as `${C["method"]} ${C["path"]}`]: CallTypes<
    InputOf<C, "query">,
    InputOf<C, "body">,
    z.output<C["answer"]>
  >;
};
type ListAnswer<R extends ResourceDefinition> = Page<z.output<R["row"]>> &
  (R extends Written ? { can: ListCan } : unknown);
type ListCalls = {
  [R in Resources as `GET ${R["path"]}`]: CallTypes<z.input<R["query"]>, undefined, ListAnswer<R>>;
};
type OneCalls = {
  [R in Resources as `GET ${R["path"]}/:id`]: CallTypes<undefined, undefined, DetailOf<R>>;
};
type CreateCalls = {
  [R in Creatable as `POST ${R["path"]}`]: CallTypes<undefined, z.input<R["create"]>, DetailOf<R>>;
};
type PatchCalls = {
  [R in Changeable as `PATCH ${R["path"]}/:id`]: CallTypes<
    undefined,
    z.input<R["patch"]>,
    DetailOf<R>
  >;
};
type DeleteCalls = {
  // Leaves out a deletion that is a call of its own, since it says more than its address.
  [R in Written as Exclude<`DELETE ${R["path"]}/:id`, keyof SingleCalls>]: CallTypes<
    undefined,
    undefined,
    null
  >;
};

/** All calls by method and path. */
export interface Api
  extends SingleCalls,
    ListCalls,
    OneCalls,
    CreateCalls,
    PatchCalls,
    DeleteCalls {}

export type CallName = keyof Api & string;
export type AnswerTo<Name extends CallName> = Api[Name] extends CallTypes
  ? Api[Name]["answer"]
  : never;

export type BodyOf<Name extends CallName> = Api[Name]["body"];

/** The paths whose GET answers a page: "/region". */
export type ListPath = {
  [Name in CallName]: Name extends `GET ${infer Path}`
    ? Path extends `${string}:${string}`
      ? never
      : AnswerTo<Name> extends Page<unknown>
        ? Path
        : never
    : never;
}[CallName];
type ListAt<Path extends ListPath> = AnswerTo<`GET ${Path}`>;
export type RecordAt<Path extends ListPath> = ListAt<Path>["results"][number];

/** The paths whose records have an id of their own: "/region" of "/region/:id". */
export type OnePath = {
  [Name in CallName]: Name extends `GET ${infer Path}/:id` ? Path : never;
}[CallName];
export type DetailAt<Path extends OnePath> = AnswerTo<`GET ${Path}/:id`>;

/** The paths of resources whose records are made and changed by calls of their own. */
export type WritablePath = (Creatable & Changeable)["path"];
/** Bodies that make a record, and change one. */
export type NewAt<Path extends WritablePath> = Api[`POST ${Path}`]["body"];
export type ChangeAt<Path extends WritablePath> = Api[`PATCH ${Path}/:id`]["body"];

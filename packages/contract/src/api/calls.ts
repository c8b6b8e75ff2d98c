/**
 * Every call of the API by its name ("GET /region/:id"), as types alone: what is asked and what is answered. The
 * panel asks by these, so that a wrong answer type does not compile and no schema is loaded for it.
 */
import type { ListCan, Page } from "../paging.ts";
import type { CallDefinition, DetailOf, ResourceDefinition } from "../resource.ts";
import type { z } from "../z.ts";

type ValuesOf<Module> = Module[keyof Module];
type Values =
  | ValuesOf<typeof import("../documents.ts")>
  | ValuesOf<typeof import("../gardens.ts")>
  | ValuesOf<typeof import("../ministries.ts")>
  | ValuesOf<typeof import("../ministry-employees.ts")>
  | ValuesOf<typeof import("../people/groups.ts")>
  | ValuesOf<typeof import("../people/users.ts")>
  | ValuesOf<typeof import("../plant-tree-tasks.ts")>
  | ValuesOf<typeof import("../plant-tree-types.ts")>
  | ValuesOf<typeof import("../sensors/devices.ts")>
  | ValuesOf<typeof import("../territory.ts")>
  | ValuesOf<typeof import("../violations.ts")>;
type Calls = Extract<Values, CallDefinition>;
type Resources = Extract<Values, ResourceDefinition>;

/** What one call takes and answers. */
export interface CallTypes<Query = unknown, Body = unknown, Answer = unknown> {
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
type ListCalls = {
  [R in Resources as `GET ${R["path"]}`]: CallTypes<
    z.input<R["query"]>,
    undefined,
    Page<z.output<R["row"]>> & { can: ListCan }
  >;
};
type OneCalls = {
  [R in Resources as `GET ${R["path"]}/:id`]: CallTypes<undefined, undefined, DetailOf<R>>;
};
type CreateCalls = {
  [R in Resources as `POST ${R["path"]}`]: CallTypes<undefined, z.input<R["create"]>, DetailOf<R>>;
};
type PatchCalls = {
  [R in Resources as `PATCH ${R["path"]}/:id`]: CallTypes<
    undefined,
    z.input<R["patch"]>,
    DetailOf<R>
  >;
};
type DeleteCalls = {
  [R in Resources as `DELETE ${R["path"]}/:id`]: CallTypes<undefined, undefined, null>;
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

/** The paths of resources: "/region". */
export type ResourcePath = Resources["path"];
type ResourceAt<Path extends ResourcePath> = Extract<Resources, { path: Path }>;
export type RecordAt<Path extends ResourcePath> = z.output<ResourceAt<Path>["row"]>;
export type DetailAt<Path extends ResourcePath> = DetailOf<ResourceAt<Path>>;
/** What is sent to make a record, and to change one. */
export type NewAt<Path extends ResourcePath> = z.input<ResourceAt<Path>["create"]>;
export type ChangeAt<Path extends ResourcePath> = z.input<ResourceAt<Path>["patch"]>;

/**
 * Values that define a resource or a call, one each: path, right, query, body and answer are tied together once, and the
 * server's routes, the panel's types, lists as files and the API document follow from it. Plain data, no behaviour.
 */
import type { PageQuery } from "./paging.ts";
import type { Access, Permission, Resource, Subject } from "./values/permissions.ts";
import type { z } from "./z.ts";

/** Properties that the calls of one kind of record share. */
export interface ResourceDefinition {
  /** Its name in policies and in the audit log; left out where nobody writes it, so that its list says nothing of rights. */
  readonly name?: Subject;
  /** Resource whose view its calls ask for: "region" for `region.view`; its writes ask for what `rightFor` says of its name. */
  readonly rights: Resource;
  readonly path: `/${string}`;
  /** Access for readers, where they are not the holders of its view. */
  readonly view?: Access;
  readonly row: z.ZodType;
  /** Schema of a single record by its id, where it says more than a row of the list. */
  readonly detail?: z.ZodType;
  /** Left out where no call of its own makes one, or changes one. */
  readonly create?: z.ZodType;
  readonly patch?: z.ZodType;
  readonly query: z.ZodType<PageQuery>;
  /** The columns that its list can be ordered by. */
  readonly orderings: readonly string[];
  /** The order of a list that asks for none; `-` in front for descending. */
  readonly order: string;
  /** Of the largest body of a write, where it is more than usual. */
  readonly bodyBytes?: number;
}

/** A resource's value, with its types kept. */
export const resource = <const D extends ResourceDefinition>(
  definition: D & { order: D["orderings"][number] | `-${D["orderings"][number]}` },
): D => definition;

export type RowOf<R extends ResourceDefinition> = z.output<R["row"]>;
export type DetailOf<R extends ResourceDefinition> =
  R extends Record<"detail", infer Detail extends z.ZodType> ? z.output<Detail> : RowOf<R>;
/** Query of a list, as the server has parsed it. */
export type ListQueryOf<R extends ResourceDefinition> = z.output<R["query"]>;
/** Body of a write, as the server has parsed it. */
export type CreateOf<R extends ResourceDefinition> =
  R extends Record<"create", infer Create extends z.ZodType> ? z.output<Create> : never;
export type PatchOf<R extends ResourceDefinition> =
  R extends Record<"patch", infer Patch extends z.ZodType> ? z.output<Patch> : never;
export type OrderingOf<R extends ResourceDefinition> = R["orderings"][number];

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Ways in which a call takes a personal access token. */
export type PersonalToken = "header" | "address";

/** Call that is not among the five of a resource. */
export interface CallDefinition {
  readonly method: Method;
  /** Parameters as `:id`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Besides, any one of these: where several rights lead to the same call. */
  readonly andOneOf?: readonly Permission[];
  /**
   * Besides being signed in, a personal access token opens it: in a header, or in the address too (`token`), where
   * programs cannot send a header. Left out: no token opens it.
   */
  readonly personalToken?: PersonalToken;
  /** Refusals besides those that follow from its address, access and body. */
  readonly refuses?: readonly (404 | 412)[];
  /** Line of the API document. */
  readonly summary?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Left out where it is no JSON: a file, an image, a tile, a stream. */
  readonly answer?: z.ZodType;
  /** 200 when left out. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Content type of the body where it is no JSON. */
  readonly consumes?: "multipart/form-data";
  /** Of the largest body, where it is more than usual. */
  readonly bodyBytes?: number;
}

/** A call's value, with its types kept. */
export const call = <const D extends CallDefinition>(definition: D): D => definition;

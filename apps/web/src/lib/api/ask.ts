/** The calls of the contract by their names: what is asked and answered is typed by it. */
import type { AnswerTo, Api, CallName } from "@nihol/contract/api/calls";
import { type Params, query as queryText, request } from "./api.ts";

/** ":id" of a path. */
type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type PathOf<Name> = Name extends `${string} ${infer Path}` ? Path : never;
type QueryValue = Params[string];

type Asked<Name extends CallName> = {
  signal?: AbortSignal;
  headers?: Record<string, string>;
} & ([ParamOf<PathOf<Name>>] extends [never]
  ? unknown
  : { params: Record<ParamOf<PathOf<Name>>, string | number> }) &
  (Api[Name]["query"] extends undefined
    ? unknown
    : { query?: { [Key in keyof Api[Name]["query"]]?: QueryValue } }) &
  (Api[Name]["body"] extends undefined ? { body?: FormData } : { body: Api[Name]["body"] });

interface AnyAsked {
  params?: Record<string, string | number>;
  query?: Params;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Makes a call by its name: `ask("PATCH /region/:id", { params: { id }, body })`. Throws ApiError. */
export async function ask<Name extends CallName>(
  name: Name,
  ...[asked]: Record<never, never> extends Asked<Name> ? [Asked<Name>?] : [Asked<Name>]
): Promise<AnswerTo<Name>> {
  const { params = {}, query, body, signal, headers }: AnyAsked = asked ?? {};
  const [method = "", pattern = ""] = name.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? ""));
  const response = await request(method, path + queryText(query ?? {}), body, { signal, headers });
  const answer: unknown = response.status === 204 ? null : await response.json();
  // The server filters its answers by the same schema.
  return answer as AnswerTo<Name>;
}

/** The calls of the contract by their names: what is asked and answered is typed by it. */
import type {
  AnswerTo,
  Api,
  CallName,
  ChangeAt,
  DetailAt,
  ListPath,
  NewAt,
  OnePath,
  RecordAt,
  WritablePath,
} from "@nihol/contract/api/calls";
import type { ListCan, Page } from "@nihol/contract/paging";
import { type Params, query as queryText, request } from "./api.ts";
import { noteFirstCall } from "./first-calls.ts";
import { type Sent, upload } from "./upload.ts";

/** ":id" of a path. */
type ParamOf<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type PathOf<Name> = Name extends `${string} ${infer Path}` ? Path : never;
type QueryValue = Params[string];

type AddressOf<Name extends CallName> = ([ParamOf<PathOf<Name>>] extends [never]
  ? unknown
  : { params: Record<ParamOf<PathOf<Name>>, string | number> }) &
  (Api[Name]["query"] extends undefined
    ? unknown
    : { query?: { [Key in keyof Api[Name]["query"]]?: QueryValue } });
interface AnyAddress {
  params?: Record<string, string | number> | undefined;
  query?: Params | undefined;
}

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}
type Asked<Name extends CallName> = Options &
  AddressOf<Name> &
  (Api[Name]["body"] extends undefined ? { body?: FormData } : { body: Api[Name]["body"] });

/** "PATCH /region/:id" as its method and the path of one record. */
function addressOf(name: CallName, { params = {}, query }: AnyAddress): [string, string] {
  const [method = "", pattern = ""] = name.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? ""));
  return [method, path + queryText(query ?? {})];
}

function answerOf<Answer>(
  method: string,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
  const answer = readAnswer<Answer>(method, path, body, options);
  return method === "GET" ? noteFirstCall(path, answer) : answer;
}

/** The one place where an answer gets its type: the server filters what it answers by the contract's schema. */
async function readAnswer<Answer>(
  method: string,
  path: string,
  body: unknown,
  options: Options,
): Promise<Answer> {
  const response = await request(method, path, body, options);
  const answer: unknown = response.status === 204 ? null : await response.json();
  return answer as Answer;
}

/** Makes a call by its name: `ask("PATCH /region/:id", { params: { id }, body })`. Throws ApiError. */
export function ask<Name extends CallName>(
  name: Name,
  ...[asked]: Record<never, never> extends Asked<Name> ? [Asked<Name>?] : [Asked<Name>]
): Promise<AnswerTo<Name>> {
  const { body, signal, headers, ...address }: AnyAddress & Options & { body?: unknown } =
    asked ?? {};
  const [method, path] = addressOf(name, address);
  return answerOf<AnswerTo<Name>>(method, path, body, { signal, headers });
}

/** Sends one file by a call that takes it as a form, with progress. Throws ApiError. */
export async function askWithFile<Name extends CallName>(
  name: Name,
  sent: Sent & AddressOf<Name>,
): Promise<AnswerTo<Name>> {
  const { params, query }: Sent & AnyAddress = sent;
  const [, path] = addressOf(name, { params, query });
  return (await upload(path, sent)) as AnswerTo<Name>;
}

/** A page as the server answers it; a list that nobody writes says nothing of rights. */
export type ListPage<Row> = Page<Row> & { can?: ListCan };

/** Gets a page of a list: `GET /region`. Throws ApiError. */
export const askList = <Path extends ListPath>(path: Path, query: Params, signal?: AbortSignal) =>
  answerOf<ListPage<RecordAt<Path>>>("GET", path + queryText(query), undefined, { signal });

/** Gets a record: `GET /region/:id`. Throws ApiError. */
export const askOne = <Path extends OnePath>(
  path: Path,
  id: string | number,
  signal?: AbortSignal,
) => answerOf<DetailAt<Path>>("GET", `${path}/${id}`, undefined, { signal });

/** Makes a record: `POST /region`. Throws ApiError. */
export const askNew = <Path extends WritablePath>(path: Path, body: NewAt<Path>) =>
  answerOf<DetailAt<Path>>("POST", path, body);

/** Changes a record: `PATCH /region/:id`. Throws ApiError. */
export const askChange = <Path extends WritablePath>(
  path: Path,
  id: string | number,
  body: ChangeAt<Path>,
) => answerOf<DetailAt<Path>>("PATCH", `${path}/${id}`, body);

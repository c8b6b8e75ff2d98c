import type { AnswerTo } from "@nihol/contract/api/calls";
import { ApiError, errorFrom } from "./api-error.ts";
import { checkWith, sawAnswer, sawNoAnswer } from "./connection.ts";
import { dropEarlyAnswers, takeEarlyAnswer } from "./early-answers.ts";
import { forgetFieldTasks } from "./field-tasks.ts";
import { seeAsHeaders } from "./see-as.ts";
import {
  accessToken,
  fieldPerson,
  forgetFieldPerson,
  forgetSession,
  keepAccess,
  renewalAttempt,
} from "./session.ts";

const base = "/api";

export type Params = Record<
  string,
  string | number | boolean | null | undefined | readonly (string | number)[]
>;
type Options = { signal?: AbortSignal; headers?: Record<string, string> };

/** `?a=1&b=2`; leaves out what is empty, repeats a key for each entry of a list. */
export function query(params: Params): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** The address of a call, for links and images: `/api` + path + query. */
export function apiAddress(path: string, params: Params = {}): string {
  return `${base}${path}${query(params)}`;
}

/** The headers that every call carries. */
export function callHeaders(): Record<string, string> {
  const token = accessToken();
  return {
    "accept-language": localStorage.getItem("i18nextLng") || "ru",
    ...(token ? { authorization: `Bearer ${token}`, ...seeAsHeaders() } : {}),
  };
}

/** DELETE. Throws ApiError. */
export const del = (path: string, options: Options = {}): Promise<void> =>
  request("DELETE", path, undefined, options).then(() => undefined);

/** A file of the API (image, export) with the person's token. Throws ApiError. */
export async function getBlob(
  path: string,
  params: Params = {},
  options: Options = {},
): Promise<Blob> {
  const response = await request("GET", path + query(params), undefined, options);
  return response.blob();
}

/** The body of a call that goes on for as long as somebody listens: server-sent events. Throws ApiError. */
export async function getStream(
  path: string,
  options: Options = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const headers = { accept: "text/event-stream" };
  return (await request("GET", path, undefined, { ...options, headers })).body;
}

/** A file that came with the panel, such as a part of the base map; asked for without a token. */
export async function getPanelFile<Content>(path: string, options: Options = {}): Promise<Content> {
  const response = await fetch(path, options);
  if (!response.ok) throw await errorFrom(response);
  return response.json();
}

/** Tells whether the server answers, and whether it has another build of the panel than the one that is open. */
export async function askForPanel(): Promise<"same" | "newer" | "unreachable"> {
  const own = document.querySelector('script[type="module"]')?.getAttribute("src");
  try {
    const page = await fetch("/", { cache: "no-store" });
    sawAnswer();
    if (!page.ok || !own) return "unreachable";
    return (await page.text()).includes(own) ? "same" : "newer";
  } catch {
    // Is watched from now on, though no call has found it lost yet.
    sawNoAnswer();
    return "unreachable";
  }
}

/** Signs in: the one call without an Authorization header. Throws ApiError. */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await send(
    "POST",
    "/token",
    { email, password, cookie: true },
    { headers: { authorization: "" } },
  );
  if (!response.ok) throw await errorFrom(response);
  keepAccess(((await response.json()) as AnswerTo<"POST /token">).access);
}

/**
 * Ends the session here and on the server, and takes the tasks off this phone; never fails.
 * @returns how many entries of the field page wait here for the person to come back
 */
export async function signOut(): Promise<number> {
  if (accessToken()) await send("POST", "/token/logout", {}, {}).catch(() => undefined);
  const person = fieldPerson();
  forgetSession();
  forgetFieldPerson();
  return forgetFieldTasks(person?.id);
}

/** Sends a call with the session, renewed once where it has ended. Throws ApiError. */
export async function request(
  method: string,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const used = accessToken();
  const early = method === "GET" ? await takeEarlyAnswer(path, callHeaders()) : undefined;
  if (method !== "GET") dropEarlyAnswers();
  let response = early ?? (await send(method, path, body, options));
  if (response.status === 401 && (await renew(used)))
    response = await send(method, path, body, options);
  if (!response.ok) throw await errorFrom(response);
  return response;
}

async function send(
  method: string,
  path: string,
  body: unknown,
  options: Options,
): Promise<Response> {
  const isForm = body instanceof FormData;
  const json: Record<string, string> =
    body !== undefined && !isForm ? { "content-type": "application/json" } : {};
  const headers: Record<string, string> = {
    accept: "application/json",
    ...json,
    ...callHeaders(),
    ...options.headers,
  };
  if (!headers.authorization) delete headers.authorization;
  try {
    const response = await fetch(base + path, {
      method,
      headers,
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
    });
    sawAnswer();
    return response;
  } catch (cause) {
    // A call that was given up says nothing of the line.
    if (options.signal?.aborted) throw cause;
    sawNoAnswer();
    throw new ApiError({ status: 0, code: "network", detail: "" });
  }
}

checkWith(() => fetch(`${base}/health`, { cache: "no-store" }));

let renewing: Promise<boolean> | undefined;

/**
 * Exchanges the refresh token for a new pair, once for all calls of this tab, and once for all tabs
 * where the browser has locks: refresh tokens rotate, and a second use would end the session.
 * `used` is the access token that was refused; when another tab has renewed it, no call is made.
 */
export function renew(used: string | null): Promise<boolean> {
  renewing ??= lock(() => renewOnce(used)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

function lock(work: () => Promise<boolean>): Promise<boolean> {
  return navigator.locks ? navigator.locks.request("nihol-refresh", work) : work();
}

async function renewOnce(used: string | null): Promise<boolean> {
  if (used !== accessToken()) return accessToken() !== null;
  if (used === null) return false;
  const body = { attempt: renewalAttempt() };
  const response = await send("POST", "/token/refresh", body, { headers: { authorization: "" } });
  if (response.ok) keepAccess(((await response.json()) as AnswerTo<"POST /token">).access);
  else if (response.status === 401 || response.status === 400) forgetSession();
  return response.ok;
}

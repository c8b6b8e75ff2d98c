/** Sends files by tus: resumes after a lost connection, a reload or an expired token, at the exact byte. */
import { paths } from "@nihol/contract/values/paths";
import type { DetailedError, HttpRequest, Upload } from "tus-js-client";
import { apiAddress, callHeaders, del, renew } from "../../../lib/api/api.ts";
import { randomId } from "../../../lib/api/random-id.ts";
import { accessToken } from "../../../lib/api/session.ts";
import { metadataBeside } from "./files-beside.ts";
import { endsWithin } from "./token-expiry.ts";
import {
  findUpload,
  forgetUpload,
  insertUpload,
  type UploadEntry,
  updateUpload,
  uploadEntries,
} from "./upload-store.ts";

/** Bytes that one request carries: few enough that a slow connection sends them before the token expires. */
const chunkBytes = 32 * 1024 ** 2;
const retryDelaysMs = [0, 1000, 3000, 5000];
/** After those, as long as the page is open. */
const laterMs = 15_000;

/** So many go at a time: a browser opens six connections to a server, and the screens need theirs. */
const atOnce = 2;

const running = new Map<string, Upload>();
const files = new Map<string, File>();

/**
 * Begins an upload, or resumes the interrupted one of the same file; where enough are under way, it waits for its turn.
 * Returns the entry's key.
 */
export function sendFile(file: File, owner: number): string {
  const known = uploadEntries().find((one) => isSame(file, owner, one) && one.state !== "sent");
  const key = known?.key ?? randomId();
  files.set(key, file);
  if (known && running.has(key)) return key;
  if (!known) {
    insertUpload({
      key,
      owner,
      fileName: file.name,
      size: file.size,
      modified: file.lastModified,
      id: null,
      state: "waiting",
      sent: 0,
      speed: null,
      problem: null,
      process: null,
    });
  }
  void resume(key);
  return key;
}

/** Tells whether the chosen file is the one that an interrupted upload began with. */
export function isSame(
  file: File,
  owner: number,
  entry: { owner: number; fileName: string; size: number; modified: number },
): boolean {
  return (
    entry.owner === owner &&
    entry.fileName === file.name &&
    entry.size === file.size &&
    entry.modified === file.lastModified
  );
}

export function pauseUpload(key: string): void {
  void running.get(key)?.abort();
  running.delete(key);
  updateUpload(key, { state: "paused", speed: null });
  startNext();
}

/** Holds every upload of a person that is under way or waits for its turn. */
export function pauseAll(owner: number): void {
  // First those that wait: a pause makes room for them.
  for (const state of ["waiting", "sending", "lost"])
    for (const { key } of ofOwner(owner, state)) pauseUpload(key);
}

/** Goes on with all that is held or has failed, the oldest first. */
export function resumeAll(owner: number): void {
  for (const state of ["paused", "failed"])
    for (const { key } of ofOwner(owner, state)) void resume(key);
}

/** The oldest first. */
const ofOwner = (owner: number, state: string) =>
  uploadEntries()
    .filter((one) => one.owner === owner && one.state === state)
    .toReversed();

/** Tells whether an upload is under way; one without a connection keeps its place. */
const isUnderWay = ({ state }: UploadEntry) => state === "sending" || state === "lost";

/** Gives the place that has become free to the one that waits longest. */
function startNext(): void {
  const next = uploadEntries().findLast(({ key, state }) => state === "waiting" && files.has(key));
  if (next) void resume(next.key);
}

/** Resumes at the byte that the server has, or waits for its turn. */
export async function resume(key: string): Promise<void> {
  const file = files.get(key);
  if (!file) return;
  const others = uploadEntries().filter((one) => one.key !== key && isUnderWay(one));
  if (others.length >= atOnce)
    return updateUpload(key, { state: "waiting", problem: null, speed: null });
  updateUpload(key, { state: "sending", problem: null, speed: null });
  const beside = await metadataBeside(file).catch(() => ({}));
  const tus = await import("tus-js-client").catch(() => null);
  if (!tus) return goOnLater(key);
  if (running.has(key) || findUpload(key)?.state !== "sending") return;
  const upload = tusUpload(tus.Upload, key, file, beside);
  running.set(key, upload);
  upload.start();
}

/** Ends it here and deletes on the server what has arrived. */
export async function cancelUpload(key: string): Promise<void> {
  const id = findUpload(key)?.id;
  await running.get(key)?.abort();
  release(key);
  forgetUpload(key);
  startNext();
  if (id) await del(`${paths.upload}/${id}`).catch(() => undefined);
}

function tusUpload(
  Tus: typeof Upload,
  key: string,
  file: File,
  beside: Record<string, string>,
): Upload {
  const id = findUpload(key)?.id;
  const measure = speedometer();
  let refused = false;
  return new Tus(file, {
    endpoint: apiAddress(paths.upload),
    uploadUrl: id ? apiAddress(`${paths.upload}/${id}`) : null,
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    metadata: { filename: file.name, ...beside },
    storeFingerprintForResuming: false,
    onBeforeRequest: async (request) => {
      await authorize(request, refused);
      refused = false;
    },
    onShouldRetry: (error) => {
      refused = statusOf(error) === 401;
      const again = refused || isPassing(error);
      if (again) updateUpload(key, { state: "lost", speed: null });
      return again;
    },
    onUploadUrlAvailable: () => {
      const address = running.get(key)?.url ?? "";
      updateUpload(key, { id: /([0-9a-f]{32})$/.exec(address)?.[1] ?? null });
    },
    onProgress: (sent) => updateUpload(key, { state: "sending", sent, speed: measure(sent) }),
    onSuccess: () => {
      release(key);
      updateUpload(key, { state: "sent", sent: file.size, speed: null });
      startNext();
    },
    onError: (error) => handleFailure(key, error as DetailedError),
  });
}

function release(key: string): void {
  running.delete(key);
  files.delete(key);
}

/** A lost connection is waited for; a refusal is shown. */
function handleFailure(key: string, error: DetailedError): void {
  running.delete(key);
  if (!isPassing(error)) {
    updateUpload(key, { state: "failed", problem: problemOf(error), speed: null });
    startNext();
    return;
  }
  goOnLater(key);
}

/** Waits for the connection, then resumes by itself. */
function goOnLater(key: string): void {
  updateUpload(key, { state: "lost", speed: null });
  const timer = setTimeout(again, laterMs);
  window.addEventListener("online", again, { once: true });
  function again() {
    clearTimeout(timer);
    window.removeEventListener("online", again);
    if (findUpload(key)?.state === "lost") void resume(key);
  }
}

/** Each request carries the access token; one about to expire, or refused, is renewed first. */
async function authorize(request: HttpRequest, refused: boolean): Promise<void> {
  const token = accessToken();
  if (token && (refused || endsWithin(token, 60))) await renew(token);
  for (const [name, value] of Object.entries(callHeaders())) request.setHeader(name, value);
}

const statusOf = (error: Error) => (error as DetailedError).originalResponse?.getStatus() ?? 0;

/** No answer, a server error, or an earlier request that still holds the file. */
function isPassing(error: Error): boolean {
  const status = statusOf(error);
  return [0, 409, 423, 429].includes(status) || (status >= 500 && status !== 507);
}

function problemOf(error: DetailedError): { detail: string } | { code: string } {
  const body = error.originalResponse?.getBody() ?? "";
  try {
    const { detail } = JSON.parse(body) as { detail?: string };
    if (detail) return { detail };
  } catch {
    // tus answers some refusals in its own English words
  }
  return { code: statusOf(error) === 413 ? "too_large" : "unknown" };
}

/** Bytes a second over about the last five seconds. */
function speedometer(): (sent: number) => number | null {
  let last: { at: number; sent: number } | undefined;
  let speed: number | null = null;
  return (sent) => {
    const at = performance.now();
    if (!last || sent < last.sent) {
      last = { at, sent };
      return speed;
    }
    const seconds = (at - last.at) / 1000;
    if (seconds < 0.5) return speed;
    const now = (sent - last.sent) / seconds;
    const weight = Math.min(1, seconds / 5);
    speed = speed === null ? now : speed + (now - speed) * weight;
    last = { at, sent };
    return speed;
  };
}

window.addEventListener("beforeunload", (event) => {
  const isWaiting = uploadEntries().some(({ key, state }) => state === "waiting" && files.has(key));
  if (running.size > 0 || isWaiting) event.preventDefault();
});

import type { ImageFacts } from "./door-facts.ts";
import type { PixelRect } from "./fragment-grid.ts";
import type { PictureOptions } from "./picture.ts";
import type { SafePhoto } from "./render-photo.ts";
import type { ImageFile, RenderCalls, RenderKind, RenderRequest } from "./render-requests.ts";
import { createRenderWorker, type RenderWorker } from "./render-worker.ts";
import type { Stretch } from "./stretch.ts";

export { ImageRefused } from "./door-refusal.ts";
export { RenderFailed, RenderTimedOut } from "./render-worker.ts";
export { openShard, openShardFile, type Shard, shardOfTile } from "./shard-tile.ts";

/** Too many requests wait already; try again shortly. */
export class RenderBusy extends Error {
  override name = "RenderBusy";
}

export type RenderPoolOptions = { size: number; maxWaiting: number; timeoutMs: number };

type Waiting = {
  request: RenderRequest;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

const options: RenderPoolOptions = { size: 1, maxWaiting: 200, timeoutMs: 45_000 };
let workers: RenderWorker[] = [];
let waiting: Waiting[] = [];
let nextId = 1;

/** Changes the number of processes, the length of the queue or the time a request may take, from the next request on. */
export function configureRenderPool(wanted: Partial<RenderPoolOptions>): void {
  Object.assign(options, wanted);
}

/** `inspectImage` in a render process. Throws `ImageRefused`, `RenderBusy`, `RenderTimedOut`, `RenderFailed`. */
export function inspectInChild(path: string, fileName?: string): Promise<ImageFacts> {
  return call("inspect", fileName ? { path, fileName } : { path });
}

/** `renderFragment` in a render process: a WebP picture of a part of the image. */
export async function renderFragmentInChild(
  image: ImageFile,
  area: PixelRect,
  picture: PictureOptions,
): Promise<Buffer> {
  return Buffer.from(await call("fragment", { ...image, area, options: picture }));
}

/** `renderImageTile` in a render process: a WebP map tile, undefined where the image does not reach. */
export async function renderTileInChild(
  image: ImageFile,
  z: number,
  x: number,
  y: number,
  stretch: Stretch | null = null,
): Promise<Buffer | undefined> {
  const tile = await call("tile", { ...image, z, x, y, stretch });
  return tile ? Buffer.from(tile) : undefined;
}

/** `reencodePhoto` in a render process. Throws `ImageRefused` for what is no photo. */
export async function reencodePhotoInChild(bytes: Buffer): Promise<SafePhoto> {
  const photo = await call("photo", { bytes });
  return { ...photo, webp: Buffer.from(photo.webp) };
}

/** `previewPhoto` in a render process: a WebP of a stored photo. Throws `ImageRefused` when no pixels come out. */
export async function previewInChild(path: string): Promise<Buffer> {
  return Buffer.from(await call("preview", { path }));
}

/** Ends all render processes; what waits or runs fails with `RenderFailed`. The next request starts anew. */
export function closeRenderPool(): void {
  const [closing, left] = [workers, waiting];
  workers = [];
  waiting = [];
  for (const worker of closing) worker.close();
  for (const { reject } of left) reject(new RenderBusy("The render pool was closed."));
}

/** Process ids of the render processes that run now. */
export function renderProcessIds(): number[] {
  return workers.map((worker) => worker.pid()).filter((pid) => pid !== undefined);
}

function call<K extends RenderKind>(
  kind: K,
  ask: RenderCalls[K]["ask"],
): Promise<RenderCalls[K]["answer"]> {
  if (waiting.length >= options.maxWaiting)
    return Promise.reject(new RenderBusy("Too many pictures are being made."));
  const request = { id: nextId++, kind, ask } as RenderRequest;
  return new Promise((resolve, reject) => {
    waiting.push({ request, resolve: resolve as (answer: unknown) => void, reject });
    serveNext();
  });
}

function serveNext(): void {
  const worker = freeWorker();
  const next = worker && waiting.shift();
  if (!worker || !next) return;
  worker
    .perform(next.request, options.timeoutMs)
    .then(next.resolve, next.reject)
    .finally(serveNext);
}

function freeWorker(): RenderWorker | undefined {
  const free = workers.find((worker) => !worker.busy);
  if (free || workers.length >= options.size) return free;
  const started = createRenderWorker();
  workers.push(started);
  return started;
}

import { usualView, type ViewSettings } from "@nihol/contract/values/imagery";
import type {
  BandRoles,
  RasterMetadata,
  Stretch,
} from "@nihol/contract/values/imagery/raster-metadata";
import type { Beside } from "../mend/beside.ts";
import type { PixelRect } from "../raster/fragment-grid.ts";
import type { FragmentOptions } from "./fragment-image.ts";
import type { PhotoHash } from "./photo-hash.ts";
import type { PhotoMetadata } from "./photo-metadata.ts";
import {
  type Asking,
  createRenderLane,
  type RenderLane,
  type RenderLaneOptions,
} from "./render-lane.ts";
import type { SafePhoto } from "./render-photo.ts";
import type { ImageFile, RenderCalls, RenderKind, RenderRequest } from "./render-requests.ts";

export { ImageRefused } from "@nihol/geo/tiff/refusal";
export type { Beside } from "../mend/beside.ts";
export { isMendable } from "../mend/mendable.ts";
export { type Asking, RenderBusy, RenderFailed, RenderTimedOut } from "./render-lane.ts";
export { openShard, openShardFile, type Shard, shardOfTile } from "./shard-tile.ts";

/**
 * Images for screens, uploads, and checks before an upload is accepted, each with its own processes: the check
 * of an upload takes seconds, a tile milliseconds, mending a file minutes.
 */
type LaneName = "drawing" | "photos" | "inspection" | "mending";

const laneOf: Record<RenderKind, LaneName> = {
  fragment: "drawing",
  tile: "drawing",
  thumbnail: "drawing",
  photo: "photos",
  photoHash: "photos",
  photoMetadata: "photos",
  paper: "photos",
  preview: "photos",
  inspect: "inspection",
  bandImage: "inspection",
  mend: "mending",
};

const timeoutMs = 45_000;
const lanes: Record<LaneName, RenderLane> = {
  drawing: createRenderLane({ size: 2, maxWaiting: 400, maxWaitingEach: 100, timeoutMs }),
  photos: createRenderLane({ size: 1, maxWaiting: 50, maxWaitingEach: 10, timeoutMs }),
  // Two, so that one person's slow file keeps nobody else's waiting.
  inspection: createRenderLane({ size: 2, maxWaiting: 200, maxWaitingEach: 200, timeoutMs }),
  mending: createRenderLane({
    ...{ size: 1, maxWaiting: 200, maxWaitingEach: 200, timeoutMs: 30 * 60_000 },
  }),
};

/** Changes the number of processes, the length of the queue or the time a request may take, from the next request on. */
export function configureRenderPool(lane: LaneName, wanted: Partial<RenderLaneOptions>): void {
  Object.assign(lanes[lane].options, wanted);
}

/** `inspectImage` of a file of our store in a render process. Throws `ImageRefused`, `RenderBusy`, `RenderTimedOut`, `RenderFailed`. */
export function inspectInChild(
  path: string,
  fileName?: string,
  asking?: Asking,
): Promise<RasterMetadata> {
  return call("inspect", fileName ? { path, fileName } : { path }, asking);
}

/** `mendImage` of a file of our store in a render process. Throws as `inspectInChild`. */
export function mendInChild(
  file: { path: string; fileName: string; beside: Beside; to: string },
  asking?: Asking,
): Promise<RasterMetadata> {
  return call("mend", file, asking);
}

/** `bandImage` of a file of our store in a render process: WebP. Throws as `inspectInChild`. */
export async function bandImageInChild(
  image: ImageFile,
  roles: BandRoles,
  asking?: Asking,
): Promise<Buffer> {
  return Buffer.from(await call("bandImage", { ...image, roles }, asking));
}

/** `renderFragment` in a render process: a WebP or JPEG image of a part of the image. */
export async function renderFragmentInChild(
  image: ImageFile,
  area: PixelRect,
  options: FragmentOptions,
  asking?: Asking,
): Promise<Buffer> {
  return Buffer.from(await call("fragment", { ...image, area, options: options }, asking));
}

/** `renderImageTile` in a render process: a WebP map tile, undefined where the image does not reach. */
export async function renderTileInChild(
  image: ImageFile,
  z: number,
  x: number,
  y: number,
  stretch: Stretch | null = null,
  asking?: Asking,
  view: ViewSettings = usualView,
): Promise<Buffer | undefined> {
  const tile = await call("tile", { ...image, z, x, y, stretch, view }, asking);
  return tile ? Buffer.from(tile) : undefined;
}

/** `renderThumbnail` in a render process: the whole image as a small WebP. */
export async function thumbnailInChild(
  image: ImageFile,
  stretch: Stretch | null,
  asking?: Asking,
): Promise<Buffer> {
  return Buffer.from(await call("thumbnail", { ...image, stretch }, asking));
}

/** `reencodePhoto` in a render process. Throws `ImageRefused` for what is no photo. */
export async function reencodePhotoInChild(bytes: Buffer, asking?: Asking): Promise<SafePhoto> {
  const photo = await call("photo", { bytes }, asking);
  return { ...photo, webp: Buffer.from(photo.webp) };
}

/** `photoHash` of a stored photo in a render process. Throws `ImageRefused` when no pixels come out. */
export function photoHashInChild(bytes: Buffer, asking?: Asking): Promise<PhotoHash | undefined> {
  return call("photoHash", { bytes }, asking);
}

/** `previewPhoto` in a render process: a WebP of a stored photo. Throws `ImageRefused` when no pixels come out. */
export async function previewInChild(path: string, asking?: Asking): Promise<Buffer> {
  return Buffer.from(await call("preview", { path }, asking));
}

/** `photoMetadata` of a stored photo in a render process. */
export function photoMetadataInChild(path: string, asking?: Asking): Promise<PhotoMetadata> {
  return call("photoMetadata", { path }, asking);
}

/** `paperPhoto` in a render process: a stored photo as JPEG for a PDF. Throws `ImageRefused`. */
export async function paperPhotoInChild(path: string, asking?: Asking): Promise<Buffer> {
  return Buffer.from(await call("paper", { path }, asking));
}

/** Ends all render processes; what runs fails with `RenderFailed`, what waits with `RenderBusy`. The next request starts anew. */
export function closeRenderPool(): void {
  for (const lane of Object.values(lanes)) lane.close();
}

/** Process ids of the render processes that run now. */
export function renderProcessIds(): number[] {
  return Object.values(lanes).flatMap((lane) => lane.pids());
}

async function call<K extends RenderKind>(
  kind: K,
  ask: RenderCalls[K]["ask"],
  asking?: Asking,
): Promise<RenderCalls[K]["answer"]> {
  const request = { kind, ask } as RenderRequest;
  return (await lanes[laneOf[kind]].ask(request, asking)) as RenderCalls[K]["answer"];
}

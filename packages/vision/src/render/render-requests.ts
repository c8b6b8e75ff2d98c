import type { ViewSettings } from "@nihol/contract/values/imagery";
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
import type { SafePhoto } from "./render-photo.ts";

/** A normalised image by the path of its COG and the facts that `makeCog` returned. */
export type ImageFile = { path: string; facts: RasterMetadata };

/** Everything that a render child can be asked for, with its answer. */
export type RenderCalls = {
  inspect: { ask: { path: string; fileName?: string }; answer: RasterMetadata };
  mend: {
    ask: { path: string; fileName: string; beside: Beside; to: string };
    answer: RasterMetadata;
  };
  bandImage: { ask: ImageFile & { roles: BandRoles }; answer: Buffer };
  fragment: { ask: ImageFile & { area: PixelRect; options: FragmentOptions }; answer: Buffer };
  tile: {
    ask: ImageFile & {
      z: number;
      x: number;
      y: number;
      stretch: Stretch | null;
      view: ViewSettings;
    };
    answer: Buffer | undefined;
  };
  thumbnail: { ask: ImageFile & { stretch: Stretch | null }; answer: Buffer };
  photo: { ask: { bytes: Buffer }; answer: SafePhoto };
  photoHash: { ask: { bytes: Buffer }; answer: PhotoHash | undefined };
  photoMetadata: { ask: { path: string }; answer: PhotoMetadata };
  paper: { ask: { path: string }; answer: Buffer };
  preview: { ask: { path: string }; answer: Buffer };
};

export type RenderKind = keyof RenderCalls;

export type RenderRequest = {
  [K in RenderKind]: { kind: K; ask: RenderCalls[K]["ask"] };
}[RenderKind];

import { LAYOUT_LIMITS, type LayoutLimits } from "@nihol/geo/tiff/blocks";

/** An image without a place on the ground. */
export type PlainImageMetadata = {
  width: number;
  height: number;
  format: string;
  bits: 8 | 16;
  bytes: number;
};

export type IngestLimits = LayoutLimits & { timeoutMs: number; memoryMb: number };

export const INGEST_LIMITS: IngestLimits = {
  ...LAYOUT_LIMITS,
  timeoutMs: 30_000,
  memoryMb: 1_536,
};

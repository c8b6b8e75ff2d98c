/** An image without a place on the ground. */
export type PlainImageMetadata = {
  width: number;
  height: number;
  format: string;
  bits: 8 | 16;
  bytes: number;
};

export type IngestLimits = {
  maxPixels: number;
  maxSide: number;
  /** Unpacked bytes of one strip or tile: it is decoded as a whole, however few of its pixels are wanted. */
  maxBlockBytes: number;
  timeoutMs: number;
  memoryMb: number;
};

export const INGEST_LIMITS: IngestLimits = {
  maxPixels: 2e10,
  maxSide: 400_000,
  maxBlockBytes: 64 << 20,
  timeoutMs: 30_000,
  memoryMb: 1_536,
};

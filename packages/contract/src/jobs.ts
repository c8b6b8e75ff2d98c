import { z } from "./z.ts";

/** Every job: its name and payload. A name without a handler stops the worker from starting. */
export const jobs = {
  /** Check once more, make the Cloud Optimized GeoTIFF, plan the blocks. */
  "imagery.prepare": z.object({ process: z.number().int() }),
  /** Detect one block of fragments. */
  "imagery.detect": z.object({ process: z.number().int(), block: z.number().int() }),
  /** All blocks are done: make the picture's trees current and add them to the pyramid. */
  "imagery.publish": z.object({ process: z.number().int() }),
  /** What became of each tree between two pictures. */
  "imagery.compare": z.object({ comparison: z.number().int() }),
  /** Draw windows of a picture that people count, and look into them at low scores. */
  "imagery.calibrate": z.object({ whole_image: z.number().int() }),
  /** Pre-warp one shard of map tiles. */
  "imagery.display": z.object({
    whole_image: z.number().int(),
    z: z.number().int(),
    bx: z.number().int(),
    by: z.number().int(),
  }),
  /** Decide anew until when an image's trees count: it was published by an older version of the software. */
  "trees.settle": z.object({ whole_image: z.number().int() }),
  /** Borders have moved over many trees: find the places of those trees and of the seen ground anew. */
  "territory.reassign": z.object({ change: z.number().int() }),
  /** Pack a month (`2026-08`) of single readings into device-days. */
  "readings.pack": z.object({ month: z.string().regex(/^\d{4}-\d{2}$/) }),
} as const;
export type JobName = keyof typeof jobs;
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]>;

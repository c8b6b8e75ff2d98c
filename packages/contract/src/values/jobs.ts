/** Every job and what it is given. A name without a handler stops the worker from starting. */
export interface JobPayloads {
  /** Fetch an area of a source into a file, then send `imagery.prepare`. */
  "imagery.fetch": { process: number };
  /** Ask a watched source for new captures of the next few gardens after this one. */
  "imagery.watch": { source: number; after: number };
  /** Check once more, make the Cloud Optimized GeoTIFF, plan the blocks. */
  "imagery.prepare": { process: number };
  /** Detect one block of fragments. */
  "imagery.detect": { process: number; block: number };
  /** All blocks are done: make the image's trees current and add them to the pyramid. */
  "imagery.publish": { process: number };
  /** Find what became of each tree between two images. */
  "imagery.compare": { comparison: number };
  /** Draw windows of an image that people count, and detect trees in them at low scores. */
  "imagery.calibrate": { whole_image: number };
  /** The sample plots of an image say something else: the ranges of its kind follow. */
  "imagery.share_plots": { whole_image: number };
  /** Learn a ground from the sample plots of its images. */
  "ground.learn": { ground: number };
  /** Pre-warp one shard of map tiles. */
  "imagery.display": { whole_image: number; z: number; bx: number; by: number };
  /** Decide anew until when an image's trees count: it was published by an older version of the software. */
  "trees.settle": { whole_image: number };
  /** The season of an image's region was changed: its trees without green may be unsure, or not green again. */
  "trees.leaf_off": { whole_image: number };
  /** Borders have moved over many trees: find the places of those trees and of the seen ground anew. */
  "territory.reassign": { change: number };
  /** Measure and hash report rows that were written without it, from this id on. */
  "evidence.check": { from: number };
  /** Work out whether what a planting task reports stands. */
  "verdict.propose": { task: number };
  /** Write a list as a file. */
  "export.make": { export: number };
  /** Hand a letter to the mail server. */
  "mail.send": { mail: number };
  /** Make a backup that was ordered, by the schedule or by a person. */
  "backup.make": { backup: number };
  /** Pack a month (`2026-08`) of single readings into device-days. */
  "readings.pack": { month: string };
  /** A calibration was added or taken back: hours, days and the newest value follow. */
  "readings.calibrate": { calibration: number; taken_back: boolean };
}
export type JobName = keyof JobPayloads;
export type JobPayload<N extends JobName> = JobPayloads[N];

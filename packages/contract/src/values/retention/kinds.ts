/** Data that goes by itself after its days: each kind is one entry here, and one of packages/store/src/retention. */
import { noticeDays } from "../notices.ts";
import { keysOf } from "../record-of.ts";

interface Kept {
  /** Days that it is kept when nobody says otherwise. */
  days: number;
  /** Bounds of what NIHOL_KEEP_DAYS may say; equal where it may say nothing. */
  min: number;
  max: number;
}

const century = 36_500;

/** Days by kind, chosen. Those that the panel's own words tell people of, and what programs leave behind, are fixed. */
export const retentionKinds = {
  /** Lines of the audit log: three years at least, whatever anybody sets. */
  audit: { days: 3650, min: 1095, max: century },
  /** Letters that were sent or given up. */
  mail: { days: 30, min: 1, max: century },
  notice: { days: noticeDays, min: noticeDays, max: noticeDays },
  /** Lists that were written as files. */
  export: { days: 1, min: 1, max: 1 },
  /** Uploads that were never ended, or of which nothing was made. A week at least: 20 GB by a slow line come in days. */
  upload: { days: 14, min: 7, max: century },
  /** Pieces of images whose fetching ended. */
  fetch: { days: 7, min: 1, max: century },
  /** Small images of captures that somebody decided on. */
  preview: { days: 30, min: 1, max: century },
  /** Readings that were refused because another value stood at their moment. */
  conflict: { days: 365, min: 1, max: century },
  /** Jobs that ended. */
  job: { days: 1, min: 1, max: 1 },
  /** Sign-ins that ended. */
  session: { days: 0, min: 0, max: 0 },
  /** Records of backups, not the backups. */
  backup: { days: 400, min: 30, max: century },
  /** Daily figures of size and growth. */
  size: { days: 1100, min: 60, max: century },
  /** Folders that killed workers left on this machine. */
  scratch: { days: 1, min: 1, max: 1 },
} as const satisfies Readonly<Record<string, Kept>>;
export type RetentionKind = keyof typeof retentionKinds;
export const retentionNames: readonly RetentionKind[] = keysOf(retentionKinds);

/** Days by kind, as an installation keeps them. */
export type KeepDays = Readonly<Record<RetentionKind, number>>;

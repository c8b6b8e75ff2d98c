/** Services that the handlers work with: one plain value, made in start-worker.ts. */
import type { Connection } from "@nihol/db/connection";
import type { DatabaseWatch } from "@nihol/db/database-watch";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import type { FileStore } from "@nihol/store/files/file-store";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import type { SourceAccess } from "@nihol/store/sources/source-rows";
import type { Tasks } from "../child/tasks.ts";
import type { TreeFinder } from "../imagery/tree-finder.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { ProcessWatch } from "./process-watch.ts";

/** Settings of this machine on backups. */
export interface BackupSettings {
  folder: string;
  /** File with the passphrase; without one nothing is encrypted. */
  keyFile: string | undefined;
  keep: number;
  /** Times of day on the programme's clock; empty: none is made by itself. */
  times: readonly string[];
  oldHours: number;
  anchorsFile: string;
}

export interface Services {
  db: Connection;
  /** A standby from which files of lists are read while it keeps up. */
  standby: DatabaseConfig | undefined;
  database: DatabaseWatch;
  files: FileStore;
  jobs: JobQueue;
  finder: TreeFinder;
  tasks: Tasks;
  /** Trees are counted on images of at most this many metres per pixel. */
  maxCountGsdM: number;
  /** Fragments along each side of a block. */
  blockSide: number;
  /** Undefined where nothing is mailed. */
  mailer: Mailer | undefined;
  /** The address under which people reach the product, where it is set: links of letters begin with it. */
  publicUrl: string | undefined;
  /** Undefined where this machine makes no backups. */
  backup: BackupSettings | undefined;
  sources: SourceAccess;
  watch: ProcessWatch;
  /** A folder for this process's temporary files, on the disk of the file store. */
  scratch: string;
  /** Reconciles soon: sends jobs that got lost. */
  reconcileSoon: () => void;
  log: (line: string) => void;
}

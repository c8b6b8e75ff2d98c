/** Services that the routes need from the process around them: one plain value. */
import type { Connection, Db } from "@nihol/db/connection";
import type { DatabaseWatch } from "@nihol/db/database-watch";
import type { ReadReplica } from "@nihol/db/read-replica";
import type { FileStore } from "@nihol/store/files/file-store";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import type { SourceAccess } from "@nihol/store/sources/source-rows";
import type { CallCounts } from "./limits/call-counts.ts";
import type { OwnBaseMap } from "./own-base-map.ts";

/** Settings of intake by MQTT. */
export interface MqttSettings {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Files in PEM. Both, or neither: then the line is plain. */
  certFile: string | undefined;
  keyFile: string | undefined;
}

/** Broker outside from which readings come. */
export interface OutsideBroker {
  /** `mqtt://` or `mqtts://`, host and port: what devices may be told. */
  address: string;
  user: string | undefined;
  password: string | undefined;
  /** Certificate (PEM) of the authority that vouches for it; undefined: those that Node.js knows. */
  ca: string | undefined;
  /** Group of servers that share its messages; undefined: one takes all. */
  share: string | undefined;
  /** True where that is one of several, another one taking over when it is gone. */
  isInTurn?: boolean;
  /**
   * The name by which it knows this server and keeps what it has not acknowledged; undefined: that of the database,
   * which servers that read in turn have in common.
   */
  clientId: string | undefined;
}

export interface Services {
  db: Connection;
  /** A standby that answers lists, figures and tiles. */
  replica?: ReadReplica | undefined;
  /** Knows at once that the database is away. Without one (tests), each call finds out by itself. */
  watch?: DatabaseWatch;
  files: FileStore;
  /** Counts of calls against every limit; where there are several servers, shared with them. */
  callCounts: CallCounts;
  /** True where no other server works with this database and these files: work unfinished at the start was left behind. */
  isOnlyServer?: boolean;
  jobs: JobQueue;
  demo: boolean;
  tokens: { secret: string; accessMinutes: number; refreshMinutes: number };
  /** The address under which people reach the product, where it is set: links of the OGC API begin with it. */
  publicUrl?: string | undefined;
  /** Settings of the installation on sources of images; without them none is inside and no secret is kept. */
  sources?: SourceAccess;
  /** True where this installation sends mail. */
  mail?: boolean;
  /** Opens `/api/metrics`; without one nobody reads it. */
  metricsToken?: string | undefined;
  /** Opens the broker for devices; without it none listens. */
  mqtt?: MqttSettings | undefined;
  /** In place of a broker of this server's own. */
  outsideBroker?: OutsideBroker | undefined;
  /** The built panel, or undefined when only the API runs. */
  webRoot: string | undefined;
  /** An archive of the country's own in place of the panel's base map. */
  baseMap?: OwnBaseMap;
}

/** Reads for somebody from the standby where one may answer them, else from the database itself. */
export const readFor = <T>(
  { db, replica }: Pick<Services, "db" | "replica">,
  reader: { id: number },
  ask: (db: Db) => Promise<T>,
): Promise<T> => (replica ? replica.read(reader.id, ask) : ask(db.sql));

/** Makes the archive of an export for training: a process of its own, since it unpacks many fragments of many images. */
import { readFile, rm } from "node:fs/promises";
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { exportCoco } from "./export-coco.ts";
import { storedZip } from "./stored-zip.ts";

export interface CocoRequest {
  config: DatabaseConfig;
  images: number[];
  /** For what is written in between; it is there, and whoever asks removes it. */
  folder: string;
  /** The archive; it must not exist. */
  path: string;
}

/** After each image. */
export interface CocoProgress {
  rows: number;
  count: number;
}

serveRequests<CocoRequest, CocoProgress>(async (request, signal, onProgress) => {
  const { config, images, folder, path } = request;
  const files = await openFiles(filesAt(env));
  const db = connect(config, { applicationName: "nihol export", max: 1 });
  const zip = await storedZip(path);
  try {
    await exportCoco({ db: db.sql, files }, images, folder, {
      async keep(name, file) {
        signal.throwIfAborted();
        await zip.add(name, await readFile(file));
        await rm(file);
      },
      onImage: (rows) => onProgress({ rows, count: images.length }),
    });
    await zip.end();
    return { rows: images.length, count: images.length };
  } finally {
    await zip.release();
    await db.close();
  }
});

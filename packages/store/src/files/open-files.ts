/** The store that the settings name. */
import { join } from "node:path";
import type { Env } from "@nihol/db/env";
import { type FileStore, type NoteFile, openFileStore } from "./file-store.ts";
import { landingDays } from "./s3-landings.ts";
import type { S3At } from "./s3-settings.ts";

/** Where files are kept. */
export interface FilesAt {
  /** Folder of this machine: of the files, or with `s3` of what arrives and of copies. */
  dir: string;
  s3?: (S3At & { cacheBytes: number; landingDays?: number }) | undefined;
}

type FileSettings = Pick<
  Env,
  | "dataDir"
  | "s3Endpoint"
  | "s3Region"
  | "s3Bucket"
  | "s3Prefix"
  | "s3AccessKeyId"
  | "s3SecretAccessKey"
  | "s3PathStyle"
  | "s3CacheGb"
  | "s3PublicUrl"
  | "keepDays"
>;

/** Reads it from the settings. @param address of another bucket, in place of the one that is set */
export function filesAt(
  env: FileSettings,
  address: { bucket: string | undefined; prefix: string } = {
    bucket: env.s3Bucket,
    prefix: env.s3Prefix,
  },
): FilesAt {
  const dir = join(env.dataDir, "files");
  const { bucket, prefix } = address;
  if (bucket === undefined) return { dir };
  const [accessKeyId, secretAccessKey] = [env.s3AccessKeyId, env.s3SecretAccessKey];
  return {
    dir,
    s3: {
      endpoint: env.s3Endpoint,
      region: env.s3Region,
      bucket,
      prefix,
      credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
      isPathStyle: env.s3PathStyle ?? env.s3Endpoint !== undefined,
      publicUrl: env.s3PublicUrl,
      cacheBytes: env.s3CacheGb * 1e9,
      landingDays: landingDays(env.keepDays.upload),
    },
  };
}

/**
 * Opens the store. Several processes may share one.
 * @param note called before a file is put that would go through the trash
 */
export async function openFiles({ dir, s3 }: FilesAt, note?: NoteFile): Promise<FileStore> {
  if (!s3) return openFileStore(dir, note);
  // Loaded where it is needed: it is as large as all else that a start loads.
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(s3, { dir, ...s3 }, note);
}

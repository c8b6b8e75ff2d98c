/** `npm run nihol -- files move`: to a bucket, to a folder, or to another of either. */
import { resolve } from "node:path";
import type { Db } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import type { FileStore } from "@nihol/store/files/file-store";
import { type Moved, moveFiles } from "@nihol/store/files/move-files";
import { type FilesAt, filesAt, openFiles } from "@nihol/store/files/open-files";
import { inMB } from "./backup-settings.ts";
import { CommandError } from "./run-command.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Milliseconds between lines that say how far it is. */
const sayEveryMs = 10_000;

/** Reads `s3://bucket/prefix` or a folder. @throws CommandError */
function readTarget(to: string): FilesAt {
  if (!to.includes("://")) return { dir: resolve(to) };
  const [, bucket, prefix = ""] = /^s3:\/\/([A-Za-z0-9._-]+)(?:\/(.*?))?\/*$/.exec(to) ?? [];
  if (!bucket)
    throw new CommandError(`--to: s3://BUCKET, s3://BUCKET/PREFIX or a folder, not ${to}`);
  return filesAt(env, { bucket, prefix });
}

/** Words for what to set so that the files are found. */
function settingsFor({ dir, s3 }: FilesAt): string {
  if (!s3) return `without S3_BUCKET, and with NIHOL_DATA so that its folder "files" is ${dir}`;
  return `with S3_BUCKET=${s3.bucket}${s3.prefix ? ` S3_PREFIX=${s3.prefix}` : " and no S3_PREFIX"}`;
}

function tell(moved: Moved, from: FileStore, at: FilesAt, to: FileStore) {
  const { copied, there, removed, unfinished, trashed } = moved;
  say(`copied and compared: ${copied.count} files, ${inMB(copied.bytes)}`);
  if (there > 0) say(`there from before: ${there}`);
  if (removed > 0) say(`deleted since, and moved to the trash there: ${removed}`);
  if (unfinished > 0)
    say(`uploads that have not arrived or are being checked: ${unfinished}; left out`);
  if (trashed > 0) say(`in the trash of ${from.place}, where they stay: ${trashed}`);
  if (moved.isEnded) {
    say(`the files lie in ${to.place} now. Start servers and workers ${settingsFor(at)}.`);
    say(`Nothing was deleted in ${from.place}: do it once the product runs and a backup was made.`);
  } else {
    say("Servers or workers are running, so the move is not ended. Stop them and give the same");
    say("command again: it copies what came since, which is soon done.");
  }
}

/** Moves the files of this database to a place, or as much of it as can be done while programs run. */
export async function moveTo(db: Db, from: FileStore, target: string | undefined): Promise<void> {
  if (!target) throw new CommandError("move: where to? --to s3://BUCKET/PREFIX or --to FOLDER");
  const at = readTarget(target);
  const to = await openFiles(at);
  await to.check(AbortSignal.timeout(15_000));
  say(`from ${from.place} to ${to.place}`);
  let next = Date.now() + sayEveryMs;
  const onFile = ({ copied }: Moved, of: number) => {
    if (Date.now() < next) return;
    next = Date.now() + sayEveryMs;
    say(`  ${copied.count} of ${of}, ${inMB(copied.bytes)}`);
  };
  tell(await moveFiles({ db, from, to, onFile }), from, at, to);
}

/** The trash of a store in a bucket, by the same names as in a folder: `.trash/2026-11-27/<key>~<time>`. */

import type { S3Objects } from "./s3-objects.ts";
import type { Trash, TrashedFile } from "./trash.ts";

const trashed = /^\.trash\/(\d{4}-\d{2}-\d{2})\/(.+)~([0-9a-z]+)$/;

/** Copies an object into the trash: what is put at its key then replaces it. @throws FileMissing */
export async function copyToS3Trash(objects: S3Objects, key: string): Promise<void> {
  const now = new Date();
  const day = now.toISOString().slice(0, 10);
  await objects.copy(key, `.trash/${day}/${key}~${now.getTime().toString(36)}`);
}

/** Copies an object into the trash, then removes it: a kill in between leaves two, never none. @throws FileMissing */
export async function moveToS3Trash(objects: S3Objects, key: string): Promise<void> {
  await copyToS3Trash(objects, key);
  await objects.remove(key);
}

export function openS3Trash(objects: S3Objects): Trash {
  async function* inDay(day: string): AsyncGenerator<TrashedFile> {
    for await (const { name, size, modifiedAt } of objects.list(`.trash/${day}`)) {
      const [, found, key, time] = trashed.exec(name) ?? [];
      if (!found || !key || !time) continue;
      const trashedAt = new Date(Number.parseInt(time, 36));
      yield { key, size, trashedAt, day: found, modifiedAt, path: name };
    }
  }
  async function oldestDay(): Promise<string | undefined> {
    const days: string[] = [];
    const add = (folder: string) => {
      const day = folder.split("/")[1] ?? "";
      if (/^\d{4}-\d{2}-\d{2}$/.test(day)) days.push(day);
    };
    for await (const _ of objects.list(".trash/", add));
    return days.sort()[0];
  }
  return {
    list: () => inDay(""),
    get: ({ path }) => objects.get(path),
    async restore({ key, path }) {
      if ((await objects.head(key)) || !(await objects.head(path))) return false;
      await objects.copy(path, key);
      await objects.remove(path);
      return true;
    },
    async purgeOldest(before) {
      const day = await oldestDay();
      // The day itself must be over as well.
      if (!day || Date.parse(day) + 86_400_000 > before.getTime()) return undefined;
      let files = 0;
      let bytes = 0;
      for await (const { path, size } of inDay(`${day}/`)) {
        await objects.remove(path);
        files++;
        bytes += size;
      }
      return { day, files, bytes };
    },
  };
}

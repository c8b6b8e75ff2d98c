/** Refuses what would leave the database without room to write. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { FileStore } from "@nihol/store/files/file-store";
import { Problem } from "./problem.ts";

const leftForDatabase = 512 * 1024 ** 2;

/** @throws {Problem} 507 where the disk of the files has no room for so many bytes */
export async function needRoom(files: FileStore, bytes: number) {
  // The store's own folder, which is always there.
  const disk = await statfs(dirname(files.path("room")));
  if (disk.bavail * disk.bsize < bytes + leftForDatabase) throw new Problem(507, "disk_full");
}

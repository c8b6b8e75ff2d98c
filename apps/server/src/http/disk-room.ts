/** Refuses what would leave the database without room to write. */
import { statfs } from "node:fs/promises";
import type { FileStore } from "@nihol/store/files/file-store";
import { Problem } from "./problem.ts";

const leftForDatabase = 512 * 1024 ** 2;

/** @throws {Problem} 507 where the disk of the files has no room for so many bytes */
export async function needRoom(files: FileStore, bytes: number) {
  const disk = await statfs(files.disk);
  if (disk.bavail * disk.bsize < bytes + leftForDatabase) throw new Problem(507, "disk_full");
}

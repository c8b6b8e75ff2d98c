/** Refuses what would leave the database without room to write. */
import { leftForDatabase, roomOn } from "@nihol/store/files/disk-room";
import type { FileStore } from "@nihol/store/files/file-store";
import { Problem } from "./problem.ts";

/** @throws {Problem} 507 where the disk of the files has no room for so many bytes */
export async function needRoom(files: FileStore, bytes: number) {
  if ((await roomOn(files.disk)) < bytes + leftForDatabase) throw new Problem(507, "disk_full");
}

/** Room on the disk of files, as all who write there ask for it. */
import { statfs } from "node:fs/promises";

/** Bytes that files leave free, since the database may lie on the same disk. */
export const leftForDatabase = 512 * 1024 ** 2;

/** Bytes that may still be written to the disk of a folder, which must be there. */
export async function roomOn(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

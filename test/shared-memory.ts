import { statfsSync } from "node:fs";

/** Files in it are memory that processes share. */
export const SHARED_MEMORY = "/dev/shm";

/** Bytes that are free there; none where the system has no such folder, few in many containers. */
export function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

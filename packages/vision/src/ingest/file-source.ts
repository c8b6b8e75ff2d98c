import { open } from "node:fs/promises";
import type { ByteSource } from "@nihol/geo/tiff/tiff";

/** Runs `work` on the file's bytes and closes it after. */
export async function withFileSource<T>(
  path: string,
  work: (source: ByteSource) => Promise<T>,
): Promise<T> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (offset: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    return await work({ size, read });
  } finally {
    await file.close();
  }
}

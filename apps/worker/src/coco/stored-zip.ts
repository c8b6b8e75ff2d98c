/**
 * An archive whose parts are kept as they are: fragments are packed already (PNG, deflated TIFF). Without ZIP64: parts
 * and archive stay under 4 GB.
 */
import { open } from "node:fs/promises";
import { Zip, ZipPassThrough } from "fflate";
import { Refused } from "../child/end-message.ts";

const bytesMax = 2 ** 32 - 2 ** 20;

/** @throws where the file is there already */
export async function storedZip(path: string) {
  const file = await open(path, "wx");
  let made: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, data) => {
    if (error) throw error;
    made.push(data);
  });
  async function flush() {
    const now = made;
    made = [];
    for (const part of now) {
      bytes += part.length;
      if (bytes > bytesMax) throw new Refused("export_too_large", { gigabytes: 4 });
      await file.writeFile(part);
    }
  }
  return {
    /** Writes a whole part. */
    async add(name: string, content: Uint8Array) {
      const part = new ZipPassThrough(name);
      zip.add(part);
      part.push(content, true);
      await flush();
    },
    /** The archive is whole and on the disk when this returns. */
    async end() {
      zip.end();
      await flush();
      await file.sync();
    },
    /** Closes the file, whole or not. */
    release: () => file.close(),
  };
}

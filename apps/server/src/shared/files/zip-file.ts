/**
 * A ZIP archive that is written as its parts come, in little memory: fflate makes the archive, Node's zlib deflates
 * (natively, five times as fast as in JavaScript). Without ZIP64: parts and archive stay under 4 GB.
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";
import { newFile } from "./written-file.ts";

const deflate = promisify(deflateRaw);
/** Levels above it take much longer for a hundredth of the size (measured with a sheet of trees). */
const level = 4;

interface ZipPart {
  put: (content: string | Uint8Array) => Promise<void>;
  end: () => Promise<void>;
}

export interface ZipFile {
  /** Begins a part; the one before it has ended. */
  part: (name: string) => ZipPart;
  /** Writes a whole part. */
  add: (name: string, content: string | Uint8Array) => Promise<void>;
  end: () => Promise<void>;
  /** Closes the file, whole or not. */
  release: () => Promise<void>;
}

/** @throws where the file is there already */
export async function newZip(path: string): Promise<ZipFile> {
  const file = await newFile(path);
  let made: Uint8Array[] = [];
  const zip = new Zip((error, data) => {
    if (error) throw error;
    made.push(data);
  });
  async function flush() {
    const now = made;
    made = [];
    for (const bytes of now) await file.put(bytes);
  }

  function part(filename: string): ZipPart {
    const entry: ZipInputFile = { filename, size: 0, crc: 0, compression: 8 };
    zip.add(entry);
    return {
      async put(content) {
        const bytes = typeof content === "string" ? Buffer.from(content) : content;
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        // Ends at a whole byte and is not the last block, so that the next one follows it.
        const finishFlush = constants.Z_SYNC_FLUSH;
        entry.ondata?.(null, await deflate(bytes, { level, finishFlush }), false);
        await flush();
      },
      async end() {
        entry.ondata?.(null, await deflate(new Uint8Array(0)), true);
        await flush();
      },
    };
  }

  return {
    part,
    async add(name, content) {
      const whole = part(name);
      await whole.put(content);
      await whole.end();
    },
    async end() {
      zip.end();
      await flush();
      await file.close();
    },
    release: file.close,
  };
}

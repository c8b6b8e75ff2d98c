/** A new file that is filled part by part; an error is thrown by the call that meets it. */
import { open } from "node:fs/promises";

interface WrittenFile {
  put: (part: string | Uint8Array) => Promise<void>;
  /** Closed twice is closed. */
  close: () => Promise<void>;
}

/** @throws where the file is there already */
export async function newFile(path: string): Promise<WrittenFile> {
  const file = await open(path, "wx");
  return {
    put: (part) => file.appendFile(part),
    close: () => file.close(),
  };
}

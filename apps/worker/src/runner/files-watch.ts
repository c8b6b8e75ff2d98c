/** Waits for a store of files that is away: all jobs for the same answer, told once. */
import { setTimeout as wait } from "node:timers/promises";
import type { FileStore } from "@nihol/store/files/file-store";

const pauseMs = 2000;
/** Milliseconds without an answer after which the store is taken for silent. */
const answerMs = 15_000;

/** Watch over the store of files, which is asked only while somebody waits for it. */
export interface FilesWatch {
  /** Waits until it answers. @returns false when it did at once. @throws the signal's reason */
  back: (signal: AbortSignal) => Promise<boolean>;
}

/** Tells whether an error says that the store of files was away, also one that a child process met. */
export const isFilesAway = (error: unknown): boolean =>
  error instanceof Error && error.name === "FilesAway";

/** @param closing ends all waiting */
export function watchFiles(
  files: Pick<FileStore, "check">,
  closing: AbortSignal,
  log: (line: string) => void,
): FilesWatch {
  let asking: Promise<boolean> | undefined;

  async function answered(): Promise<boolean> {
    for (let wasAway = false; ; wasAway = true) {
      try {
        await files.check(AbortSignal.any([closing, AbortSignal.timeout(answerMs)]));
        if (wasAway) log("the store of files is back");
        return wasAway;
      } catch (error) {
        closing.throwIfAborted();
        if (!wasAway)
          log(
            `the store of files is away (${error instanceof Error ? error.message : String(error)}); waiting for it`,
          );
        await wait(pauseMs, undefined, { signal: closing });
      }
    }
  }

  return {
    async back(signal) {
      signal.throwIfAborted();
      asking ??= answered().finally(() => {
        asking = undefined;
      });
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      return Promise.race([asking, aborted.promise]).finally(() =>
        signal.removeEventListener("abort", abort),
      );
    },
  };
}

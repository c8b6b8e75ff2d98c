/** Tells whether the store of files answers, asked at most every few seconds: the caller is answered at once. */
import type { FileStore } from "@nihol/store/files/file-store";

const againMs = 5000;
/** Below what those who ask for readiness wait. */
const timeoutMs = 1000;

/** @returns tells whether the store did not answer when it was asked last */
export function askFiles(files: Pick<FileStore, "check">): () => Promise<boolean> {
  let at = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  return () => {
    if (Date.now() - at < againMs) return answer;
    at = Date.now();
    answer = files.check(AbortSignal.timeout(timeoutMs)).then(
      () => false,
      () => true,
    );
    return answer;
  };
}

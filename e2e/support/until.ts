/** Milliseconds that a page may take for what is to come: a loaded machine draws late. */
export const maxWait = 60_000;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Waits until `check` answers with something, and returns it. Throws after that many seconds; what `check` threw last is
 * the cause.
 */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined>,
  seconds = 120,
  everyMs = 250,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  let cause: unknown;
  for (;;) {
    const value = await check().catch((error: unknown) => {
      cause = error;
      return undefined;
    });
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`${what}: not after ${seconds} s`, { cause });
    await pause(everyMs);
  }
}

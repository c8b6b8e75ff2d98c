import { createHash, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";

/** Characters of a token that nobody guesses. */
const shortest = 24;

/**
 * Reads the token of `/api/metrics` from the file of NIHOL_METRICS_TOKEN_FILE; undefined where no file is named.
 * @throws when the file cannot be read or holds fewer than 24 characters
 */
export async function readMetricsToken(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const token = (await readFile(file, "utf8")).trim();
  if (token.length >= shortest) return token;
  throw new Error(`${file} (NIHOL_METRICS_TOKEN_FILE) must hold ${shortest} characters or more`);
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares in the same time whatever was sent, so that nobody learns the token letter by letter. */
export const isMetricsToken = (token: string | undefined, header: string | undefined): boolean =>
  token !== undefined &&
  header !== undefined &&
  timingSafeEqual(digest(`Bearer ${token}`), digest(header));

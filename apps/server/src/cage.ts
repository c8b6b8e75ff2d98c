/** The cage of GDAL's programs as vision finds it, asked of a process of its own: the server itself reads no image. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { productDir } from "@nihol/db/env";

/** Remedy where the cage is not whole. */
export const mendCage =
  "Debian, Ubuntu: sudo apt-get install bubblewrap; in a container allow user namespaces (docs/operations.md)";

const texts: Readonly<Record<string, string>> = {
  bubblewrap: "by bubblewrap: no network, and of all files only the image",
  namespaces: "by namespaces: no network, and of all files only the image",
  network: "no network, but other files of this user can be read",
  none: "none: network and other files of this user can be reached",
};

/** Runs a script of Node in the folder of vision. */
export function runInVision(script: string) {
  return spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(productDir, "packages", "vision"),
    encoding: "utf8",
    timeout: 30_000,
  });
}

/** First line of its output in which a program names an error; else its exit status. */
export const firstErrorLine = (status: number | null, stderr: string): string =>
  (stderr.split("\n").find((line) => /error/i.test(line)) ?? `exit ${status}`).trim();

/** Tries the cages of vision. `isWhole`: both the network and the files of others are out of reach. */
export function findCage(): { text: string; isWhole: boolean } {
  const script =
    "const { cageInUse } = await import('./src/ingest/gdal.ts'); console.log((await cageInUse()).cage.name)";
  const { status, stdout, stderr } = runInVision(script);
  if (status !== 0) return { text: firstErrorLine(status, stderr), isWhole: false };
  const name = stdout.trim();
  return {
    text: texts[name] ?? name,
    isWhole: name === "bubblewrap" || name === "namespaces",
  };
}

/** @throws a sentence with the remedy where the cage is not whole */
export function requireCage(): void {
  const { text, isWhole } = findCage();
  if (!isWhole)
    throw new Error(`NIHOL_REQUIRE_CAGE: GDAL's cage is not whole (${text}); ${mendCage}`);
}

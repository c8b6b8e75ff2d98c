import { readdirSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ImageRefused, inspectImage } from "../../src/ingest/ingest.ts";
import { CORPUS, hasCorpus, temporaryFolder } from "./geotiff-fixtures.ts";
import { makeIngestSamples } from "./raster-samples.ts";
import { EXPECTED } from "./table-expected.ts";

const FOLDERS = ["formats", "bad", "derived-by-us", "scenes", "series-naip-nd"];

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Real files, where they are at hand. */
const corpus = !hasCorpus
  ? []
  : FOLDERS.flatMap((from) => readdirSync(join(CORPUS, from)).map((name) => `${from}/${name}`)).map(
      (name) => ({ name, path: join(CORPUS, name), expected: EXPECTED[name] ?? "not in the list" }),
    );

/** Limits that a busy machine keeps too: the answer is tested, not how soon it comes. */
const limits = { timeoutMs: 300_000 };

/** As an upload is checked: in a copy of ours, from which metadata that could name other files is taken out. */
async function verdictOf(path: string): Promise<string> {
  const copy = join(folder.path, `judged-${basename(path)}`);
  await copyFile(path, copy);
  try {
    await inspectImage(copy, { ownCopy: true, fileName: basename(path), limits });
    return "read";
  } catch (error) {
    return error instanceof ImageRefused ? error.code : `crashed: ${error}`;
  } finally {
    await rm(copy);
  }
}

describe("every way to write a GeoTIFF", () => {
  const samples = makeIngestSamples(folder.path);
  test.each([...samples, ...corpus])(
    "$name is $expected",
    { timeout: 400_000 },
    async ({ path, expected }) => {
      expect(await verdictOf(path)).toBe(expected);
    },
  );
});

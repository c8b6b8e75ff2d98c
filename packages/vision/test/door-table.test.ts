import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ImageRefused, inspectImage } from "../src/door.ts";
import { EXPECTED } from "./door-table-expected.ts";
import { CORPUS, hasCorpus, hasGdal } from "./geotiff-fixtures.ts";

const FOLDERS = ["formats", "bad", "derived-by-us", "scenes", "series-naip-nd"];
const LIMIT_MS = 10_000;

type Row = { file: string; verdict: string; ms: number; expected: string };

test.skipIf(!hasCorpus || !hasGdal)(
  "every file of the corpus is read or refused with the code that it deserves, in time",
  { timeout: 300_000 },
  async () => {
    const rows: Row[] = [];
    for (const folder of FOLDERS) {
      for (const name of readdirSync(join(CORPUS, folder)).sort())
        rows.push(await judge(`${folder}/${name}`));
    }
    console.log(
      rows
        .map(({ file, verdict, ms }) => `${file.padEnd(72)} ${verdict.padEnd(24)} ${ms} ms`)
        .join("\n"),
    );
    expect(rows.filter((row) => row.verdict !== row.expected)).toEqual([]);
    expect(rows.filter((row) => row.ms > LIMIT_MS)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(Object.keys(EXPECTED).length);
  },
);

async function judge(file: string): Promise<Row> {
  const start = performance.now();
  const verdict = await inspectImage(join(CORPUS, file), { limits: { timeoutMs: LIMIT_MS } }).then(
    () => "read",
    (error: unknown) => (error instanceof ImageRefused ? error.code : `crashed: ${error}`),
  );
  return {
    file,
    verdict,
    ms: Math.round(performance.now() - start),
    expected: EXPECTED[file] ?? "not in the list",
  };
}

/** `npm run bench -- beside` in its smallest form: the panel answers while images are read by the worker's own processes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { measureBeside } from "../bench/load-parts/beside-reading.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-beside-test-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test("lists, tiles and fragments are answered while images are read", async () => {
  const small = { seconds: 1, gardens: 10_000, side: 300, images: 2, detectors: 1 };
  const { quiet, beside, read } = await measureBeside({ dir, ...small });
  for (const kind of ["list", "tile", "fragment"]) {
    expect(quiet[kind]?.n, kind).toBeGreaterThan(0);
    expect(beside[kind]?.n, kind).toBeGreaterThan(0);
    expect(beside[kind]?.ratio, kind).toBeGreaterThan(0);
  }
  expect(read).toBeGreaterThan(0);
});

import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, expect, test } from "vitest";
import { inspectImage } from "../src/ingest/ingest.ts";
import { makeCog } from "../src/raster/cog.ts";
import {
  closeRenderPool,
  configureRenderPool,
  inspectInChild,
  reencodePhotoInChild,
  renderTileInChild,
} from "../src/render/render-pool.ts";
import { paintedPixels, paintedTiff, temporaryFolder } from "./ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterEach(() => configureRenderPool("photos", { maxWaiting: 50, maxWaitingEach: 10 }));
afterAll(() => {
  closeRenderPool();
  folder.remove();
});

const png = () =>
  sharp(paintedPixels(50, 50, 3), { raw: { width: 50, height: 50, channels: 3 } })
    .png()
    .toBuffer();

/** A file whose reader waits until somebody writes: opening a pipe does. */
function pipeNamed(name: string): string {
  const path = join(folder.path, name);
  execFileSync("mkfifo", [path]);
  return path;
}

test("tiles and photos are made while all inspections are stuck", async () => {
  const [source, path] = [join(folder.path, "a.tif"), join(folder.path, "cog.tif")];
  await paintedTiff(source, 600, 400, 3);
  const { facts } = await makeCog(source, path, await inspectImage(source));
  const pipes = ["one", "two", "three", "four"].map(pipeNamed);
  const ended: string[] = [];
  const stuck = pipes.map((pipe) => inspectInChild(pipe).catch(() => ended.push("inspection")));
  await renderTileInChild({ path, facts }, 12, 2830, 1571).then(() => ended.push("tile"));
  await reencodePhotoInChild(await png()).then(() => ended.push("photo"));
  // Each writer lets one inspection go on, and the next one begin.
  for (const pipe of pipes) await writeFile(pipe, "");
  await Promise.all(stuck);
  expect(ended).toEqual(["tile", "photo", ...pipes.map(() => "inspection")]);
});

test("many requests of one client keep another's single one waiting for one of them", async () => {
  const bytes = await png();
  const ended: string[] = [];
  const ask = (asker: string) =>
    reencodePhotoInChild(bytes, { asker }).then(() => ended.push(asker));
  await Promise.all([...Array.from({ length: 5 }, () => ask("many")), ask("single")]);
  expect(ended.indexOf("single")).toBeLessThanOrEqual(2);
});

test("a client with too many waiting requests is refused, others are not", async () => {
  const bytes = await png();
  configureRenderPool("photos", { maxWaitingEach: 1 });
  const ask = (asker: string) =>
    reencodePhotoInChild(bytes, { asker }).then(
      () => "done",
      (error: { name: string; ownShare: boolean }) => [error.name, error.ownShare],
    );
  expect(await Promise.all(["a", "a", "a", "b"].map(ask))).toEqual([
    "done",
    "done",
    ["RenderBusy", true],
    "done",
  ]);
});

test("a request that nobody waits for any more is not begun", async () => {
  const bytes = await png();
  const controller = new AbortController();
  const first = reencodePhotoInChild(bytes);
  const dropped = reencodePhotoInChild(bytes, { signal: controller.signal });
  controller.abort(new Error("moved on"));
  await expect(dropped).rejects.toThrow("moved on");
  await expect(first).resolves.toMatchObject({ width: 50 });
  await expect(reencodePhotoInChild(bytes, { signal: controller.signal })).rejects.toThrow(
    "moved on",
  );
});

/** A data folder of an earlier version: this one starts on it, brings it up to date, and says the same figures. */
import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bbox } from "@nihol/geo/geometry";
import { tileOf } from "@nihol/geo/tiles/tile-math";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEmail } from "../support/client.ts";
import { type Product, startOn } from "../support/product.ts";
import { until } from "../support/until.ts";
import earlier from "./figures.json" with { type: "json" };
import { figuresOf, lasting } from "./figures.ts";
import { unpackFolder } from "./packed-folder.ts";

let product: Product;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "nihol-upgrade-"));
  unpackFolder(dataDir);
  product = await startOn(dataDir);
});
afterAll(() => product?.stop());

test("a data folder of an earlier version starts and says the same figures", async () => {
  const today = await figuresOf(product);
  // New members may come; whatever an earlier version said stands as it was, but for the ends of the ranges of change: they were too
  // near to each other, and are in the file as they are now.
  for (const [call, answer] of Object.entries(earlier.figures))
    expect(today[call], call).toMatchObject(lasting(answer) as object);
});

test("its audit log is sealed from the first row on", async () => {
  const verified = await until("the log is sealed", async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["apps/server/src/command-line/audit.ts", "verify"],
      { env: { ...process.env, NIHOL_DATA: product.dataDir } },
    );
    // The last line while nothing waits to be sealed; the anchor of the first day is written after the rows.
    return stdout.endsWith(" 1 anchors agree\n") ? stdout : undefined;
  });
  expect(verified).toMatch(/^the audit log is whole: \d{2,} sealed rows and 1 anchors agree\n$/);
});

test("its images are still drawn, and its records can be written", async () => {
  const { body } = await product.api(adminEmail, "GET", "/whole-image?ordering=date");
  const { results } = body as { results: { id: number; bbox: Bbox; trees: { total: number } }[] };
  for (const { id, bbox, trees } of results) {
    expect(trees.total).toBeGreaterThan(0);
    const { z, x, y } = tileOf((bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2, 18);
    const path = `/tiles/image/${id}/${z}/${x}/${y}`;
    const tile = await product.send(adminEmail, "GET", path, undefined, {});
    expect(tile.status, path).toBe(200);
    expect((await tile.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
  const name = { tg: "Боғи нав", ru: "Новый сад", en: "New garden" };
  const saved = await product.api(adminEmail, "PATCH", "/garden/1", { name });
  expect(saved.status).toBe(200);
});

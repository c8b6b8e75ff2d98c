import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const model = join(import.meta.dirname, "../../../models/crown.onnx");
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "nihol-quiet-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a script as a person would who set nothing, and lists what it left in their folders. */
function leftBy(script: string): string[] {
  const [home, temporary] = [join(dir, "home"), join(dir, "tmp")];
  for (const folder of [home, temporary]) mkdirSync(folder);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary, MODEL: model };
  execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, ".."),
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

const readModel = `import { readFile } from "node:fs/promises";
  const bytes = await readFile(process.env.MODEL);`;

test("a network is opened without a file in the home or temporary folder", () => {
  const left = leftBy(
    `${readModel} import { openSession } from "@nihol/vision/native/onnx-session"; await openSession(bytes);`,
  );
  expect(left).toEqual([]);
});

test("the library by itself leaves a device number and queued reports", () => {
  const left = leftBy(
    `${readModel} import ort from "onnxruntime-node"; await ort.InferenceSession.create(bytes);`,
  );
  expect(left).toEqual(expect.arrayContaining(["deviceid", "onnxruntime.db"]));
});

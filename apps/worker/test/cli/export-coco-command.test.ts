import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = join(import.meta.dirname, "../../src/cli/export-coco-command.ts");

test.each([
  ["an option that there is not", ["--all", "1", "folder"]],
  ["no images", ["folder"]],
  ["an image that is no number", ["one", "folder"]],
])("%s is answered with the usage", (_, given) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...given], { encoding: "utf8" });
  expect(stderr).toMatch(/^Usage: npm run nihol -- export-coco IMAGE/);
  expect(status).toBe(2);
});

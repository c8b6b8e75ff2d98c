import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { textNames } from "../src/lib/text/text-bundles.ts";

const locales = fileURLToPath(new URL("../../../packages/locales/src/ru", import.meta.url));

test("every file of texts but the server's refusals comes in one bundle, and in no second one", () => {
  const files = readdirSync(locales).map((name) => name.replace(".json", ""));
  expect([...textNames].sort()).toEqual(files.filter((name) => name !== "refusals").sort());
});

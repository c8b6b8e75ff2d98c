import { expect, test } from "vitest";
import { modelName } from "../src/model-name.ts";

test("the version of a model does not read as a number of trees", () => {
  expect(modelName("crown 4 · green 1")).toBe("crown v4 + green v1");
});

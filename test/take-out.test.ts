/** Silence of the compiler is no proof that a copy without a feature compiles. */
import { expect, test } from "vitest";
import { problemsOf } from "../bench/take-out/untie-feature.ts";

const said = (more: object) => ({ status: 0, stdout: "", stderr: "", ...more });

test("only a compiler that ended by itself says that a copy compiles", () => {
  expect(problemsOf("tsconfig.json", said({}))).toEqual([]);
  const wrong = "a.ts(1,1): error TS2304: Cannot find name 'b'.";
  expect(problemsOf("tsconfig.json", said({ status: 2, stdout: `${wrong}\n` }))).toEqual([wrong]);
  for (const ended of [{ status: null }, { status: 1, stderr: "out of memory" }])
    expect(() => problemsOf("tsconfig.json", said(ended))).toThrow("did not end by itself");
});

/** Every bench in its smallest form: figures of the papers come from these commands, so they must work. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

/** Those whose parts a test of their own runs: `beside-reading`. */
const ownTest = new Set(["beside"]);

const run = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/bench.mjs", ...args], { encoding: "utf8" });

/** Names and first comments, as the list of the command prints them. */
const listed = [...run().stdout.matchAll(/^ {2}([a-z-]+)\n +(.+)$/gm)].map(
  ([, name = "", text = ""]) => ({ name, text }),
);

describe("in its smallest form each ends with a line of JSON", () => {
  expect(listed.length).toBeGreaterThan(20);
  test.each(listed.filter(({ name }) => !ownTest.has(name)))("$name", ({ name, text }) => {
    expect(text, "its comment names its smallest form").toContain("Smallest:");
    const { stdout, stderr, status } = run(name, "--smallest");
    expect(stderr.match(/^ +at .*\n/gm) ?? [], stderr).toEqual([]);
    expect(status, stderr).toBe(0);
    expect(Object.keys(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""))).not.toEqual([]);
  });
});

/** Every bench in its smallest form: figures of the papers come from these commands, so they must work. */
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const command = "scripts/bench.mjs";
/** Those whose parts a test of their own runs: `beside-reading`. */
const ownTest = new Set(["beside"]);

/** Names and first comments, as the list of the command prints them. */
const list = execFileSync(process.execPath, [command], { encoding: "utf8" });
const listed = [...list.matchAll(/^ {2}([a-z-]+)\n +(.+)$/gm)].map(([, name = "", text = ""]) => ({
  name,
  text,
}));

describe("in its smallest form each ends with a line of JSON", () => {
  expect(listed.length).toBeGreaterThan(20);
  test.each(listed.filter(({ name }) => !ownTest.has(name)))(
    "$name",
    async ({ name, text }) => {
      expect(text, "its comment names its smallest form").toContain("Smallest:");
      // Does not ask whether a goal is reached: other tests run beside it.
      const run = promisify(execFile)(process.execPath, [command, name, "--smallest"], {
        maxBuffer: 64 * 2 ** 20,
      });
      const { stdout } = await run;
      expect(Object.keys(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""))).not.toEqual([]);
    },
    900_000,
  );
});

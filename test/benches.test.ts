/**
 * Every bench in its smallest form: figures of the papers come from these commands, so they must work. None may take
 * much more of the processor than the others, however fast the machine is; what all of them took is printed at the end.
 */
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";

const command = "scripts/bench.mjs";
/** Those whose parts a test of their own runs: `beside-reading`. */
const ownTest = new Set(["beside"]);
/** The part of what all benches take that a smallest form may take. */
const mostPart = (name: string) => (name === "map" ? 0.25 : 0.12);

/** Names and first comments, as the list of the command prints them. */
const list = execFileSync(process.execPath, [command], { encoding: "utf8" });
const listed = [...list.matchAll(/^ {2}([a-z-]+)\n +(.+)$/gm)].map(([, name = "", text = ""]) => ({
  name,
  text,
}));

/** Seconds of the processor by bench: of its own processes, but for those that it leaves to themselves (PostgreSQL). */
const taken = new Map<string, number>();
afterAll(() => {
  const all = [...taken].sort(([, one], [, other]) => other - one);
  const sum = all.reduce((total, [, seconds]) => total + seconds, 0);
  const lines = all.map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`);
  console.log(`${sum.toFixed(0)} s of the processor: ${lines.join(", ")}`);
});

/** Adds what `times` of a shell says of the commands that it ran: "0m1.250s 0m0.310s" in its last line. */
const secondsOf = (times: string) =>
  [...(times.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );

describe("in its smallest form each ends with a line of JSON", () => {
  expect(listed.length).toBeGreaterThan(20);
  test.each(listed.filter(({ name }) => !ownTest.has(name)))(
    "$name",
    async ({ name, text }) => {
      expect(text, "its comment names its smallest form").toContain("Smallest:");
      // Does not ask whether a goal is reached: other tests run beside it.
      const timed = '"$@"; code=$?; times >&2; exit $code';
      const bench = [process.execPath, command, name, "--smallest"];
      const run = promisify(execFile)("bash", ["-c", timed, "bash", ...bench], {
        maxBuffer: 64 * 2 ** 20,
      });
      const { stdout, stderr } = await run;
      expect(Object.keys(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""))).not.toEqual([]);
      const seconds = secondsOf(stderr);
      taken.set(name, seconds);
      expect(seconds).toBeGreaterThan(0);
    },
    900_000,
  );

  test("none takes much more than the others", () => {
    const sum = [...taken.values()].reduce((total, seconds) => total + seconds, 0);
    expect([...taken].filter(([name, seconds]) => seconds > mostPart(name) * sum)).toEqual([]);
  });
});

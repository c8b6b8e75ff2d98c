/** A ministry's machine sends nothing: the whole product is run behind a fence that counts what tries to leave. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Attempts, noFence, runBehindFence } from "../support/fence.ts";

/** Attempts to leave, and the other hosts that pages asked for anything. */
type Tries = Attempts & { hosts: string[] };
interface Report {
  status: string;
  npm: string;
  used: Tries;
  tried: Tries;
  files: string[];
}

/** Environment variables that npm, these tests and a build server set: nobody's machine has them. */
const ours = /^(npm_|VITEST|NODE_|ORT_|CI$|TEST$)/;
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ours.test(name)),
);

const why = noFence();
if (why) console.error(`No network namespace can be made here: ${why}`);

describe.skipIf(why)("behind a fence", () => {
  let report: Report;
  beforeAll(async () => {
    report = await runBehindFence(
      join(import.meta.dirname, "../support/behind-fence.ts"),
      environment,
    );
  });

  test("attempts to leave are seen: a page, a name, an IPv4 and an IPv6 address", () => {
    expect(report.tried.hosts).toEqual(["screens.example.org"]);
    expect(report.tried.names).toContain("reports.example.org");
    expect(report.tried.packets).toBeGreaterThan(1);
    expect(report.tried.ipv6).toBeGreaterThan(0);
  });

  test("server, worker, database, command line, npm, screens and their browser call nobody", () => {
    expect(report.status).toBe("completed");
    expect(report.npm).toContain("Commands:");
    // Chromium looks whether there is a way to IPv6 at all, which sends nothing.
    expect(report.used).toMatchObject({ hosts: [], names: [], packets: 0 });
  });

  test("no file of anybody else lies in the home and temporary folders", () => {
    expect(report.files.filter((file) => !/^tmp\/nihol-/.test(file))).toEqual([]);
  });
});

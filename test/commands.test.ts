import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { stopDatabase } from "@nihol/db/launcher/launcher";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-command-"));
});
afterEach(async () => {
  await stopDatabase(join(dir, "data"));
  await rm(dir, { recursive: true, force: true });
});

/** Runs `npm run nihol -- …` without npm, on a data folder of its own. */
function nihol(args: string[], options: { input?: string; env?: Record<string, string> } = {}) {
  const env: NodeJS.ProcessEnv = { ...process.env, NIHOL_DATA: join(dir, "data"), PORT: "0" };
  delete env.DATABASE_URL;
  const result = spawnSync(process.execPath, ["scripts/nihol.mjs", ...args], {
    encoding: "utf8",
    input: options.input ?? "",
    env: { ...env, ...options.env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

/** Makes the data folder with its tables, as a first start of the server does, and runs a statement in it. */
function makeData(statement = "select 1") {
  const script = `
    import { openEmbedded } from "@nihol/db/launcher/launcher";
    import { connect } from "@nihol/db/connection";
    import { migrate } from "@nihol/db/migrate";
    const database = await openEmbedded(process.env.NIHOL_DATA, { durable: false });
    const db = connect(database.config);
    await migrate(db.pool);
    await db.pool.query(${JSON.stringify(statement)});
    await db.close();
    await database.stop();`;
  const result = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, NIHOL_DATA: join(dir, "data") },
  });
  expect(result.stderr).toBe("");
}

test("an unknown command lists the commands and ends with 2", () => {
  const { code, err } = nihol(["nonsense"]);
  expect(code).toBe(2);
  expect(err).toContain('no command "nonsense"');
  expect(err).toContain("doctor");
});

test.each([
  ...["user", "audit", "open-data", "doctor", "files", "reset", "server", "worker"],
  ...["backup", "verify", "restore", "person"],
])("%s explains itself", (command) => {
  const { code, out } = nihol([command, "--help"]);
  expect(code).toBe(0);
  expect(out).toContain(`npm run nihol -- ${command}`);
  expect(existsSync(join(dir, "data"))).toBe(false);
});

test("doctor finds what is needed, shows settings and masks secrets", () => {
  const { code, out } = nihol(["doctor"], {
    env: { NIHOL_ADMIN_PASSWORD: "an open secret of mine" },
  });
  expect(out).toContain("embedded 18");
  expect(out).toMatch(/NIHOL_ADMIN_PASSWORD.*\n.*now: ••••/);
  expect(out).not.toContain("open secret");
  expect(out).toMatch(/Base map +the panel's own/);
  expect(code).toBe(0);
});

test("doctor leaves nothing behind where nothing has been started yet", async () => {
  expect(nihol(["doctor"]).out).toContain("made at the first start");
  expect(await readdir(dir)).toEqual([]);
});

test("doctor finds a Nihol that is running, also at an address of IPv6", async () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const host = own.some(({ address }) => address === "::1") ? "::1" : "127.0.0.1";
  // In a process of its own, since `nihol` waits in this one.
  const script = `
    const server = require("node:http").createServer((_, reply) => reply.end("{}"));
    server.listen(0, "${host}", () => console.log(server.address().port));`;
  const running = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(running.stdout, "data");
  const { out } = nihol(["doctor"], { env: { HOST: host, PORT: String(line).trim() } });
  running.kill();
  expect(out).toMatch(/ok {2}Port +.*, where Nihol is running/);
});

test("doctor says what to do about an address that this machine does not have", () => {
  const { out } = nihol(["doctor"], { env: { HOST: "192.0.2.1" } });
  expect(out).toMatch(/NO {2}Port +.*EADDRNOTAVAIL.*\n.*set HOST to one that it has/);
});

test("doctor says that a data folder holds things of others", async () => {
  await mkdir(join(dir, "data"));
  await writeFile(join(dir, "data", "report.docx"), "mine");
  const { code, out } = nihol(["doctor"]);
  expect(out).toMatch(/Data folder +.*is no data folder of Nihol.*report\.docx/);
  expect(code).toBe(1);
});

test("doctor says how to mend and ends with 1 when something vital is missing", async () => {
  await mkdir(join(dir, "data"));
  await writeFile(join(dir, "data", "basemap.pmtiles"), "no archive");
  const { code, out } = nihol(["doctor"], {
    env: { DATABASE_URL: "postgres://nobody:pw@127.0.0.1:1/none" },
  });
  expect(out).toMatch(/NO {2}PostgreSQL .*\n.*→ check the address in DATABASE_URL/);
  expect(out).toMatch(
    /Base map +.*basemap\.pmtiles: it cannot be read.*\n.*→ mend or remove the file/,
  );
  expect(code).toBe(1);
});

test("a wrong setting is one sentence", () => {
  const { code, err } = nihol(["doctor"], { env: { PORT: "eighty" } });
  expect(err).toBe(
    'These settings cannot be used:\n  PORT must be a whole number from 0 to 65535, and is "eighty"\n',
  );
  expect(code).toBe(1);
});

describe("user", () => {
  test("without data says how to begin, and makes nothing", () => {
    const { code, err } = nihol(["user", "list"]);
    expect(code).toBe(1);
    expect(err).toContain("npm start");
    expect(existsSync(join(dir, "data"))).toBe(false);
  });

  test("adds, lists and gives a new password, and refuses a weak one", () => {
    makeData();
    const weak = nihol(["user", "add", "a@b.example"], { input: "short\n" });
    expect(weak).toMatchObject({ code: 1, err: expect.stringContaining("15 to 128") });
    const added = nihol(["user", "add", "A@b.example"], { input: "seven green pears fall\n" });
    expect(added).toMatchObject({ code: 0, out: "a@b.example was added as MasterAdmin\n" });
    const again = nihol(["user", "add", "a@b.example"], { input: "seven green pears fall\n" });
    expect(again.err).toContain("has an account already");
    expect(nihol(["user", "list"]).out).toMatch(/^a@b\.example {2}MasterAdmin/);
    const changed = nihol(["user", "password", "a@B.example", "--generate"]);
    expect(changed.out).toMatch(/^password \S{20,}\na@b\.example has a new password/);
    expect(nihol(["user", "password", "no@b.example", "--generate"]).code).toBe(1);
  });
});

describe("audit", () => {
  test("says that the log is whole, and which row is not", async () => {
    makeData(
      "insert into audit_log (action, resource) select 'add', 'garden' from generate_series(1, 3)",
    );
    const anchored = nihol(["audit", "anchor"]);
    expect(anchored.out).toMatch(/^\S+Z rows=3 last=3 sha256=[0-9a-f]{64}\n$/);
    expect(nihol(["audit", "verify"])).toMatchObject({
      code: 0,
      out: "the audit log is whole: 3 sealed rows and 1 anchors agree\n",
    });
    const kept = join(dir, "kept.txt");
    await rename(join(dir, "data", "audit-anchors.txt"), kept);
    makeData("update audit_log set action = 'delete' where id = 2");
    const broken = nihol(["audit", "verify", "--anchors", kept]);
    expect(broken.code).toBe(1);
    expect(broken.out).toContain("BROKEN: row 2 was altered");
    expect(broken.out).toContain(`it contradicts the anchor ${anchored.out}`);
    expect(nihol(["audit", "verify", "--anchors", "none"]).err).toContain("no file none");
  });
});

describe("open-data", () => {
  test("publishes and withdraws collections, and says which there are", () => {
    makeData();
    expect(nihol(["open-data", "publish", "trees", "gardens"]).code).toBe(0);
    const left = nihol(["open-data", "withdraw", "trees"]);
    expect(left.out).toMatch(/^gardens {4}published since \S+Z$/m);
    expect(left.out).toMatch(/^trees {6}not published$/m);
    expect(nihol(["open-data", "list"]).out).toBe(left.out);
    const unknown = nihol(["open-data", "publish", "people"]);
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining("regions, districts") });
  });
});

describe("reset", () => {
  test("--everything removes our data and nothing else in the folder", async () => {
    makeData();
    await writeFile(join(dir, "data", "thesis.odt"), "mine");
    const asked = nihol(["reset", "--everything"]);
    expect(asked).toMatchObject({ code: 1, err: expect.stringContaining("nothing was removed") });
    const done = nihol(["reset", "--everything", "--yes"]);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining("thesis.odt") });
    expect(existsSync(join(dir, "data", "postgres"))).toBe(false);
    expect(existsSync(join(dir, "data", "thesis.odt"))).toBe(true);
  });

  test("never touches a server database", () => {
    const { code, err } = nihol(["reset", "--yes"], { env: { DATABASE_URL: "postgres://x@y/z" } });
    expect(code).toBe(1);
    expect(err).toContain("embedded database only");
  });

  test("without a demonstration there is nothing to remove", () => {
    makeData();
    expect(nihol(["reset", "--yes"]).err).toContain("not in this database");
  });
});

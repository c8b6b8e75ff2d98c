/** Files in a bucket: an image goes from upload to counted trees, is shown, backed up and restored; an outage is told. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Process } from "@nihol/contract/imagery/processes";
import { connect } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { makeBackup } from "@nihol/store/backup/make-backup";
import { restoreBackup } from "@nihol/store/backup/restore-backup";
import type { FileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { openFiles } from "@nihol/store/files/open-files";
import { openObjects } from "@nihol/store/files/s3-objects";
import { RETRY_SECONDS } from "@nihol/store/jobs/job-queue";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3World, startS3 } from "../../../../packages/store/test/s3/s3-world.ts";
import { buildApp } from "../../src/app.ts";
import { dropStrays } from "../../src/features/uploads/arrived.ts";
import { addressOf, emptyDatabase, serverTarget } from "../backup/backup-world.ts";
import {
  geoTiff,
  type ImageryServer,
  imageryServer,
  until,
  type Visitor,
} from "../support/imagery-server.ts";
import { startProgram } from "../support/server-process.ts";
import { testTokens } from "../support/test-app.ts";

let s3: S3World;
let dir: string;
let files: FileStore;
let server: ImageryServer;
let owner: Visitor;
let settings: Record<string, string>;
const at = (prefix: string) => ({
  dir: join(dir, prefix),
  s3: { ...s3.at, prefix, cacheBytes: 1e9 },
});

beforeAll(async () => {
  s3 = await startS3("nihol");
  dir = await mkdtemp(join(tmpdir(), "nihol-s3-"));
  files = await openFiles(at("country"));
  const { endpoint = "", bucket } = s3.at;
  settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_PREFIX: "country",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  server = await imageryServer({ files }, settings);
  await claimFolder(server.db.sql, files);
  owner = await server.visitor("MasterAdmin");
});
afterAll(async () => {
  await server?.close();
  await s3?.close();
  await rm(dir, { recursive: true, force: true });
});

const keysOf = async (store: FileStore) => {
  const keys: string[] = [];
  for await (const { key } of store.list("")) keys.push(key);
  return keys;
};

test("an image is stored in the bucket, counted by a worker and shown", async () => {
  const bytes = geoTiff({});
  const upload = await owner.send(bytes);
  expect(upload.status).toBe("ready");
  expect((await buffer(await files.get(`upload/${upload.id}`))).equals(bytes)).toBe(true);
  expect(await readdir(join(dir, "country/.landing/upload"))).toEqual([".keep"]);
  const head = await owner.tus("HEAD", `/upload/${upload.id}`);
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, `${bytes.length}`]);

  server.startWorker();
  const order = { upload: upload.id, date: "2023-06-12" };
  const { body } = await owner.call<Process>("POST", "/satellite-imagery", order);
  const done = await server.ended(owner, body.id);
  expect([done.status, done.message]).toEqual(["completed", null]);
  expect(done.tree_count).toBeGreaterThan(10);
  const image = done.whole_image;
  const whole = await owner.fetchAt("GET", `/whole-image/${image}/file/cog.tif`);
  const cog = Buffer.from(await whole.arrayBuffer());
  const part = await owner.fetchAt("GET", `/whole-image/${image}/file/cog.tif`, {
    headers: { range: "bytes=100-199" },
  });
  expect([whole.status, part.status]).toEqual([200, 206]);
  expect(Buffer.from(await part.arrayBuffer()).equals(cog.subarray(100, 200))).toBe(true);
  const small = await owner.fetchAt("GET", `/whole-image/${image}/thumbnail`);
  expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await keysOf(files)).filter((key) => key.endsWith(".tif"))).not.toEqual([]);
});

test("a large file is fetched from the bucket by an address of five minutes, by those who may have it", async () => {
  const linked = await openFiles({
    dir: join(dir, "linked"),
    s3: { ...at("country").s3, publicUrl: s3.at.endpoint },
  });
  const log: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const { db, jobs } = server;
  const app = await buildApp(
    { db, jobs, files: linked, demo: false, tokens: testTokens, webRoot: undefined },
    { logger: { level: "trace", stream } },
  );
  const ask = async (email: string, path: string) => {
    const authorization = `Bearer ${(await server.tokensOf(email)).access}`;
    return app.inject({ url: `/api${path}`, headers: { authorization } });
  };
  const bytes = randomBytes(2 * 1024 ** 2);
  const exported = { list: "region", format: "csv", file_name: "Вилоят.csv" } as const;
  await linked.put("export/linked", bytes);
  const { id } = await db.sql
    .insertInto("export")
    .values({
      ...{ ...exported, user_id: owner.id, query: json({}), language: "ru", time_zone: "UTC" },
      ...{ reach: json("all"), row_count: 1, status: "completed", file_key: "export/linked" },
      finished_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answer = await ask(owner.email, `/export/${id}/file`);
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([307, "private, no-store"]);
  const address = new URL(String(answer.headers.location));
  expect(address.searchParams.get("X-Amz-Expires")).toBe("300");
  expect(answer.headers["content-security-policy"]).toContain(
    `connect-src 'self' ${address.origin};`,
  );
  const fetched = await fetch(address);
  expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  // fauxqs gives no heed to them.
  const wished = (name: string) => address.searchParams.get(`response-content-${name}`);
  expect(wished("type")).toBe("text/csv; charset=utf-8");
  expect(wished("disposition")).toContain(`attachment; filename="region.csv"; filename*=UTF-8''`);
  expect(wished("disposition")).toContain(encodeURIComponent("Вилоят.csv"));
  const stranger = await server.person("SysAdmin");
  const refused = await ask(stranger.email, `/export/${id}/file`);
  expect([refused.statusCode, refused.headers.location]).toEqual([404, undefined]);
  // Too small to be worth a second call.
  await linked.put("export/linked", bytes.subarray(0, 1000));
  const small = await ask(owner.email, `/export/${id}/file`);
  expect([small.statusCode, small.rawPayload.length]).toEqual([200, 1000]);
  expect(log.join("")).not.toContain("X-Amz-");
  await app.close();
});

test("a backup reads from the bucket, and a restore writes into another place of it", async () => {
  // Map tiles are made after the image is published.
  await until(async () => {
    const { rows } = await server.db.pool.query(
      "select from pgboss.job where state in ('created', 'retry', 'active')",
    );
    return rows.length === 0;
  });
  expect((await keysOf(files)).some((key) => key.includes("/display/"))).toBe(true);
  const backups = join(dir, "backups");
  const anchorsFile = join(dir, "anchors.txt");
  const options = { passphrase: undefined, keep: 2, isAdopted: false, anchorsFile };
  const made = await makeBackup(server.db, files, { folder: backups, ...options });
  expect(made.missing).toEqual([]);
  const again = await makeBackup(server.db, files, { folder: backups, ...options });
  expect(again.copied.count).toBe(0);

  const { config, drop } = await emptyDatabase(server);
  try {
    const target = { ...serverTarget(join(dir, "data"), config), files: at("restored") };
    const agree = async () => {};
    const restoring = { passphrase: undefined, agree, say: () => {} };
    await restoreBackup(backups, target, restoring);
    const restored = await openFiles(at("restored"));
    const db = connect(config, { max: 2 });
    await claimFolder(db.sql, restored).finally(() => db.close());
    const stored = (await keysOf(restored)).filter((key) => key.startsWith("image/"));
    expect(stored).not.toEqual([]);
    for (const key of stored)
      expect(
        (await buffer(await restored.get(key))).equals(await buffer(await files.get(key))),
      ).toBe(true);
    await expect(restoreBackup(backups, target, restoring)).rejects.toThrow(/not empty|already/);
  } finally {
    await drop();
  }
});

test("an outage of the bucket is told: readiness, a refusal, and an upload that waits", async () => {
  s3.fault = () => "busy";
  const ready = await until(async () => {
    const { status, body } = await server.anonymous<{ warnings: string[] }>("GET", "/ready");
    return status === 200 && body.warnings.includes("files_away") && body;
  });
  expect(ready).toMatchObject({ status: "ok", warnings: ["files_away"] });
  const image = await server.db.sql
    .selectFrom("whole_image")
    .select("id")
    .executeTakeFirstOrThrow();
  const refused = await owner.fetchAt("GET", `/whole-image/${image.id}/file/cog.tif`);
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: "files_away" }]);

  // Announced all the same; what the bucket does not have is not acknowledged.
  const bytes = geoTiff({ seed: 5 });
  const id = await owner.begin(bytes.length);
  const piece = await owner.patch(id, 0, bytes);
  expect([piece.status, await piece.json()]).toMatchObject([503, { code: "files_away" }]);
  expect(await owner.look(id)).toMatchObject({ status: "receiving", received: 0 });
  // Away again once all has come: the check waits for it.
  let isAway = false;
  s3.fault = (method) => {
    isAway ||= method === "POST" && s3.calls.at(-1)?.includes("uploadId") === true;
    return isAway ? "busy" : undefined;
  };
  expect((await owner.patch(id, 0, bytes)).status).toBe(204);
  await until(async () => isAway);
  expect((await owner.look(id)).status).toBe("checking");
  s3.fault = () => undefined;
  expect((await owner.checked(id)).status).toBe("ready");
  expect((await buffer(await files.get(`upload/${id}`))).equals(bytes)).toBe(true);
});

test("an image that is being processed waits for the bucket, longer than its tries would last", async () => {
  const upload = await owner.send(geoTiff({ seed: 7 }));
  // Away from when the block begins: after the image was put and compared.
  let isPut = false;
  let heads = 0;
  s3.fault = (method, url) => {
    if (url.includes("/cog-") && method === "PUT") isPut = true;
    else if (isPut && url.includes("/cog-") && method === "HEAD") heads++;
    return heads > 1 ? "busy" : undefined;
  };
  const order = { upload: upload.id, date: "2023-06-13" };
  const { body } = await owner.call<Process>("POST", "/satellite-imagery", order);
  await until(async () => heads > 1);
  const blocks = async () => {
    const asked = "select status, attempts from imagery_block where process_id = $1";
    return (await server.db.pool.query(asked, [body.id])).rows;
  };
  // The tries of a block, each after its pause, and then some.
  await wait((3 * RETRY_SECONDS + 10) * 1000);
  expect(await blocks()).toEqual([{ status: "running", attempts: 1 }]);
  s3.fault = () => undefined;
  const done = await server.ended(owner, body.id);
  expect([done.status, done.message]).toEqual(["completed", null]);
  expect(await blocks()).toEqual([{ status: "done", attempts: 1 }]);
});

const mebi = 1024 ** 2;
const offsetOf = async (who: Pick<Visitor, "tus">, id: string) => {
  const head = await who.tus("HEAD", `/upload/${id}`);
  return [head.status, Number(head.headers.get("upload-offset"))];
};
/** Objects of the bucket and rows of uploads on their way. */
async function arriving() {
  const { rows } = await server.db.pool.query("select upload_id from upload_arrival");
  const names = [];
  for await (const { name } of openObjects({ ...s3.at, prefix: "country" }).list(".arriving/"))
    names.push(name);
  return [...rows, ...names];
}

/** Sends less than it announced, and then neither goes on nor ends. */
async function sendAndFallSilent(address: string, id: string, offset: number, bytes: Buffer) {
  const authorization = `Bearer ${(await server.tokensOf(owner.email)).access}`;
  const call = request(`${address}/api/upload/${id}`, {
    method: "PATCH",
    headers: {
      ...{ authorization, "tus-resumable": "1.0.0", "upload-offset": `${offset}` },
      "content-type": "application/offset+octet-stream",
      "content-length": `${bytes.length + 1000}`,
    },
  });
  call.on("error", () => {});
  await new Promise((sent) => call.write(bytes, sent));
  return call;
}

test("an upload goes on at any server, whatever became of the one before, and is what was sent", async () => {
  // Both believe the same tokens.
  await server.db.sql
    .insertInto("installation")
    .values({ key: "token_secret", value: json(testTokens.secret) })
    .execute();
  const other = startProgram("apps/server/src/main.ts", {
    ...settings,
    PORT: "0",
    DATABASE_URL: addressOf(server.db.config),
    NIHOL_DATA: join(dir, "other"),
  });
  const address = await until(async () => /running at (http\S+)/.exec(other.output())?.[1]);
  const there = owner.at(address);
  // A part of 8 MiB and more; what follows an image's last byte is of no matter to those who read it.
  const bytes = Buffer.concat([geoTiff({ seed: 9 }), randomBytes(10 * mebi)]);
  const id = await there.begin(bytes.length);

  // At both at once: one goes first, and the other one is told where to go on.
  const both = await Promise.all(
    [there, owner].map((who) => who.patch(id, 0, bytes.subarray(0, mebi))),
  );
  expect(both.map(({ status }) => status)).toContain(204);
  expect(await offsetOf(owner, id)).toEqual([200, mebi]);

  // Killed while it takes more than a part: the part that the bucket has is not sent again, the rest is.
  await sendAndFallSilent(address, id, mebi, bytes.subarray(mebi, 9 * mebi));
  await until(async () => {
    const part = "select from upload_part where upload_id = $1";
    return (await server.db.pool.query(part, [id])).rows.length > 0;
  });
  const killed = once(other.child, "exit");
  other.child.kill("SIGKILL");
  await killed;
  // Its lease has run out, as it does by itself within seconds.
  await server.db.pool.query("update upload set writer_until = now() where id = $1", [id]);
  expect(await offsetOf(owner, id)).toEqual([200, 8 * mebi]);

  // A line that breaks loses nothing of what has come.
  const call = await sendAndFallSilent(
    server.address,
    id,
    8 * mebi,
    bytes.subarray(8 * mebi, 9 * mebi),
  );
  call.destroy();
  await until(async () => (await offsetOf(owner, id))[1] === 9 * mebi);
  const last = await owner.patch(id, 9 * mebi, bytes.subarray(9 * mebi));
  expect([last.status, last.headers.get("upload-offset")]).toEqual([204, `${bytes.length}`]);
  // Its answer may be lost, and the call come once more.
  const repeated = await owner.patch(id, bytes.length, new Uint8Array());
  expect([repeated.status, await offsetOf(owner, id)]).toEqual([204, [200, bytes.length]]);
  expect((await owner.checked(id)).status).toBe("ready");
  expect((await buffer(await files.get(`upload/${id}`))).equals(bytes)).toBe(true);
  // Leaves nothing behind, of this one and of one that is given up; one that cannot be removed yet holds up no other.
  const stuck = await owner.begin(bytes.length);
  await owner.patch(stuck, 0, bytes.subarray(0, mebi));
  s3.fault = (method, url) => (method === "DELETE" && url.includes(stuck) ? "busy" : undefined);
  await owner.call("DELETE", `/upload/${stuck}`);
  const given = await owner.begin(bytes.length);
  await owner.patch(given, 0, bytes.subarray(0, 9 * mebi));
  expect((await arriving()).length).toBeGreaterThan(1);
  s3.calls.length = 0;
  await owner.call("DELETE", `/upload/${given}`);
  await until(async () => !JSON.stringify(await arriving()).includes(given));
  expect(JSON.stringify(await arriving())).toContain(stuck);
  s3.fault = () => undefined;
  expect(s3.calls.filter((one) => /^DELETE .*uploadId=/.test(one))).not.toEqual([]);
  await until(async () => (await readdir(join(dir, "country/.landing/upload"))).length === 1);
});

test("an upload of which the bucket has lost begins anew; one that was whole is refused in the end", async () => {
  const { pool } = server.db;
  const arrivals = files.arrivals ?? expect.fail();
  const bytes = Buffer.concat([geoTiff({ seed: 11 }), randomBytes(10 * mebi)]);
  // A projection in UTF-16.
  const id = await owner.begin(bytes.length, "garden.tif", { projection: "G\0E\0" });
  const noted = "select metadata, multipart from upload_arrival where upload_id = $1";
  const first = () => owner.patch(id, 0, bytes.subarray(0, 9 * mebi));
  expect((await first()).status).toBe(204);
  const [row] = (await pool.query(noted, [id])).rows;
  expect(row.metadata.projection).toBe("GE");
  await arrivals.drop(`upload/${id}`, row.multipart);
  expect((await owner.patch(id, 9 * mebi, bytes.subarray(9 * mebi))).status).toBe(409);
  expect(await offsetOf(owner, id)).toEqual([200, 0]);
  expect((await first()).status).toBe(204);

  // Of one that no row knows, as after a restore of the database, nothing stays; the other one goes on.
  await arrivals.putTail("upload/unknown", bytes.subarray(0, 7));
  await dropStrays({ db: server.db.sql, files }, new Date(Date.now() + 60_000));
  expect(JSON.stringify(await arriving())).not.toContain("unknown");
  await pool.query(`update upload_part set etag = '"0"' where upload_id = $1`, [id]);
  expect((await owner.patch(id, 9 * mebi, bytes.subarray(9 * mebi))).status).toBe(204);
  const missing = "select from upload where id = $1 and missing_since is not null";
  await until(async () => (await pool.query(missing, [id])).rows.length > 0);
  const earlier =
    "update upload set missing_since = missing_since - interval '16 min' where id = $1";
  await pool.query(earlier, [id]);
  const lost = await owner.checked(id);
  expect([lost.status, lost.problem?.code]).toEqual(["refused", "upload_lost"]);
  await until(async () => (await arriving()).length === 0);

  // Rows of uploads that could not be begun would fill their person's room.
  const name = "unwritten.tif";
  await pool.query(
    `alter table upload_arrival add check (metadata->>'filename' <> '${name}') not valid`,
  );
  expect((await owner.create(1000, name)).status).toBe(500);
  const left = await pool.query("select from upload where file_name = $1", [name]);
  expect(left.rows).toEqual([]);
});
